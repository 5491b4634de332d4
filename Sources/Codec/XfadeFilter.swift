import CLibAV
import Recording
import Units

/// FFmpeg's `xfade` filter with two pictures going in side by side.
final class XfadeFilter {
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private let sources: [UnsafeMutablePointer<AVFilterContext>]
  private let sink: UnsafeMutablePointer<AVFilterContext>
  private let mixed: Picture
  private let subject: String
  private var next: Int64 = 0

  /// Builds the filter for a transition of `length` frames on a grid of `rate`.
  init(
    _ kind: Transition.Kind, length: Int64, size: PixelSize, rate: FrameRate
  ) throws(CodecError) {
    subject = "the filter xfade (\(kind.rawValue))"
    mixed = try Picture()
    let graph = try allocated(cav_avfilter_graph_alloc(), .prepare, subject)
    self.graph = graph
    // The crew's lanes are the threads.
    graph.pointee.nb_threads = 1
    let source =
      "video_size=\(size):pix_fmt=yuv420p:time_base=\(rate.seconds)/\(rate.frames):"
      + "frame_rate=\(rate.frames)/\(rate.seconds):pixel_aspect=1/1"
    let first = try Self.add("buffer", source, to: graph, subject)
    let second = try Self.add("buffer", source, to: graph, subject)
    let duration = rate.time(ofFrame: length).nanoseconds / 1000
    let fade = try Self.add(
      "xfade", "transition=\(kind.rawValue):offset=0:duration=\(duration)us", to: graph, subject)
    let format = try Self.add("format", "pix_fmts=yuv420p", to: graph, subject)
    sink = try Self.add("buffersink", nil, to: graph, subject)
    sources = [first, second]
    try checked(cav_avfilter_link(first, 0, fade, 0), .prepare, subject)
    try checked(cav_avfilter_link(second, 0, fade, 1), .prepare, subject)
    try checked(cav_avfilter_link(fade, 0, format, 0), .prepare, subject)
    try checked(cav_avfilter_link(format, 0, sink, 0), .prepare, subject)
    try checked(cav_avfilter_graph_config(graph), .prepare, subject)
  }

  deinit { cav_avfilter_graph_free(&graph) }

  /// The frame `elapsed` frames into the transition; good until the next call.
  func mix(
    _ outgoing: UnsafeMutablePointer<AVFrame>, _ incoming: UnsafeMutablePointer<AVFrame>,
    elapsed: Int64
  ) throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
    // It counts from the first pair it gets: one that begins in the midst is brought there.
    while next <= elapsed {
      for (source, picture) in zip(sources, [outgoing, incoming]) {
        picture.pointee.pts = next
        try checked(
          cav_av_buffersrc_add_frame_flags(source, picture, Int32(AV_BUFFERSRC_FLAG_KEEP_REF)),
          .scale, subject)
      }
      av_frame_unref(mixed.pointer)
      try checked(cav_av_buffersink_get_frame(sink, mixed.pointer), .scale, subject)
      next += 1
    }
    // Nothing has begun yet, where some kinds of the filter already paint a column of garbage.
    return elapsed == 0 ? outgoing : mixed.pointer
  }

  private static func add(
    _ name: String, _ arguments: String?, to graph: UnsafeMutablePointer<AVFilterGraph>,
    _ subject: String
  ) throws(CodecError) -> UnsafeMutablePointer<AVFilterContext> {
    var context: UnsafeMutablePointer<AVFilterContext>?
    try checked(
      cav_avfilter_graph_create_filter(
        &context, cav_avfilter_get_by_name(name), nil, arguments, graph),
      .prepare, subject)
    return try allocated(context, .prepare, subject)
  }
}
