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

  /// Conforms `sources` to the first one, or to `size` and `rate` where they are given.
  package init(_ sources: [Source], size: PixelSize?, rate: FrameRate?, quality: Int) {
    let first = sources.first?.facts
    let size = (size ?? first?.size ?? PixelSize(width: 16, height: 16)).roundedToEven
    let rate = rate ?? first?.rate ?? .thirty
    let model = sources.map(\.facts).first {
      $0.flaw == nil && $0.size == size && $0.rate == rate
    }
    var obstacles = sources.map { Self.obstacle(to: $0.facts, size: size, rate: rate, model) }
    // New pictures are coded in BT.709: beside others of another meaning they would look wrong.
    if let model, model.colour != .take, obstacles.contains(where: { $0 != nil }) {
      obstacles = obstacles.map { $0 ?? "its colours are not those of the files beside it" }
    }
    clips = zip(sources, obstacles).map { Self.clip($0, on: rate, obstacle: $1) }
    settings = VideoSettings(size: size, rate: rate, quality: quality)
    let copied = zip(sources, obstacles).filter { $1 == nil }.map(\.0.facts)
    colour = copied.first?.colour ?? .take
    reorder = copied.map(\.reorder).max() ?? 0
  }

  private static func obstacle(
    to facts: SourceFacts, size: PixelSize, rate: FrameRate, _ model: SourceFacts?
  ) -> String? {
    if let flaw = facts.flaw { return flaw }
    if facts.size != size { return "its size is \(facts.size), the movie's \(size)" }
    if facts.rate != rate { return "it has \(facts.rate) frames a second, the movie \(rate)" }
    if facts.configuration != model?.configuration {
      return "it was coded with other settings than the first file"
    }
    if facts.colour != model?.colour { return "its colours are tagged otherwise" }
    return nil
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
