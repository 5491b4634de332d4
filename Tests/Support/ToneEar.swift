/// Finds where the bursts of the test tone begin.
package enum ToneEar {
  /// About a third of the burst's amplitude of 0.5: far above what a lossy codec spreads before it.
  private static let threshold = 5000
  /// 20 ms: longer than any dip inside a burst, shorter than the least pause between two.
  private static let silence = 960

  /// Index of the first sample of each burst that follows silence or begins the sound.
  package static func onsets(in samples: [Int16]) -> [Int] {
    var onsets: [Int] = []
    samples.withUnsafeBufferPointer { samples in
      var lastLoud = -silence
      for index in samples.indices where abs(Int(samples[index])) >= threshold {
        if index - lastLoud >= silence { onsets.append(begin(of: samples, before: index)) }
        lastLoud = index
      }
    }
    return onsets
  }

  /// Goes back from a loud sample to the zero crossing it rose from, at most a quarter of a wave.
  private static func begin(of samples: UnsafeBufferPointer<Int16>, before loud: Int) -> Int {
    var index = loud
    while index > 0, loud - index < 12, samples[index].signum() == samples[loud].signum() {
      index -= 1
    }
    return index
  }
}
