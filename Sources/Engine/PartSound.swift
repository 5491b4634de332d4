import Merging

/// The sound of one take on its way into the movie: exactly as long as its pictures, with a short
/// ramp at each join so that the cut does not click.
struct PartSound {
  private let length: Int64
  private let fadesIn: Bool
  private let fadesOut: Bool
  private let rampLength: Int64
  private var position: Int64 = 0

  init(part: MergePlan.Part, fadesIn: Bool, fadesOut: Bool, rampLength: Int64) {
    length = Int64(part.samples.count)
    self.fadesIn = fadesIn
    self.fadesOut = fadesOut
    // Takes shorter than two ramps share what there is.
    self.rampLength = min(rampLength, Int64(part.samples.count) / 2)
  }

  /// True when the take's whole length was given out.
  var isComplete: Bool { position >= length }

  /// The next interleaved stereo samples, cut at the take's end and ramped at the joins.
  mutating func take(_ samples: [Int16]) -> [Int16] {
    let count = min(Int64(samples.count / 2), length - position)
    guard count > 0 else { return [] }
    var result = Array(samples[..<Int(count * 2)])
    for frame in 0..<count {
      let gain = gain(at: position + frame)
      guard gain < 1 else { continue }
      for channel in 0..<2 {
        let index = Int(frame) * 2 + channel
        result[index] = Int16((Double(result[index]) * gain).rounded())
      }
    }
    position += count
    return result
  }

  /// Silence up to `end`, a position inside the take.
  mutating func silence(upTo end: Int64) -> [Int16] {
    let count = min(end, length) - position
    guard count > 0 else { return [] }
    position += count
    return [Int16](repeating: 0, count: Int(count * 2))
  }

  /// Silence for whatever the take's file was short of.
  mutating func rest() -> [Int16] { silence(upTo: length) }

  private func gain(at position: Int64) -> Double {
    guard rampLength > 0 else { return 1 }
    var gain = 1.0
    if fadesIn { gain = min(gain, (Double(position) + 0.5) / Double(rampLength)) }
    if fadesOut { gain = min(gain, (Double(length - position) - 0.5) / Double(rampLength)) }
    return gain
  }
}
