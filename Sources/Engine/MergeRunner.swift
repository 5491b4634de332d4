import Frames
import Lanes
package import Merging
package import Recording
package import Units

/// Makes the movie on the merge lane: copies what can be copied, and has the rest coded anew on
/// other lanes ahead of its turn.
package struct MergeRunner: Sendable {
  /// How a merge ended without failing.
  package enum Outcome: Sendable, Hashable {
    /// The movie stands under its final name.
    case saved(SavedMovie)
    /// It was cancelled and nothing is left of it.
    case cancelled
  }

  /// Frames that are coded anew in one go: ten key frame groups.
  private static let mostCodedAtOnce: Int64 = 300
  /// What coding a frame anew costs, counted in copied frames; for the progress alone.
  private static let codingCost: Int64 = 20

  private struct Cancelled: Error {}

  private let tools: EngineTools
  private let plan: MergePlan
  private let settings: VideoSettings
  private let colour: ColourCode
  private let reorder: Int64
  private let turn: Framing.Rotation
  private let place: any MoviePlace
  private let bank: SoundBank?
  /// What the movie of a live photo shares with its still; such a movie has no chapters.
  package var identifier: String?
  private let crew = Lane.crew("merge")

  /// Prepares to carry out `plan` for pictures coded by `settings`, whose numbers mean `colour`,
  /// or what the plan says, and which players shall `turn`.
  ///
  /// Decoding has to be ahead of showing by `reorder` frames. Sound that `bank` has is not coded
  /// again.
  package init(
    tools: EngineTools, plan: MergePlan, settings: VideoSettings, colour: ColourCode? = nil,
    reorder: Int64 = 0, turn: Framing.Rotation = .upright, place: any MoviePlace,
    bank: SoundBank? = nil
  ) {
    self.tools = tools
    self.plan = plan
    self.settings = settings
    self.colour = colour ?? plan.colour
    self.reorder = reorder
    self.turn = turn
    self.place = place
    self.bank = bank
  }

  /// Writes, checks and publishes the movie.
  ///
  /// - Parameters:
  ///   - advanced: told how much is done, 0…1.
  ///   - isCancelled: asked often, on any lane; true stops and leaves nothing.
  /// - Returns: how it ended.
  /// - Throws: what the hands throw, or a `Problem`; nothing is left of the movie then.
  package func run(
    advanced: (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
  ) throws -> Outcome {
    let temporary = try place.temporaryPath()
    do {
      let specification = try self.specification()
      let movie = try tools.makeMovie(temporary, specification)
      let pictures = try write(
        movie, specification, advanced: { advanced($0 * 0.9) }, isCancelled)
      try movie.finish()
      advanced(0.95)
      try tools.checkMovie(temporary, specification, movie)
      if isCancelled() { throw Cancelled() }
      let (path, bytes) = try place.publish(temporary)
      var saved = SavedMovie(path: path, length: plan.duration, bytes: bytes, frames: pictures)
      // It stands, whatever comes now.
      do { try place.settle() } catch { saved.doubt = tools.describe(error).sentence }
      advanced(1)
      return .saved(saved)
    } catch is Cancelled {
      place.discard(temporary)
      return .cancelled
    } catch {
      place.discard(temporary)
      throw error
    }
  }

  private func specification() throws -> MovieSpecification {
    guard !plan.parts.isEmpty else { throw Problem(.failed, "There is no take to save.") }
    var movie = MovieSpecification(
      settings: settings, configuration: try copiedConfiguration() ?? [], frames: plan.frames,
      samples: plan.hasAudio ? plan.samples : nil,
      chapters: plan.parts.map { .init(title: $0.clip.title, frames: $0.chapter) },
      runs: plan.segments.map { segment in
        if case .copy = segment { return .init(frames: segment.frames, isCopied: true) }
        return .init(frames: segment.frames, isCopied: false)
      }, colour: colour, reorder: reorder)
    movie.turn = turn
    movie.identifier = identifier
    if identifier != nil { movie.chapters = [] }
    if plan.codedFrames > 0 {
      movie.configuration = try tools.joinConfiguration(movie)
    }
    return movie
  }

  /// That of the first clip that is copied, if there is one.
  private func copiedConfiguration() throws -> [UInt8]? {
    for case .copy(_, let part, _) in plan.segments {
      return try tools.readPictures(plan.parts[part].clip, plan.rate).configuration
    }
    return nil
  }

  /// Writes pictures and sound; returns how many pictures there are.
  private func write(
    _ movie: any MovieWriter, _ specification: MovieSpecification,
    advanced: (Double) -> Void, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> Int64 {
    let sound =
      plan.hasAudio
      ? SoundTrack(SoundPlan(plan), tools: tools, bank: bank, lanes: crew, movie: movie) : nil
    defer { sound?.abandon() }
    let coded = codedPictures(specification, isCancelled)
    defer { coded.abandon() }
    var (pictures, done): (Int64, Int64) = (0, 0)
    let all = max(1, plan.frames + plan.codedFrames * Self.codingCost)
    func write(_ packet: EncodedPacket, cost: Int64) throws {
      if isCancelled() { throw Cancelled() }
      try sound?.write(upTo: plan.rate.samples(ofFrame: packet.frame))
      try movie.writeVideo(packet)
      pictures += 1
      done += cost
      advanced(Double(done) / Double(all))
    }
    for segment in plan.segments {
      // Begins before the copying that comes first, not when its turn has come.
      try coded.fill()
      switch segment {
      case .copy(let frames, let part, let source):
        try copy(frames, of: plan.parts[part].clip, from: source, specification) {
          try write($0, cost: $0.count)
        }
      case .code(let stretch):
        var missing = Int64(stretch.frames.count)
        while missing > 0, let packets = try coded.next() {
          missing -= Int64(packets.count)
          for packet in packets { try write(packet, cost: 1 + Self.codingCost) }
        }
      }
    }
    try sound?.write(upTo: .max)
    return pictures
  }

  /// Codes what cannot be copied, piece by piece in the order of the movie.
  private func codedPictures(
    _ specification: MovieSpecification, _ isCancelled: @escaping @Sendable () -> Bool
  ) -> Ahead<Stretch, [EncodedPacket]> {
    var pieces = plan.segments.flatMap { segment -> [Stretch] in
      guard case .code(let stretch) = segment else { return [] }
      return stretch.pieces(ofAtMost: Self.mostCodedAtOnce)
    }[...]
    // One more than can be worked on at once, so that writing one keeps nobody waiting.
    return Ahead(lanes: crew, width: crew.count + 1) {
      pieces.popFirst()
    } work: { [tools, plan] stretch in
      try tools.codeStretch(stretch, plan, specification) {
        if isCancelled() { throw Cancelled() }
      }
    }
  }

  /// Copies the packets of one clip.
  private func copy(
    _ frames: Range<Int64>, of clip: Clip, from source: Int64,
    _ specification: MovieSpecification, _ write: (EncodedPacket) throws -> Void
  ) throws {
    let reader = try tools.readPictures(clip, plan.rate)
    guard reader.configuration == specification.copied else {
      throw Problem(
        .failed,
        "\(clip.title) was coded with other settings than the first take and cannot be joined by "
          + "copying; the takes are kept.")
    }
    let wanted = source..<source + Int64(frames.count)
    var copied: Int64 = 0
    while copied < frames.count, let packet = try reader.next() {
      let shown = wanted.clamped(to: packet.frame..<packet.frame + packet.count)
      guard !shown.isEmpty else { continue }
      try write(
        EncodedPacket(
          bytes: packet.bytes, frame: frames.lowerBound + shown.lowerBound - source,
          count: Int64(shown.count), isKey: packet.isKey))
      copied += Int64(shown.count)
    }
    guard copied == frames.count else {
      throw Problem(
        .failed,
        "\(clip.title) holds \(source + copied) of its \(clip.range.upperBound) frames; "
          + "the takes are kept.")
    }
  }
}
