/* Makes one call of the program into a C library fail, in the way which that function documents.

   Loaded by LD_PRELOAD. Of the environment it takes

     RUSHES_FAULTS_PROGRAM  the program whose own calls count; those of the libraries among
                            themselves, and of other programs that it starts, pass
     RUSHES_FAULTS_COUNTS   a file that every process of the program counts its calls in
     RUSHES_FAULT           NAME:NUMBER or NAME:NUMBER:ERRNO, the call to fail, counted from 1

   Every function here is exported, so `nm` of this library is the list of what can be made to fail.

   All functions have one shape, ten integers in and one out. On x86-64 and AArch64 that passes any
   arguments on, also variable ones, as long as none is a floating-point number or a structure of
   more than two words; no function of the table has such. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef long word;
typedef word (*function)(word, word, word, word, word, word, word, word, word, word);

/* FFERRTAG("EXT "), "Generic error in an external library". */
#define AVERROR_EXTERNAL (-0x20545845)
/* sixel.h: SIXEL_RUNTIME_ERROR | 1, "bad allocation". */
#define SIXEL_BAD_ALLOCATION 0x1101

/* CALL: returns `result` and sets errno, and nothing was done. ALAS: does its work and says that it
   failed; what closes and frees has done so whatever it returns. SOLD: owns its argument also when
   it fails, which `undo` frees. LOOK: has a shape of its own, below. */
