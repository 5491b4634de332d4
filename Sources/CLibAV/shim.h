#pragma once
#include <libavcodec/avcodec.h>
#include <libavcodec/bsf.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <dlfcn.h>
#include <malloc.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Opaque before FFmpeg 8, a struct since: two different Swift types behind one name. */
typedef struct SwsContext *cav_scaler;

/* Macros before FFmpeg 8, an enumeration since. Bicubic, because it keeps edges when a picture is
   fitted; exact rounding, because MMX's own costs up to two levels. */
static inline int cav_scaler_flags(void) { return SWS_BICUBIC | SWS_ACCURATE_RND; }
/* The mean of what becomes one pixel: neither flickering nor noise in a picture of a few pixels. */
static inline int cav_preview_flags(void) { return SWS_AREA; }

/* Swift does not import the macro FFERRTAG, which these codes are made with. */
static inline int cav_error_eof(void) { return AVERROR_EOF; }
static inline int cav_error_invalid_data(void) { return AVERROR_INVALIDDATA; }
static inline int cav_error_encoder_not_found(void) { return AVERROR_ENCODER_NOT_FOUND; }
static inline int cav_error_decoder_not_found(void) { return AVERROR_DECODER_NOT_FOUND; }
static inline int cav_error_muxer_not_found(void) { return AVERROR_MUXER_NOT_FOUND; }
static inline int cav_error_option_not_found(void) { return AVERROR_OPTION_NOT_FOUND; }
static inline int cav_error_stream_not_found(void) { return AVERROR_STREAM_NOT_FOUND; }

/* Swift does not import a macro with a cast in it. */
static inline int64_t cav_no_pts(void) { return AV_NOPTS_VALUE; }

/* A field before FFmpeg 7, a flag since. */
static inline int cav_is_interlaced(const AVFrame *frame) {
#ifdef AV_FRAME_FLAG_INTERLACED
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

/* A stream's side data moved from the stream to its parameters in FFmpeg 6.1. The matrix is that of
   a movie's track header: nine numbers, owned by the stream; NULL when the picture lies as it is.
   ISO/IEC 14496-12. */
static inline int32_t *cav_new_display_matrix(AVStream *stream) {
  size_t size = 9 * sizeof(int32_t);
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  AVPacketSideData *data = av_packet_side_data_new(
      &stream->codecpar->coded_side_data, &stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX, size, 0);
  return data ? (int32_t *)data->data : NULL;
#else
  return (int32_t *)av_stream_new_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, size);
#endif
}
static inline const int32_t *cav_display_matrix(const AVStream *stream) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX);
  return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)data->data : NULL;
#else
  size_t size = 0;
  const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
#endif
}

/* The log callback gets a va_list, which a Swift closure cannot take on every processor. The sink
   is kept inside a function because Swift does not emit a variable of a header. */
typedef void (*cav_log_sink)(int level, const char *line);
static inline cav_log_sink *cav_log_place(void) {
  static cav_log_sink sink;
  return &sink;
}
static inline void cav_log_line(void *from, int level, const char *format, va_list arguments) {
  char line[512];
  int starts_line = 1;
  /* The low byte is the level, the next one a colour. */
  if ((level & 0xff) > AV_LOG_WARNING) return;
  av_log_format_line2(from, level, format, arguments, line, sizeof line, &starts_line);
  (*cav_log_place())(level & 0xff, line);
}
static inline void cav_log_to(cav_log_sink sink) {
  *cav_log_place() = sink;
  av_log_set_callback(cav_log_line);
}

/* These are macros of a header that Swift's Glibc leaves out. */
static inline void cav_keep_heap_small(int big) {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_THRESHOLD, big);
}

/* Samples on their way from one picture to another, `weight` of 32768 of it done. Neither Swift nor
   the compiler's own vectors come down to the one instruction that takes the upper halves of eight
   products (PMULHW), five times as fast: twice a difference fits its 16 bits. */
