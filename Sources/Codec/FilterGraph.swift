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
      avfilter_graph_alloc(), .prepare, "libavfilter")
    var inputs: UnsafeMutablePointer<AVFilterInOut>?
    var outputs: UnsafeMutablePointer<AVFilterInOut>?
    var result = avfilter_graph_parse2(graph, text, &inputs, &outputs)
    avfilter_inout_free(&inputs)
    avfilter_inout_free(&outputs)
    if result >= 0 { result = avfilter_graph_config(graph, nil) }
    guard result >= 0, let source = avfilter_graph_get_filter(graph, "buffer@in"),
      let sink = avfilter_graph_get_filter(graph, "buffersink@out")
    else {
      avfilter_graph_free(&graph)
      throw CodecError(.scale, AVCode(rawValue: min(result, -1)), "libavfilter (\(text))")
    }
    self.graph = graph
    self.source = source
    self.sink = sink
  }

  deinit {
    var graph = graph
    avfilter_graph_free(&graph)
  }

  /// Time base of what comes out.
  var timeBase: AVRational { av_buffersink_get_time_base(sink) }

  /// Gives a frame to the graph, which takes its content over, or the end with nil.
  func push(_ frame: UnsafeMutablePointer<AVFrame>?) throws(CodecError) {
    try checked(av_buffersrc_add_frame_flags(source, frame, 0), .scale, "libavfilter")
  }

  /// Takes the next finished frame; nil when the graph needs more first, or has ended.
  func pull() throws(CodecError) -> Picture? {
    let picture = try Picture()
    let result = AVCode(rawValue: av_buffersink_get_frame(sink, picture.pointer))
    if result == .again || result == .endOfFile { return nil }
    try checked(result.rawValue, .scale, "libavfilter")
    return picture
  }
}
