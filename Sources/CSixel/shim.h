#pragma once
// Debian keeps the header in a folder of its own.
#if __has_include(<sixel/sixel.h>)
#include <sixel/sixel.h>
#else
#include <sixel.h>
#endif

// Swift does not import macros with an argument.

/// SIXEL_FAILED.
static inline int csixel_failed(SIXELSTATUS status) { return SIXEL_FAILED(status); }
