#pragma once
#include <alsa/asoundlib.h>

// The handler has C variadic arguments, a kind of function that Swift cannot write.
static void calsa_say_nothing(const char *file, int line, const char *function, int err,
                              const char *format, ...) {
  (void)file, (void)line, (void)function, (void)err, (void)format;
}

// Takes a pointer to a variadic function, which Swift does not import.
static inline int calsa_silence(void) {
  return snd_lib_error_set_handler(calsa_say_nothing);
}
