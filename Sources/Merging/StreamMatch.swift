package import Recording
package import Units

/// Decides what a movie of media files will be, and which of them can go into it as they are.
package struct StreamMatch: Sendable, Hashable {
  /// One file and what of it is to play.
  package struct Source: Sendable, Hashable {
    /// The file.
    package var facts: SourceFacts
    /// Where it begins to play, counted from its first picture; nil for its beginning.
    package var begin: MediaTime?
    /// Where it stops; nil for its end.
    package var end: MediaTime?
    /// The chapter's name.
    package var title: String
    /// How the file before goes over into this one.
    package var transition: Transition?

    /// Plays a file, or the part of it from `begin` to `end`.
    package init(
      facts: SourceFacts, begin: MediaTime? = nil, end: MediaTime? = nil, title: String,
      transition: Transition? = nil
    ) {
      self.facts = facts
      self.begin = begin
      self.end = end
      self.title = title
      self.transition = transition
    }
  }

  /// The clips, each with the reason if it cannot be copied.
  package let clips: [Clip]
  /// How the movie's pictures are coded.
  package let settings: VideoSettings
  /// What the movie's pictures mean.
  package let colour: ColourCode
  /// Frames by which decoding has to be ahead of showing.
  package let reorder: Int64

  /// Conforms `sources` to the first one, or to `size` and `rate` where they are given; `container`
  /// is what the movie's container takes.
  ///
  /// New frames are made in H.264 alone. So the movie is of another codec only when all frames of
  /// all files can be copied into it; else it is of H.264, and its plan says why.
  package init(
    _ sources: [Source], size: PixelSize?, rate: FrameRate?, quality: Int,
    container: Set<VideoCodec>
  ) {
    let first = sources.first?.facts
    let size = (size ?? first?.size ?? PixelSize(width: 16, height: 16)).roundedToEven
    let rate = rate ?? first?.rate ?? .thirty
    var form = Form(of: first?.codec ?? .h264, size: size, rate: rate, sources)
    if form.codec != .h264, let refusal = Self.refusal(of: form, sources, container) {
      form = Form(of: .h264, size: size, rate: rate, sources)
      form.refusal = refusal
    }
    var obstacles = sources.map { form.obstacle(to: $0.facts) }
    // New pictures are coded in BT.709: beside others of another meaning they would look wrong.
    if let model = form.model, model.colour != .take, obstacles.contains(where: { $0 != nil }) {
      obstacles = obstacles.map { $0 ?? "its colours are not those of the files beside it" }
    }
    clips = zip(sources, obstacles).map { Self.clip($0, on: rate, obstacle: $1) }
    settings = VideoSettings(size: size, rate: rate, quality: quality, codec: form.codec)
    let copied = zip(sources, obstacles).filter { $1 == nil }.map(\.0.facts)
    colour = copied.first?.colour ?? .take
    reorder = copied.map(\.reorder).max() ?? 0
  }

  /// Why a movie cannot have `form`, whose codec is not H.264; nil when it can.
  private static func refusal(
    of form: Form, _ sources: [Source], _ container: Set<VideoCodec>
  ) -> String? {
    guard container.contains(form.codec) else {
      return "the movie's container does not take it: a .mov or .mkv would"
    }
    for source in sources {
      if let obstacle = form.obstacle(to: source.facts) {
        return "\(source.title) cannot be copied: \(obstacle)"
      }
    }
    let clips = sources.map { clip($0, on: form.rate, obstacle: nil) }
    let reasons = MergePlan(clips: clips, rate: form.rate).segments.flatMap { segment in
      if case .code(let stretch) = segment { stretch.reasons } else { [Stretch.Reason]() }
    }
    if reasons.isEmpty { return nil }
    let isCut = reasons.allSatisfy { if case .cut = $0 { true } else { false } }
    let what = isCut ? "a cut between two key frames" : "a transition"
    return "\(what) needs new frames, which are made in h264 only"
  }

  private static func clip(_ source: Source, on rate: FrameRate, obstacle: String?) -> Clip {
    let facts = source.facts
    let length = max(1, rate.frame(nearest: facts.length))
    let begin = source.begin.map { rate.frame(nearest: $0) } ?? 0
    let end = source.end.map { rate.frame(nearest: $0) } ?? length
    return Clip(
      path: facts.path, origin: .media(start: facts.start), title: source.title, length: length,
      range: min(begin, length)..<max(min(begin, length), min(end, length)),
      keys: .at(facts.keys), endsAnywhere: facts.reorder == 0, obstacle: obstacle,
      hasAudio: facts.hasAudio, transition: source.transition)
  }
}

/// What packets have to be like to be copied into one movie.
private struct Form {
  let codec: VideoCodec
  let size: PixelSize
  let rate: FrameRate
  /// The first file that could be copied: all others have to agree with it.
  let model: SourceFacts?
  /// Why the movie is not of the first file's codec.
  var refusal: String?

  init(of codec: VideoCodec, size: PixelSize, rate: FrameRate, _ sources: [StreamMatch.Source]) {
    self.codec = codec
    self.size = size
    self.rate = rate
    model = sources.map(\.facts).first {
      $0.flaw == nil && $0.codec == codec && $0.size == size && $0.rate == rate
    }
  }

  func obstacle(to facts: SourceFacts) -> String? {
    if let flaw = facts.flaw { return flaw }
    guard let found = facts.codec, found == codec else {
      let name = facts.codec.map(\.rawValue) ?? "of another codec"
      return refusal.map { "it is \(name), and \($0)" } ?? "it is \(name), not \(codec)"
    }
    if facts.size != size { return "its size is \(facts.size), the movie's \(size)" }
    if facts.rate != rate { return "it has \(facts.rate) frames a second, the movie \(rate)" }
    if facts.configuration != model?.configuration {
      return "it was coded with other settings than the first file"
    }
    if facts.samples != model?.samples { return "its pixels are \(facts.samples)" }
    if facts.colour != model?.colour { return "its colours are tagged otherwise" }
    return nil
  }
}
