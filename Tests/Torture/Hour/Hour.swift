import Codec
import Engine
import Glibc
import Lanes
import Recording
import Units

/// Records an hour in a thousand takes and saves it, in virtual time, and prints what that holds of
/// memory and files: `hour [TAKES [MINUTES]]`.
///
/// Engine, codec and disk are the program's; camera and microphone deliver as fast as all is coded.
/// Two takes are long, a sixth of the whole each. Ends with 1 when memory or files grow, or when a
/// frame is lost.
@main
enum Hour {
  /// One line of the table.
  private struct Row {
    var takes: Int
    var frames: Int64
    var gauge: Gauge
    /// Seconds: to publish the state ten times, to draw the screen, to write the index (the median of
    /// the row's).
    var publishing, drawing, index: Double
    /// Bytes of sound that is coded in advance, which is kept for the movie.
    var sound: Int
    /// Processor seconds for each frame since the row before.
    var perFrame: Double
  }

  /// Bytes that memory may grow by: allocators keep a little of what every phase needed most, and each
  /// take has a row, a small picture, and entries in the index and in the plan of the movie.
  private static let (allowance, takeCost) = (4 << 20, 2 << 10)
  /// Dispatch has as many threads as lanes wait at once, of which there are a dozen and a half.
  private static let mostThreads = 32
  /// Files that may be open besides: sound or a picture is being read at times.
  private static let fileAllowance = 3
  /// What a packet of coded sound needs besides its bytes: an array's head, its place in a list, and
  /// what the allocator rounds up.
  private static let packetCost = 80

