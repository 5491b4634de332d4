import Foundation
import Support
import Testing

/// Writes what plays in the lab's room, ten minutes of a tone, to where `guest` looks for it.
func roomTone(in folder: TempFolder) throws -> [String] {
  let made = try Command.run(
    "ffmpeg",
    ["-v", "error", "-f", "lavfi", "-i", "sine=frequency=1000:sample_rate=48000", "-ac", "2"]
      + ["-t", "600", folder.file("tone.wav")])
  try #require(made.status == 0, "\(made.stderr)")
  return []
}

/// The tone fills the movie: every hundredth of a second is loud, but for the dip at a join.
func expectUnbrokenTone(_ movie: MovieJudge, exceptNear joins: [Double]) {
  let length = Int((movie.facts.audio?.duration ?? 0) * 48_000)
  expectTone(movie, in: 0..<length, exceptNear: joins)
}

/// The tone fills a range of the movie's samples, but for its ends.
func expectTone(_ movie: MovieJudge, in range: Range<Int>, exceptNear joins: [Double] = []) {
  let end = min(range.upperBound, movie.samples.count) - 960
  for start in stride(from: range.lowerBound + 960, to: end, by: 480) {
    let time = Double(start) / 48_000
    guard joins.allSatisfy({ abs($0 - time) > 0.02 }) else { continue }
    let loudest = movie.samples[start..<start + 480].map { abs(Int($0)) }.max() ?? 0
    #expect(loudest > 1000, "silence at \(time) s: \(movie.report)")
  }
}
