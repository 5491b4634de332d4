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
    var sound = [Int16](repeating: 0, count: 2 * range.count)
    var faded = Faded(count: range.count)
    let heard = plan.pieces(in: range)
    readers = readers.filter { heard.contains($0.key) }
    for index in heard {
      let piece = plan.pieces[index]
      let samples = piece.samples.clamped(to: range)
      let source = piece.source + samples.lowerBound - piece.samples.lowerBound
      let read = try reader(index).read(source..<source + Int64(samples.count))
      let offset = Int(samples.lowerBound - range.lowerBound)
      let steady = piece.steady.clamped(to: samples)
      let begin = Int(steady.lowerBound - samples.lowerBound)
      let end = begin + steady.count
      // Most of it is heard as it is, and alone: pieces overlap where they fade.
      sound.replaceSubrange(
        2 * (offset + begin)..<2 * (offset + end), with: read[2 * begin..<2 * end])
      for places in [0..<begin, end..<samples.count] {
        faded.add(read, places, at: offset) { piece.gain(at: samples.lowerBound + Int64($0)) }
      }
    }
    faded.write(to: &sound)
    return sound
  }

  private func reader(_ index: Int) throws -> any SoundReader {
    if let reader = readers[index] { return reader }
    let reader = try open(plan.pieces[index])
    readers[index] = reader
    return reader
  }
}

/// Sums of what fades, which one piece may do while the next one does.
private struct Faded {
  private var sums: [Float]
  private var places: [Range<Int>] = []

  init(count: Int) { sums = [Float](repeating: 0, count: 2 * count) }

  /// Adds the stereo samples at `places` of `samples`, whose first one lies at `offset`.
  mutating func add(
    _ samples: [Int16], _ places: Range<Int>, at offset: Int, gain: (Int) -> Double
  ) {
    for index in places {
      let gain = Float(gain(index))
      sums[2 * (offset + index)] += Float(samples[2 * index]) * gain
      sums[2 * (offset + index) + 1] += Float(samples[2 * index + 1]) * gain
    }
    if !places.isEmpty {
      self.places.append(offset + places.lowerBound..<offset + places.upperBound)
    }
  }

  func write(to sound: inout [Int16]) {
    for places in places {
      for index in 2 * places.lowerBound..<2 * places.upperBound {
        // Cut off behind half a step, as `rounded` does by a call for each sample.
        let sum = sums[index]
        sound[index] = Int16(min(32_767, max(-32_768, sum + (sum < 0 ? -0.5 : 0.5))))
      }
    }
  }
}
