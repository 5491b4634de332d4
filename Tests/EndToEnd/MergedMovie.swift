import Foundation
import Support

/// A part of a take on the command line of a merge.
struct MergeCut: Sendable {
  /// Index of the take.
  var take: Int
  /// Its frames that play.
  var frames: Range<Int>
  /// How the take before goes over into it.
  var join = "none"
  /// Frames they share.
  var overlap = 0

  /// The word for the file at `path`, at 30 frames a second.
  func word(of path: String) -> String {
    func time(_ frame: Int) -> String { String(format: "%.3fs", Double(frame) / 30) }
    return "\(path)@\(time(frames.lowerBound))-\(time(frames.upperBound))"
  }

  /// The value of its `--transition`.
  var transition: String {
    overlap == 0 ? join : "\(join):" + String(format: "%.3fs", Double(overlap) / 30)
  }
}

/// A merged movie beside what the command line asked for.
struct MergedMovie {
  /// One cut's place in the movie.
  struct Place {
    var cut: MergeCut
    /// The movie's frames it fills, those shared with its neighbours included.
    var frames: Range<Int>
    /// Those in which nothing else is seen.
    var shownAlone: Range<Int>
  }

  /// A line of `--plan`.
  struct Run {
    var frames: Range<Int>
    var isCopied: Bool
  }

  let judge: MovieJudge
  let layout: [Place]
  let runs: [Run]

  init(judge: MovieJudge, cuts: [MergeCut], plan: String) {
    self.judge = judge
    var layout: [Place] = []
    for cut in cuts {
      let begin = (layout.last?.frames.upperBound ?? 0) - cut.overlap
      let end = begin + cut.frames.count
      if let last = layout.indices.last {
        layout[last].shownAlone = layout[last].shownAlone.lowerBound..<begin
      }
      layout.append(
        Place(cut: cut, frames: begin..<end, shownAlone: begin + cut.overlap..<end))
    }
    self.layout = layout
    var runs: [Run] = []
    for line in plan.split(separator: "\n") {
      guard let found = line.firstMatch(of: /\ \ (copy|code)\ \ (\d+) frames/),
        let count = Int(found.output.2)
      else { continue }
      let begin = runs.last?.frames.upperBound ?? 0
      runs.append(Run(frames: begin..<begin + count, isCopied: found.output.1 == "copy"))
    }
    self.runs = runs
  }
}

/// The luma of a small movie, looked at by every 31st sample: other columns in each row.
struct GreyFrames {
  private let bytes: [UInt8]
  private let size = 320 * 180

  /// Decodes the movie at `path`, of 320x180.
  init(path: String) throws {
    bytes = try Command.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:v", "-fps_mode", "passthrough"]
        + ["-f", "rawvideo", "-pix_fmt", "gray", "-"]
    ).stdout
  }

  /// Frames of the movie.
  var count: Int { bytes.count / size }

  /// How much lighter frame `index` is than frame `other` of another movie, in levels of 0…255,
  /// and how far their samples are apart on average.
  func difference(of index: Int, from other: GreyFrames, _ frame: Int) -> (Double, Double) {
    var (sum, distance, count) = (0, 0, 0)
    for place in stride(from: 0, to: size, by: 31) {
      let step = Int(bytes[index * size + place]) - Int(other.bytes[frame * size + place])
      sum += step
      distance += abs(step)
      count += 1
    }
    return (Double(sum) / Double(count), Double(distance) / Double(count))
  }
}