#define TABLE                                                                                      \
  /* Files. */                                                                                     \
  CALL(access, -1, EIO) CALL(fchmod, -1, EIO) CALL(fcntl, -1, EIO) CALL(fdatasync, -1, EIO)        \
  CALL(flock, -1, ENOLCK) CALL(fsync, -1, EIO) CALL(ftruncate, -1, EIO) CALL(link, -1, EIO)        \
  CALL(lseek, -1, EIO) CALL(lstat, -1, EIO) CALL(mkdir, -1, EIO) CALL(open, -1, EIO)               \
  CALL(pread, -1, EIO) CALL(pwrite, -1, EIO) CALL(read, -1, EIO) CALL(readlink, -1, EIO)           \
  CALL(rename, -1, EIO) CALL(rmdir, -1, EIO) CALL(stat, -1, EIO) CALL(statvfs, -1, EIO)            \
  CALL(unlink, -1, EIO) CALL(write, -1, EIO) CALL(readdir, 0, EIO) CALL(realpath, 0, EIO)          \
  CALL(fopen, 0, EIO) CALL(fread, 0, EIO) CALL(fdopen, 0, ENOMEM) CALL(opendir, 0, EMFILE)         \
  ALAS(close, -1, EIO) ALAS(closedir, -1, EIO) ALAS(fclose, -1, EIO)                               \
  /* Descriptors, sockets, shared memory. */                                                       \
  CALL(accept, -1, ECONNABORTED) CALL(bind, -1, EADDRINUSE) CALL(connect, -1, ECONNREFUSED)        \
  CALL(dup, -1, EMFILE) CALL(dup2, -1, EIO) CALL(getsockopt, -1, ENOBUFS)                          \
  CALL(ioctl, -1, EIO) CALL(listen, -1, EADDRINUSE) CALL(memfd_create, -1, ENOMEM)                 \
  CALL(pipe, -1, EMFILE) CALL(poll, -1, ENOMEM) CALL(recv, -1, ECONNRESET)                         \
  CALL(send, -1, ECONNRESET) CALL(setsockopt, -1, ENOBUFS) CALL(shm_open, -1, EMFILE)              \
  CALL(shm_unlink, -1, EACCES) CALL(shutdown, -1, ENOTCONN) CALL(socket, -1, EMFILE)               \
  /* Processes, users, terminals, memory. */                                                       \
  CALL(kill, -1, EPERM) CALL(posix_spawn, EAGAIN, EAGAIN) CALL(posix_spawnp, EAGAIN, EAGAIN)       \
  CALL(posix_spawn_file_actions_adddup2, ENOMEM, ENOMEM)                                           \
  CALL(posix_spawn_file_actions_addopen, ENOMEM, ENOMEM) CALL(prctl, -1, EINVAL)                   \
  CALL(sigwaitinfo, -1, EINTR) CALL(waitpid, -1, EINTR)  CALL(getgrgid, 0, EIO)                    \
  CALL(getgroups, -1, EINVAL) CALL(getpwuid, 0, EIO) CALL(getsid, -1, EPERM)                       \
  CALL(isatty, 0, EIO) CALL(tcflush, -1, EIO) CALL(tcgetattr, -1, EIO) CALL(tcgetpgrp, -1, ENOTTY) \
  CALL(tcsetattr, -1, EIO) CALL(tcsetpgrp, -1, EPERM)                                              \
  CALL(mallopt, 0, 0) CALL(strdup, 0, ENOMEM) CALL(setenv, -1, ENOMEM) CALL(setlocale, 0, 0)       \
  CALL(sysconf, -1, EINVAL) CALL(usleep, -1, EINTR) CALL(localtime_r, 0, EOVERFLOW)                \
  CALL(strftime, 0, 0) CALL(dlopen, 0, 0) LOOK(dlsym, 0, 0)                                                     \
  /* libavformat. */                                                                               \
  CALL(av_find_best_stream, -EIO, 0) CALL(av_find_input_format, 0, 0)                              \
  SOLD(av_interleaved_write_frame, -EIO, av_packet_unref, b) CALL(av_read_frame, -EIO, 0)          \
  CALL(av_seek_frame, -EIO, 0) CALL(av_stream_new_side_data, 0, 0) CALL(av_write_frame, -EIO, 0)   \
  CALL(av_write_trailer, -EIO, 0) CALL(avformat_alloc_context, 0, 0)                               \
  CALL(avformat_alloc_output_context2, -ENOMEM, 0) CALL(avformat_find_stream_info, -EIO, 0)        \
  CALL(avformat_init_output, -ENOMEM, 0) CALL(avformat_new_stream, 0, 0)                           \
  SOLD(avformat_open_input, -EIO, avformat_close_input, a) CALL(avformat_write_header, -EIO, 0)    \
  ALAS(avio_closep, -EIO, 0) CALL(avio_open, -EIO, 0)                                              \
  /* libavcodec. */                                                                                \
  CALL(av_bsf_alloc, -ENOMEM, 0) CALL(av_bsf_get_by_name, 0, 0) CALL(av_bsf_init, -ENOMEM, 0)      \
  CALL(av_bsf_receive_packet, -ENOMEM, 0) CALL(av_bsf_send_packet, -ENOMEM, 0)                     \
  CALL(av_new_packet, -ENOMEM, 0) CALL(av_packet_alloc, 0, 0)                                      \
  CALL(av_packet_side_data_new, 0, 0) CALL(avcodec_alloc_context3, 0, 0)                           \
  CALL(avcodec_find_decoder, 0, 0) CALL(avcodec_find_decoder_by_name, 0, 0)                        \
  CALL(avcodec_find_encoder_by_name, 0, 0) CALL(avcodec_open2, -ENOMEM, 0)                         \
  CALL(avcodec_parameters_alloc, 0, 0) CALL(avcodec_parameters_to_context, -ENOMEM, 0)             \
  CALL(avcodec_receive_frame, AVERROR_EXTERNAL, 0)                                                 \
  CALL(avcodec_receive_packet, AVERROR_EXTERNAL, 0) CALL(avcodec_send_frame, AVERROR_EXTERNAL, 0)  \
  CALL(avcodec_send_packet, AVERROR_EXTERNAL, 0)                                                   \
  /* libavutil, libswresample, libswscale. */                                                      \
  CALL(av_calloc, 0, 0) CALL(av_dict_set, -ENOMEM, 0) CALL(av_frame_alloc, 0, 0)                   \
  CALL(av_frame_get_buffer, -ENOMEM, 0) CALL(av_frame_make_writable, -ENOMEM, 0)                   \
  CALL(av_image_copy_to_buffer, -EINVAL, 0) CALL(av_mallocz, 0, 0)                                 \
  CALL(av_opt_set_int, -EINVAL, 0) CALL(swr_alloc_set_opts2, -ENOMEM, 0)                           \
  CALL(swr_convert, -ENOMEM, 0) CALL(swr_get_out_samples, -EINVAL, 0) CALL(swr_init, -ENOMEM, 0)   \
  CALL(swr_set_compensation, -EINVAL, 0) CALL(swr_set_matrix, -EINVAL, 0)                          \
  CALL(sws_alloc_context, 0, 0) CALL(sws_init_context, -ENOMEM, 0) CALL(sws_scale, -ENOMEM, 0)     \
  CALL(sws_setColorspaceDetails, -1, 0)                                                            \
  /* libavfilter, of which the program asks dlsym. */                                              \
  CALL(av_buffersink_get_frame, -ENOMEM, 0) CALL(av_buffersrc_add_frame_flags, -ENOMEM, 0)         \
  CALL(avfilter_get_by_name, 0, 0) CALL(avfilter_graph_alloc, 0, 0)                                \
  CALL(avfilter_graph_config, -ENOMEM, 0) CALL(avfilter_graph_create_filter, -ENOMEM, 0)           \
  CALL(avfilter_graph_get_filter, 0, 0) CALL(avfilter_graph_parse2, -ENOMEM, 0)                    \
  CALL(avfilter_link, -ENOMEM, 0)                                                                  \
  /* libv4l2. */                                                                                   \
  ALAS(v4l2_close, -1, EIO) CALL(v4l2_fd_open, -1, EIO) CALL(v4l2_ioctl, -1, EIO)                  \
  CALL(v4l2_mmap, -1, ENOMEM) CALL(v4l2_munmap, -1, EINVAL)                                        \
  /* libasound. */                                                                                 \
  CALL(snd_card_get_index, -ENODEV, 0) CALL(snd_card_get_name, -ENODEV, 0)                         \
  CALL(snd_card_next, -EIO, 0) CALL(snd_config_search, -ENOENT, 0)                                 \
  CALL(snd_config_update_ref, -ENOENT, 0) CALL(snd_ctl_card_info, -EIO, 0)                         \
  CALL(snd_ctl_card_info_malloc, -ENOMEM, 0) ALAS(snd_ctl_close, -EIO, 0)                          \
  CALL(snd_ctl_open, -EIO, 0) CALL(snd_ctl_pcm_info, -EIO, 0)                                      \
  CALL(snd_ctl_pcm_next_device, -EIO, 0) CALL(snd_pcm_avail, -EIO, 0) ALAS(snd_pcm_close, -EIO, 0) \
  CALL(snd_pcm_delay, -EIO, 0) CALL(snd_pcm_drop, -EIO, 0) CALL(snd_pcm_get_params, -EIO, 0)       \
  CALL(snd_pcm_htimestamp, -EIO, 0) CALL(snd_pcm_hw_params, -EIO, 0)                               \
  CALL(snd_pcm_hw_params_any, -EIO, 0) CALL(snd_pcm_hw_params_get_channels_min, -EINVAL, 0)        \
  CALL(snd_pcm_hw_params_get_rate, -EINVAL, 0) CALL(snd_pcm_hw_params_malloc, -ENOMEM, 0)          \
  CALL(snd_pcm_hw_params_set_access, -EINVAL, 0)                                                   \
  CALL(snd_pcm_hw_params_set_buffer_time_near, -EINVAL, 0)                                         \
  CALL(snd_pcm_hw_params_set_channels, -EINVAL, 0) CALL(snd_pcm_hw_params_set_format, -EINVAL, 0)  \
  CALL(snd_pcm_hw_params_set_period_time_near, -EINVAL, 0)                                         \
  CALL(snd_pcm_hw_params_set_rate_near, -EINVAL, 0)                                                \
  CALL(snd_pcm_hw_params_test_channels, -EINVAL, 0)                                                \
  CALL(snd_pcm_hw_params_test_format, -EINVAL, 0) CALL(snd_pcm_hw_params_test_rate, -EINVAL, 0)    \
  CALL(snd_pcm_info, -EIO, 0) CALL(snd_pcm_info_get_card, -EINVAL, 0)                              \
  CALL(snd_pcm_info_malloc, -ENOMEM, 0) CALL(snd_pcm_open, -EIO, 0) CALL(snd_pcm_prepare, -EIO, 0) \
  CALL(snd_pcm_readi, -EIO, 0) CALL(snd_pcm_set_params, -EINVAL, 0) CALL(snd_pcm_start, -EIO, 0)   \
  CALL(snd_pcm_sw_params, -EIO, 0) CALL(snd_pcm_sw_params_current, -EIO, 0)                        \
  CALL(snd_pcm_sw_params_malloc, -ENOMEM, 0) CALL(snd_pcm_sw_params_set_avail_min, -EINVAL, 0)     \
  CALL(snd_pcm_sw_params_set_tstamp_mode, -EINVAL, 0)                                              \
  CALL(snd_pcm_sw_params_set_tstamp_type, -EINVAL, 0) CALL(snd_pcm_wait, -EIO, 0)                  \
  CALL(snd_pcm_writei, -EIO, 0)                                                                    \
  /* ncurses: ERR. */                                                                              \
  CALL(clearok, -1, 0) CALL(curs_set, -1, 0) CALL(del_curterm, -1, 0) CALL(doupdate, -1, 0)        \
  CALL(endwin, -1, 0) CALL(init_extended_pair, -1, 0) CALL(leaveok, -1, 0)                         \
  CALL(mvwadd_wchnstr, -1, 0) CALL(newterm, 0, 0) CALL(noecho, -1, 0) CALL(nonl, -1, 0)            \
  CALL(raw, -1, 0) CALL(reset_prog_mode, -1, 0) CALL(resizeterm, -1, 0) CALL(setcchar, -1, 0)      \
  CALL(setupterm, -1, 0) CALL(start_color, -1, 0) CALL(tigetnum, -1, 0) CALL(tigetstr, 0, 0)       \
  CALL(typeahead, -1, 0) CALL(use_default_colors, -1, 0) CALL(werase, -1, 0)                       \
  CALL(wnoutrefresh, -1, 0) CALL(wredrawln, -1, 0)                                                 \
  /* libsixel. */                                                                                  \
  CALL(sixel_dither_get_palette, 0, 0) CALL(sixel_dither_initialize, SIXEL_BAD_ALLOCATION, 0)      \
  CALL(sixel_dither_new, SIXEL_BAD_ALLOCATION, 0) CALL(sixel_encode, SIXEL_BAD_ALLOCATION, 0)      \
  CALL(sixel_output_new, SIXEL_BAD_ALLOCATION, 0)

