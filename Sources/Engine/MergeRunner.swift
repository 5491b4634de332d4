import Frames
package import Merging
package import Recording
import Units

/// Makes the movie from closed takes on the merge lane, by copying pictures and coding sound once.
package struct MergeRunner: Sendable {
  /// How a merge ended without failing.
  package enum Outcome: Sendable, Hashable {
    /// The movie stands under its final name.
    case saved(SavedMovie)
    /// It was cancelled and nothing is left of it.
    case cancelled
  }

  /// Half the length of the dip at a join: 5 ms on each side keep the waveform from clicking.
  private static let rampLength: Int64 = 240

  private let tools: EngineTools
  private let plan: MergePlan
  private let settings: VideoSettings
  private let place: any MoviePlace

  /// Prepares to carry out `plan` with takes coded by `settings`.
  package init(
    tools: EngineTools, plan: MergePlan, settings: VideoSettings, place: any MoviePlace
  ) {
    self.tools = tools
    self.plan = plan
    self.settings = settings
    self.place = place
  }

  /// Writes, checks and publishes the movie.
  ///
  /// - Parameters:
  ///   - advanced: told how much is done, 0…1.
  ///   - isCancelled: asked often; true stops and leaves nothing.
  /// - Returns: how it ended.
  /// - Throws: what the hands throw, or a `Problem`; nothing is left of the movie then.
  package func run(
    advanced: (Double) -> Void, isCancelled: () -> Bool
  ) throws -> Outcome {
    let temporary = try place.temporaryPath()
    do {
      let specification = try self.specification()
      let movie = try tools.makeMovie(temporary, specification)
      for (index, part) in plan.parts.enumerated() {
        let done = try append(part, index: index, to: movie, specification, isCancelled) {
          advanced(Double($0) / Double(max(1, plan.frames)) * 0.9)
        }
        guard done else {
          place.discard(temporary)
          return .cancelled
        }
      }
      try movie.finish()
      advanced(0.95)
      try tools.checkMovie(temporary, specification, movie)
      guard !isCancelled() else {
        place.discard(temporary)
        return .cancelled
      }
      let (path, bytes) = try place.publish(temporary)
      advanced(1)
      return .saved(
        SavedMovie(path: path, length: plan.duration, bytes: bytes, frames: plan.frames))
    } catch {
      place.discard(temporary)
      throw error
    }
  }

  private func specification() throws -> MovieSpecification {
    guard let first = plan.parts.first else {
      throw Problem(.failed, "There is no take to save.")
    }
    let configuration = try tools.readTake(first.path, plan.rate).configuration
    return MovieSpecification(
      settings: settings, configuration: configuration, frames: plan.frames,
      samples: plan.hasAudio ? plan.samples : nil,
      chapters: plan.parts.map { .init(title: $0.title, frames: $0.frames) })
  }

  /// Copies one take; false when the merge was cancelled meanwhile.
  private func append(
    _ part: MergePlan.Part, index: Int, to movie: any MovieWriter,
    _ specification: MovieSpecification, _ isCancelled: () -> Bool, _ advanced: (Int64) -> Void
  ) throws -> Bool {
    let reader = try tools.readTake(part.path, plan.rate)
    guard reader.configuration == specification.configuration else {
      throw Problem(
        .failed,
        "\(part.title) was coded with other settings than the first take and cannot be joined by "
          + "copying; the takes are kept.")
    }
    var sound = PartSound(
      part: part, fadesIn: index > 0, fadesOut: index < plan.parts.count - 1,
      rampLength: Self.rampLength)
    var copied: Int64 = 0
    let count = Int64(part.frames.count)
    while copied < count || (part.hasAudio && !sound.isComplete) {
      guard let piece = try reader.next() else { break }
      guard !isCancelled() else { return false }
      switch piece {
      case .video(let packet):
        guard packet.frame < count else { continue }
        try movie.writeVideo(
          EncodedPacket(
            bytes: packet.bytes, frame: part.frames.lowerBound + packet.frame,
            isKey: packet.isKey))
        copied += 1
        if !part.hasAudio && plan.hasAudio {
          // Silence goes along with the pictures, so that no queue of the muxer grows.
          let upTo = plan.rate.samples(ofFrame: part.frames.lowerBound + copied)
          try movie.writeAudio(sound.silence(upTo: upTo - part.samples.lowerBound))
        }
        advanced(part.frames.lowerBound + copied)
      case .audio(let samples):
        try movie.writeAudio(sound.take(samples))
      }
    }
    guard copied == count else {
      throw Problem(
        .failed,
        "\(part.title) holds \(copied) of its \(count) frames; the takes are kept.")
    }
    if plan.hasAudio { try movie.writeAudio(sound.rest()) }
    return true
  }
}