static inline void cav_blend(
    uint8_t *target, const uint8_t *from, const uint8_t *to, size_t count, int16_t weight) {
  size_t index = 0;
#ifdef __SSE2__
  const __m128i zero = _mm_setzero_si128(), share = _mm_set1_epi16(weight);
  for (; index + 16 <= count; index += 16) {
    __m128i first = _mm_loadu_si128((const __m128i *)(from + index));
    __m128i second = _mm_loadu_si128((const __m128i *)(to + index));
    __m128i low = _mm_unpacklo_epi8(first, zero), high = _mm_unpackhi_epi8(first, zero);
    __m128i step = _mm_slli_epi16(_mm_sub_epi16(_mm_unpacklo_epi8(second, zero), low), 1);
    low = _mm_add_epi16(low, _mm_mulhi_epi16(step, share));
    step = _mm_slli_epi16(_mm_sub_epi16(_mm_unpackhi_epi8(second, zero), high), 1);
    high = _mm_add_epi16(high, _mm_mulhi_epi16(step, share));
    _mm_storeu_si128((__m128i *)(target + index), _mm_packus_epi16(low, high));
  }
#endif
  for (; index < count; index++)
    target[index] = from[index] + ((to[index] - from[index]) * weight >> 15);
}

/* libavfilter brings thirty libraries along that nothing else here needs, and each start of the
   program would wait for them, 17 ms. So it is loaded by the first call; where it is missing, all
   of them fail as for want of a filter. */
static inline void *cav_filter_function(const char *name) {
  void *library =
      dlopen("libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR), RTLD_LAZY | RTLD_LOCAL);
  return library ? dlsym(library, name) : NULL;
}
#define CAV_FILTER_CALL(type, name, parameters, arguments, otherwise)            \
  static inline type cav_##name parameters {                                     \
    __typeof__(&name) function = (__typeof__(&name))cav_filter_function(#name);  \
    return function ? function arguments : otherwise;                            \
  }
CAV_FILTER_CALL(AVFilterGraph *, avfilter_graph_alloc, (void), (), NULL)
CAV_FILTER_CALL(const AVFilter *, avfilter_get_by_name, (const char *name), (name), NULL)
CAV_FILTER_CALL(
    AVFilterContext *, avfilter_graph_get_filter, (AVFilterGraph *graph, const char *name),
    (graph, name), NULL)
CAV_FILTER_CALL(
    int, avfilter_graph_create_filter,
    (AVFilterContext **made, const AVFilter *filter, const char *name, const char *arguments,
     AVFilterGraph *graph),
    (made, filter, name, arguments, NULL, graph), AVERROR_FILTER_NOT_FOUND)
CAV_FILTER_CALL(
    int, avfilter_graph_parse2,
    (AVFilterGraph *graph, const char *text, AVFilterInOut **inputs, AVFilterInOut **outputs),
    (graph, text, inputs, outputs), AVERROR_FILTER_NOT_FOUND)
CAV_FILTER_CALL(
    int, avfilter_link,
    (AVFilterContext *from, unsigned output, AVFilterContext *to, unsigned input),
    (from, output, to, input), AVERROR_FILTER_NOT_FOUND)
CAV_FILTER_CALL(
    int, avfilter_graph_config, (AVFilterGraph *graph), (graph, NULL), AVERROR_FILTER_NOT_FOUND)
CAV_FILTER_CALL(
    int, av_buffersrc_add_frame_flags, (AVFilterContext *source, AVFrame *frame, int flags),
    (source, frame, flags), AVERROR_FILTER_NOT_FOUND)
CAV_FILTER_CALL(
    int, av_buffersink_get_frame, (AVFilterContext *sink, AVFrame *frame), (sink, frame),
    AVERROR_FILTER_NOT_FOUND)
CAV_FILTER_CALL(
    AVRational, av_buffersink_get_time_base, (const AVFilterContext *sink), (sink),
    ((AVRational){0, 1}))
CAV_FILTER_CALL(void, avfilter_graph_free, (AVFilterGraph **graph), (graph), (void)0)
CAV_FILTER_CALL(void, avfilter_inout_free, (AVFilterInOut **list), (list), (void)0)