enum {
#define CALL(name, ...) index_##name,
#define ALAS CALL
#define SOLD CALL
#define LOOK CALL
  TABLE
#undef CALL
  tableLength
};

static const char *const names[tableLength] = {
#define CALL(name, ...) #name,
    TABLE
#undef CALL
};

static function real[tableLength];

/* What all processes count together: calls made so far, and calls made when the fault came. */
static _Atomic uint32_t (*counts)[2];
static int chosen = -1, chosenErrno;
static uint32_t chosenNumber;

/* Where the code of the program lies, and that of Swift's wrappers of variadic functions. */
static struct { uintptr_t begin, end; } code[8];
static int codeCount;

/* dlsym itself is among the functions that this library stands before. */
static void *find(void *library, const char *name) {
  static void *(*lookUp)(void *, const char *);
  if (!lookUp) lookUp = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.34");
  return lookUp(library, name);
}

static int findCode(struct dl_phdr_info *object, size_t size, void *unused) {
  const char *name = object->dlpi_name;
  if (*name && !strstr(name, "/libswiftGlibc.so")) return 0;
  for (int i = 0; i < object->dlpi_phnum && codeCount < 8; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    code[codeCount].begin = object->dlpi_addr + part->p_vaddr;
    code[codeCount].end = code[codeCount].begin + part->p_memsz;
    codeCount++;
  }
  return 0;
}

