#pragma once
#include <errno.h>
#include <fcntl.h>
#include <libv4l2.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

// Every call answers -errno, so that nothing that runs in between can overwrite errno.

// Swift does not see request numbers: they are made by macros that take sizeof.
static const unsigned long cv4l2_querycap = VIDIOC_QUERYCAP;
static const unsigned long cv4l2_enum_fmt = VIDIOC_ENUM_FMT;
static const unsigned long cv4l2_enum_framesizes = VIDIOC_ENUM_FRAMESIZES;
static const unsigned long cv4l2_enum_frameintervals = VIDIOC_ENUM_FRAMEINTERVALS;
static const unsigned long cv4l2_g_input = VIDIOC_G_INPUT;
static const unsigned long cv4l2_s_input = VIDIOC_S_INPUT;
static const unsigned long cv4l2_enuminput = VIDIOC_ENUMINPUT;
static const unsigned long cv4l2_query_dv_timings = VIDIOC_QUERY_DV_TIMINGS;
static const unsigned long cv4l2_s_dv_timings = VIDIOC_S_DV_TIMINGS;
static const unsigned long cv4l2_subscribe_event = VIDIOC_SUBSCRIBE_EVENT;
static const unsigned long cv4l2_dqevent = VIDIOC_DQEVENT;
static const unsigned long cv4l2_s_fmt = VIDIOC_S_FMT;
static const unsigned long cv4l2_g_fmt = VIDIOC_G_FMT;
static const unsigned long cv4l2_g_selection = VIDIOC_G_SELECTION;
static const unsigned long cv4l2_s_selection = VIDIOC_S_SELECTION;
static const unsigned long cv4l2_s_parm = VIDIOC_S_PARM;
static const unsigned long cv4l2_g_parm = VIDIOC_G_PARM;
static const unsigned long cv4l2_s_ctrl = VIDIOC_S_CTRL;
static const unsigned long cv4l2_reqbufs = VIDIOC_REQBUFS;
static const unsigned long cv4l2_querybuf = VIDIOC_QUERYBUF;
static const unsigned long cv4l2_qbuf = VIDIOC_QBUF;
static const unsigned long cv4l2_dqbuf = VIDIOC_DQBUF;
static const unsigned long cv4l2_streamon = VIDIOC_STREAMON;
static const unsigned long cv4l2_streamoff = VIDIOC_STREAMOFF;

// Neither does it see the numbers of controls, which are sums in macros.
static const unsigned int cv4l2_gop_size = V4L2_CID_MPEG_VIDEO_GOP_SIZE;
static const unsigned int cv4l2_key_period = V4L2_CID_MPEG_VIDEO_H264_I_PERIOD;
static const unsigned int cv4l2_b_frames = V4L2_CID_MPEG_VIDEO_B_FRAMES;
static const unsigned int cv4l2_repeat_sets = V4L2_CID_MPEG_VIDEO_REPEAT_SEQ_HEADER;

// open(2) is variadic. The node is opened without libv4l2, whose other calls let descriptors pass
// that were not given to it: native formats and several planes then come from the driver itself.
static inline int cv4l2_open(const char *path) {
  int descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

// errno. Gives the node to libv4l2, which from then on converts formats.
static inline int cv4l2_adopt(int descriptor) {
  return v4l2_fd_open(descriptor, 0) < 0 ? -errno : 0;
}

// errno.
static inline int cv4l2_close(int descriptor) {
  return v4l2_close(descriptor) < 0 ? -errno : 0;
}

// v4l2_ioctl is variadic.
static inline int cv4l2_ioctl(int descriptor, unsigned long request, void *argument) {
  return v4l2_ioctl(descriptor, request, argument) < 0 ? -errno : 0;
}

// MAP_FAILED is a cast and not seen by Swift.
static inline int cv4l2_map(int descriptor, size_t length, int64_t offset, void **address) {
  void *mapped = v4l2_mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset);
  if (mapped == MAP_FAILED) return -errno;
  *address = mapped;
  return 0;
}

// errno.
static inline int cv4l2_unmap(void *address, size_t length) {
  return v4l2_munmap(address, length) < 0 ? -errno : 0;
}

// errno. The events that came up, 0 when none did within the time.
static inline int cv4l2_poll(int descriptor, int milliseconds) {
  struct pollfd watched = {.fd = descriptor, .events = POLLIN | POLLPRI, .revents = 0};
  int count = poll(&watched, 1, milliseconds);
  return count < 0 ? -errno : count == 0 ? 0 : watched.revents;
}

// v4l2_log_file is a mutable global, which Swift 6 refuses; while it is NULL libv4l2 writes its
// log on the terminal.
static inline void cv4l2_silence(void) {
  if (v4l2_log_file == NULL) v4l2_log_file = fopen("/dev/null", "we");
}
