import Merging
import Recording

/// Adds up the sound of all clips on the movie's grid of samples, window by window.
///
/// It stays on the lane that made it.
final class SoundMixer {
  private let plan: SoundPlan
  private let open: (SoundPlan.Piece) throws -> any SoundReader
  private var readers: [Int: any SoundReader] = [:]
  private var mixed: (samples: Range<Int64>, sound: [Int16]) = (0..<0, [])

  /// Mixes what `plan` lays out; `open` opens a clip's file.
  init(_ plan: SoundPlan, open: @escaping (SoundPlan.Piece) throws -> any SoundReader) {
    self.plan = plan
    self.open = open
  }

  /// Interleaved stereo samples of `window`; windows have to rise and may overlap.
  func sound(of window: Range<Int64>) throws -> [Int16] {
    // What both windows share was read already, and readers only go forward.
    let shared = mixed.samples.clamped(to: window)
    let known = shared.lowerBound == window.lowerBound ? shared.count : 0
    let begin = Int(window.lowerBound - mixed.samples.lowerBound)
    var sound = known > 0 ? Array(mixed.sound[2 * begin..<2 * (begin + known)]) : []
    sound += try mix(window.lowerBound + Int64(known)..<window.upperBound)
    mixed = (window, sound)
    return sound
  }

  private func mix(_ range: Range<Int64>) throws -> [Int16] {
    var sum = [Float](repeating: 0, count: 2 * range.count)
    let heard = plan.pieces(in: range)
    readers = readers.filter { heard.contains($0.key) }
    for index in heard {
      try add(plan.pieces[index], try reader(index), within: range, to: &sum)
    }
    // Cut off behind half a step, as `rounded` does by a call for each sample.
    return sum.map { Int16(min(32_767, max(-32_768, $0 + ($0 < 0 ? -0.5 : 0.5)))) }
  }

  private func add(
    _ piece: SoundPlan.Piece, _ reader: any SoundReader, within range: Range<Int64>,
    to sum: inout [Float]
  ) throws {
    let heard = piece.samples.clamped(to: range)
    let source = piece.source + heard.lowerBound - piece.samples.lowerBound
    let samples = try reader.read(source..<source + Int64(heard.count))
    let offset = Int(heard.lowerBound - range.lowerBound)
    let steady = piece.steady.clamped(to: heard)
    let begin = Int(steady.lowerBound - heard.lowerBound)
    let end = begin + steady.count
    // Most of it is heard as it is.
    for index in 2 * begin..<2 * end { sum[2 * offset + index] += Float(samples[index]) }
    for index in [0..<begin, end..<heard.count].joined() {
      let gain = Float(piece.gain(at: heard.lowerBound + Int64(index)))
      sum[2 * (offset + index)] += Float(samples[2 * index]) * gain
      sum[2 * (offset + index) + 1] += Float(samples[2 * index + 1]) * gain
    }
  }

  private func reader(_ index: Int) throws -> any SoundReader {
    if let reader = readers[index] { return reader }
    let reader = try open(plan.pieces[index])
    readers[index] = reader
    return reader
  }
}