static void choose(const char *fault) {
  char name[64] = "";
  if (sscanf(fault, "%63[^:]:%u:%d", name, &chosenNumber, &chosenErrno) < 2) abort();
  for (int i = 0; i < tableLength; i++)
    if (!strcmp(name, names[i])) chosen = i;
  if (chosen < 0) abort();
}

__attribute__((constructor)) static void prepare(void) {
  char path[PATH_MAX] = "";
  const char *program = getenv("RUSHES_FAULTS_PROGRAM"), *file = getenv("RUSHES_FAULTS_COUNTS");
  if (readlink("/proc/self/exe", path, sizeof path - 1) < 0 || !program || strcmp(path, program))
    return;
  if (getenv("RUSHES_FAULT")) choose(getenv("RUSHES_FAULT"));
  int descriptor = file ? open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
  size_t size = tableLength * sizeof *counts;
  if (descriptor < 0 || ftruncate(descriptor, size)) abort();
  counts = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (counts == MAP_FAILED) abort();
  close(descriptor);
  dl_iterate_phdr(findCode, NULL);
}

static function plain(int index) {
  if (!real[index]) real[index] = (function)find(RTLD_NEXT, names[index]);
  return real[index];
}

/* True when this call is the one to fail. */
static int fails(int index, const void *caller) {
  uintptr_t place = (uintptr_t)caller;
  int isOwn = 0;
  for (int i = 0; i < codeCount; i++) isOwn |= place >= code[i].begin && place < code[i].end;
  if (!isOwn) return 0;
  uint32_t number = ++counts[index][0];
  if (index != chosen || number != chosenNumber) return 0;
  for (int i = 0; i < tableLength; i++) counts[i][1] = counts[i][0];
  return 1;
}

