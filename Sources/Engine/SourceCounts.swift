package import Frames
package import Recording
import Units

/// What was counted of the sources since the start, for the screen and the report.
package struct SourceCounts: Sendable {
  /// Broken frames left out.
  package var bad = 0
  /// Frames the camera missed, filled by repeats.
  package private(set) var repeated = 0
  /// Frames replaced by repeats because the encoder or the disk was behind.
  package private(set) var behind = 0
  /// Bytes written into takes.
  package private(set) var bytes: Int64 = 0
  /// Bytes and frames written into the newest take.
  package private(set) var newest: (ticket: RecorderMachine.Ticket, bytes: Int64, frames: Int64) =
    (0, 0, 0)
  /// Frames a second over the last seconds; nil before there is enough to tell.
  package private(set) var measuredRate: Double?

  private var stamps: [MediaTime] = []
  private var open: [RecorderMachine.Ticket: (repeated: Int, behind: Int)] = [:]

  /// Nothing counted yet.
  package init() {}

  /// A frame came: the rate is measured over two seconds of stamps.
  package mutating func arrived(_ frame: VideoFrame) {
    stamps.append(frame.capturedAt)
    while let first = stamps.first, frame.capturedAt - first > .seconds(Int64(2)) {
      stamps.removeFirst()
    }
    guard let first = stamps.first, frame.capturedAt - first > .milliseconds(900) else { return }
    measuredRate = Double(stamps.count - 1) / (frame.capturedAt - first).seconds
  }

  /// Bytes more are on their way into a take.
  package mutating func wrote(
    _ bytes: Int, frames: Int64, into ticket: RecorderMachine.Ticket
  ) {
    self.bytes += Int64(bytes)
    if ticket > newest.ticket { newest = (ticket, 0, 0) }
    guard ticket == newest.ticket else { return }
    newest.bytes += Int64(bytes)
    newest.frames += frames
  }

  /// The losses of a take as they are now.
  package mutating func note(
    _ losses: (repeated: Int, behind: Int), of ticket: RecorderMachine.Ticket
  ) {
    let before = open[ticket] ?? (0, 0)
    repeated += losses.repeated - before.repeated
    behind += losses.behind - before.behind
    open[ticket] = losses
  }

  /// A take is closed: its losses do not change any more.
  package mutating func closed(_ ticket: RecorderMachine.Ticket) {
    open[ticket] = nil
  }
}
