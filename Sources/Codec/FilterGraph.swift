import CLibAV

/// An AVFilterGraph with one way in and one way out.
struct FilterGraph: ~Copyable {
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private let source: UnsafeMutablePointer<AVFilterContext>
  private let sink: UnsafeMutablePointer<AVFilterContext>

  /// Builds a graph from libavfilter's own notation, in which the way in is called `buffer@in` and
  /// the way out `buffersink@out`.
  init(_ text: String) throws(CodecError) {
    var graph: UnsafeMutablePointer<AVFilterGraph>? = try allocated(
      cav_avfilter_graph_alloc(), .prepare, "libavfilter")
    var inputs: UnsafeMutablePointer<AVFilterInOut>?
    var outputs: UnsafeMutablePointer<AVFilterInOut>?
    var result = cav_avfilter_graph_parse2(graph, text, &inputs, &outputs)
    cav_avfilter_inout_free(&inputs)
    cav_avfilter_inout_free(&outputs)
    if result >= 0 { result = cav_avfilter_graph_config(graph) }
    guard result >= 0, let source = cav_avfilter_graph_get_filter(graph, "buffer@in"),
      let sink = cav_avfilter_graph_get_filter(graph, "buffersink@out")
    else {
      cav_avfilter_graph_free(&graph)
      throw CodecError(.scale, AVCode(rawValue: min(result, -1)), "libavfilter (\(text))")
    }
    self.graph = graph
    self.source = source
    self.sink = sink
  }

  deinit {
    var graph = graph
    cav_avfilter_graph_free(&graph)
  }

  /// Time base of what comes out.
  var timeBase: AVRational { cav_av_buffersink_get_time_base(sink) }

  /// Gives a frame to the graph, which takes its content over, or the end with nil.
  func push(_ frame: UnsafeMutablePointer<AVFrame>?) throws(CodecError) {
    try checked(cav_av_buffersrc_add_frame_flags(source, frame, 0), .scale, "libavfilter")
  }

  /// Takes the next finished frame; nil when the graph needs more first, or has ended.
  func pull() throws(CodecError) -> Picture? {
    let picture = try Picture()
    let result = AVCode(rawValue: cav_av_buffersink_get_frame(sink, picture.pointer))
    if result == .again || result == .endOfFile { return nil }
    try checked(result.rawValue, .scale, "libavfilter")
    return picture
  }
}