/* What every function is: `fail` says what it does instead of its work when its turn has come. */
#define FUNCTION(name, fail)                                                                       \
  word fault_##name(word a, word b, word c, word d, word e, word f, word g, word h, word i, word j)\
      __asm__(#name);                                                                              \
  word fault_##name(word a, word b, word c, word d, word e, word f, word g, word h, word i, word j)\
  {                                                                                                \
    if (counts && fails(index_##name, __builtin_return_address(0))) { fail }                       \
    return plain(index_##name)(a, b, c, d, e, f, g, h, i, j);                                       \
  }
#define FAIL(result, code)                                                                         \
  errno = chosenErrno && code ? chosenErrno : code;                                                \
  return (word)result;

#define CALL(name, result, code) FUNCTION(name, FAIL(result, code))
#undef ALAS
#define ALAS(name, result, code)                                                                   \
  FUNCTION(name, plain(index_##name)(a, b, c, d, e, f, g, h, i, j); FAIL(result, code))
#undef SOLD
#define SOLD(name, result, undo, owned)                                                            \
  FUNCTION(name, ((function)find(RTLD_DEFAULT, #undo))(owned, 0, 0, 0, 0, 0, 0, 0, 0, 0);    \
           FAIL(result, 0))
#undef LOOK
#define LOOK(name, ...) void *fault_##name(void *, const char *) __asm__(#name);
TABLE

/* A function that is found by its name gets in between all the same. */
void *fault_dlsym(void *library, const char *name) {
  if (counts && fails(index_dlsym, __builtin_return_address(0))) return NULL;
  void *found = find(library, name);
  if (!counts || !found) return found;
#define HERE(name) (void *)fault_##name
  static void *const here[tableLength] = {
#undef CALL
#undef ALAS
#undef SOLD
#undef LOOK
#define CALL(name, ...) HERE(name),
#define ALAS CALL
#define SOLD CALL
#define LOOK CALL
      TABLE};
  for (int i = 0; i < tableLength; i++)
    if (!strcmp(name, names[i])) {
      real[i] = (function)found;
      return here[i];
    }
  return found;
}