  static func main() throws {
    // As the program does it.
    Library.keepHeapSmall(below: 128 << 10)
    Library.silence()
    let wishes = CommandLine.arguments.dropFirst().compactMap { Int64($0) }
    let (count, minutes) = (wishes.first ?? 1000, wishes.count > 1 ? wishes[1] : 60)
    guard count >= 20, minutes >= 1 else { return say("usage: hour [TAKES [MINUTES]]") }
    var template = Array("/tmp/rushes-hour.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return say("no folder in /tmp") }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let isGood = try run(lengths(count, minutes), in: folder)
    for name in ["movie.mp4", "sessions"] { remove("\(folder)/\(name)") }
    rmdir(folder)
    exit(isGood ? 0 : 1)
  }

  /// Frames of each take: two long ones, and the others by turns shorter and longer.
  private static func lengths(_ count: Int64, _ minutes: Int64) -> [Int64] {
    let all = Rehearsal.rate.wholeFrames(in: .seconds(minutes * 60))
    let (long, short) = (all / 6, (all - all / 3) / (count - 2))
    return (0..<count).map { number in
      number == count / 3 || number == count * 2 / 3
        ? long : short + (number * 37 % 31 - 15) * short / 50
    }
  }

  private static func run(_ lengths: [Int64], in folder: String) throws -> Bool {
    let rehearsal = try Rehearsal(in: folder)
    say(
      "recorded    takes  memory of it heap, sound  files  threads   CPU/frame    index    publish + draw"
    )
    var rows: [Row] = []
    let begin = MonotonicClock.now()
    for (number, length) in lengths.enumerated() {
      rehearsal.take(length)
      guard (number + 1) % (lengths.count / 10) == 0 else { continue }
      let frames = lengths[...number].reduce(0, +)
      rows.append(row(of: rehearsal, takes: number + 1, frames: frames, after: rows.last))
      if let row = rows.last { show(row) }
    }
    let recording = (MonotonicClock.now() - begin).seconds
    let before = Gauge().processorTime
    var movie: SavedMovie?
    let saving = elapsed { movie = rehearsal.save() }
    let after = Gauge.quiet()
    say(
      "recorded in \(tenths(recording)) s, saved in \(tenths(saving)) s (CPU "
        + "\(tenths(after.processorTime - before)) s); then \(megabytes(after.resident)) MB, "
        + "\(after.files) files")
    rehearsal.leave()
    let faults =
      growth(rows) + losses(rehearsal, movie, frames: lengths.reduce(0, +))
      + (after.files > rows[0].gauge.files + fileAllowance ? ["saving leaves files open"] : [])
    for line in rehearsal.warnings.current + faults { say(line) }
    return faults.isEmpty
  }

  private static func row(
    of rehearsal: Rehearsal, takes: Int, frames: Int64, after before: Row?
  ) -> Row {
    let gauge = Gauge.quiet()
    let written = rehearsal.indexTimes.withLock { times in
      defer { times = [] }
      return times.sorted()
    }
    let bank = rehearsal.recorder.bank.size
    let used = gauge.processorTime - (before?.gauge.processorTime ?? 0)
    return Row(
      takes: takes, frames: frames, gauge: gauge, publishing: rehearsal.publishingTime(),
      drawing: rehearsal.drawingTime(), index: written.isEmpty ? 0 : written[written.count / 2],
      sound: bank.bytes + bank.packets * packetCost,
      perFrame: used / Double(frames - (before?.frames ?? 0)))
  }

  private static func show(_ row: Row) {
    let seconds = row.frames / 30
    let time = "\(seconds / 60) min \(seconds % 60) s"
    let cells: [(String, Int)] = [
      (time, 11), ("\(row.takes)", 6), ("\(megabytes(row.gauge.resident)) MB", 8),
      ("\(megabytes(row.gauge.anonymous)) MB", 10), ("\(megabytes(row.sound)) MB", 9),
      ("\(row.gauge.files)", 7),
      ("\(row.gauge.threads)", 9), ("\(microseconds(row.perFrame))", 12),
      ("\(tenths(row.index * 1000)) ms", 9),
      ("\(microseconds(row.publishing / 10)) + \(microseconds(row.drawing))", 18),
    ]
    say(cells.map { padded($0, to: $1) }.joined())
  }

  // MARK: Judging

  /// What has grown between the row at two fifths, when all caches are full, and the last.
  private static func growth(_ rows: [Row]) -> [String] {
    guard rows.count >= 5, let last = rows.last else { return ["too few rows"] }
    let first = rows[rows.count * 2 / 5 - 1]
    let (early, late) = (first.gauge, last.gauge)
    let sound = last.sound - first.sound
    let grown = late.anonymous - early.anonymous - sound
    say(
      "from take \(first.takes) to take \(last.takes): heap \(megabytes(grown)) MB more besides "
        + "\(megabytes(sound)) MB of sound coded in advance, "
        + "\(late.files - early.files) files more")
    var faults: [String] = []
    if grown > allowance + (last.takes - first.takes) * takeCost {
      faults.append("memory is not flat")
    }
    if late.files > early.files + fileAllowance { faults.append("files stay open") }
    if late.threads > mostThreads { faults.append("threads pile up") }
    return faults
  }

  private static func losses(
    _ rehearsal: Rehearsal, _ movie: SavedMovie?, frames: Int64
  ) -> [String] {
    let takes = rehearsal.takes.current
    let lost = takes.reduce(0) { $0 + $1.dropped }
    let filled = takes.reduce(0) { $0 + $1.audioFilled }
    var faults = rehearsal.problems.current
    if lost > 0 || filled > 0 { faults.append("\(lost) frames and \(filled) samples are lost") }
    if movie?.frames != frames {
      faults.append("the movie has \(movie?.frames ?? 0) frames of \(frames)")
    }
    return faults
  }

  // MARK: Words and numbers

  /// A line on standard output, at once.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
  }

  private static func megabytes(_ bytes: Int) -> String { tenths(Double(bytes) / 1e6) }

  private static func microseconds(_ seconds: Double) -> String {
    "\(Int((seconds * 1e6).rounded())) us"
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int64((abs(value) * 10).rounded())
    return "\(value < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
