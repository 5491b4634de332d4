import CLibAV
package import Recording
import Units

/// The encoder of what is shown between copied pictures, and the parameter sets it needs.
package final class JoinEncoder {
  let context: CodecContext
  /// The `avcC` record of the movie: that of the copied clips, and beside it the encoder's own sets
  /// where they differ.
  package let configuration: [UInt8]

  /// Opens an encoder whose pictures fit to the movie's copied ones.
  ///
  /// One thread: as many stretches are coded side by side as there are processors.
  package init(for movie: MovieSpecification) throws {
    guard movie.settings.codec == .h264 else {
      throw Problem(
        .failed,
        "Takes of JPEG pictures as the camera gave them cannot go over into each other; they are "
          + "kept. Save without transitions.")
    }
    guard !movie.settings.isVariable else { throw VariableRate.problem("Coding pictures anew") }
    if let own = try Self.own(for: movie) {
      configuration = movie.copied
      context = own
      return
    }
    let quick = try CodecContext.x264(movie.settings, movie.colour, effort: .join, threads: 1)
    let own = try quick.record()
    guard !movie.copied.isEmpty, own != movie.copied else {
      configuration = own
      context = quick
      return
    }
    let careful = try CodecContext.x264(movie.settings, movie.colour, effort: .take, threads: 1)
    if try careful.record() == movie.copied {
      configuration = movie.copied
      context = careful
      return
    }
    // Sets of another number beside those of the copied pictures: decoders keep both.
    let other = try CodecContext.x264(
      movie.settings, movie.colour, effort: .join, threads: 1, sets: 1)
    guard let joined = ParameterSets.joined(movie.copied, try other.record()) else {
      throw CodecError(.prepare, .invalidData, "libx264")
    }
    configuration = joined
    context = other
  }

  /// An encoder whose sets stand beside a camera's in the record of the takes; nil when none do.
  private static func own(for movie: MovieSpecification) throws(CodecError) -> CodecContext? {
    guard ParameterSets.listsTwo(movie.copied) else { return nil }
    for effort in [X264Settings.Effort.join, .take] {
      let encoder = try CodecContext.x264(
        movie.settings, movie.colour, effort: effort, threads: 1, sets: 1)
      if ParameterSets.lists(movie.copied, setsOf: try encoder.record()) { return encoder }
    }
    return nil
  }
}
