import Frames
import Lanes
import Recording
import Units

/// Writes one take's file on the writer lane.
///
/// Packets past the confirmed length are held back, so that a take cut back to the instant the
/// key was let go holds exactly its frames. Where pictures keep their own times, each waits for the
/// next one, which says how long it lasts. Twice a second the file is made to survive a power cut.
///
/// Unchecked: everything that changes is guarded by the writer lane.
final class WriterStage: PacketSink, @unchecked Sendable {
  /// What became of the take's file.
  enum Event: Sendable {
    /// Writing failed; the take should end. What was written before is safe.
    case failed(Problem)
    /// The file is closed.
    case closed(ClosedFile)
    /// See `VideoEncoder.note`.
    case told(String)
    /// This many bytes more are on their way to the disk, and this many frames with them.
    case wrote(bytes: Int, frames: Int64)
  }

  /// A take's file that nothing more is written to.
  struct ClosedFile: Sendable {
    /// Frames whose pictures came damaged.
    var damaged: Int
    /// Pictures of the take.
    var pictures: Int64
    /// Frames at which decoding can begin.
    var keys: [Int64]
    /// See `Take.coding`.
    var coding: CameraCoding?
    /// With a problem, what is in the file, nil when it cannot be read; without one it holds
    /// everything that was handed over.
    var contents: TakeContents?
    /// What kept it from being written to its end.
    var problem: Problem?
  }

  /// With a fragment of 0.2 s, what the encoder holds back and the sync's own time, a power cut
  /// takes less than a second.
  private static let syncPeriod = MediaTime.milliseconds(400)

  private let lane: Lane
  private let tools: EngineTools
  private let path: String
  private let settings: VideoSettings
  private var label: TakeLabel
  private let hasAudio: Bool
  private let report: @Sendable (Event) -> Void
  private let backlog: Backlog

  private var file: (any TakeWriter)?
  private var held: [EncodedPacket] = []
  private var heldAudio: [[Int16]] = []
  private var confirmed: Int64 = .max
  /// Where the pictures in the file begin: eight bytes each.
  private var written: [Int64] = []
  private var keys: [Int64] = []
  private var syncedAt = MonotonicClock.now()
  private var problem: Problem?

  init(
    lane: Lane, tools: EngineTools, path: String, label: TakeLabel, hasAudio: Bool,
    backlog: Backlog, report: @escaping @Sendable (Event) -> Void
  ) {
    self.lane = lane
    self.tools = tools
    self.path = path
    self.label = label
    settings = label.settings
    self.hasAudio = hasAudio
    self.backlog = backlog
    self.report = report
  }

  func open(_ stream: CodedStream) { open(stream, surplus: 0, began: nil) }

  /// Creates the file as soon as the encoder is open; its first frame was captured at `began`, in Unix
  /// seconds, and the take begins behind the first `surplus` ones.
  func open(_ stream: CodedStream, surplus: Int64, began: Double?) {
    lane.async { [self] in
      attempt {
        label.surplus = surplus > 0 ? surplus : nil
        label.began = began
        label.coding = stream.coding
        file = try tools.makeTakeWriter(
          .init(
            path: path, settings: settings, configuration: stream.configuration,
            colour: stream.colour ?? .take, hasAudio: hasAudio, label: label))
        for samples in heldAudio { try file?.writeAudio(samples) }
        heldAudio = []
      }
    }
  }

  /// Counted by the encoder.
  func damaged(_ frame: Int64) {}

  func tell(_ note: String) { report(.told(note)) }

  /// Appends a coded picture.
  func write(_ packet: EncodedPacket) {
    let count = packet.bytes.count
    backlog.add(count)
    lane.async { [self] in
      held.append(packet)
      flush()
      backlog.remove(count)
    }
  }

  /// Appends sound that belongs to confirmed frames.
  func write(_ samples: [Int16]) {
    guard !samples.isEmpty else { return }
    let count = samples.count * 2
    backlog.add(count)
    lane.async { [self] in
      attempt {
        if let file { try file.writeAudio(samples) } else { heldAudio.append(samples) }
        report(.wrote(bytes: count, frames: 0))
      }
      backlog.remove(count)
    }
  }

  /// True while the disk is so far behind that sound should wait in its ring.
  var isFull: Bool { backlog.isFull }

  /// Blocks the encoder lane while the disk is too far behind.
  func waitForRoom() {
    while isFull { _ = lane.sync { () throws(Never) in } }
  }

  /// The first `frames` frames are sure to belong to the take.
  func confirm(frames: Int64) {
    lane.async { [self] in
      confirmed = frames
      flush()
    }
  }

  /// Ends the file with the first `frames` frames.
  func end(frames: Int64, damaged: Int) {
    lane.async { [self] in
      confirmed = frames
      flush(isLast: true)
      held = []
      if problem == nil { attempt { try file?.close() } } else { try? file?.close() }
      let exists = file != nil
      file = nil
      let contents = problem == nil ? nil : remains(exists: exists)
      // A late release cuts off what is in the file already.
      report(
        .closed(
          ClosedFile(
            damaged: damaged, pictures: Int64(written.count { $0 < frames }),
            keys: keys.filter { $0 < frames }, coding: label.coding, contents: contents,
            problem: problem)))
    }
  }

  /// What the file holds after a problem; nil when it cannot be read.
  private func remains(exists: Bool) -> TakeContents? {
    exists
      ? try? tools.contents(path, settings.rate) : TakeContents(frames: 0, samples: nil)
  }

  /// The encoder failed: what is written stays, nothing more comes.
  func fail(_ problem: Problem) {
    lane.async { [self] in stop(with: problem) }
  }

  private func flush(isLast: Bool = false) {
    lane.precondition()
    guard let file else { return }
    while let packet = nextPacket(isLast: isLast) {
      held.removeFirst()
      attempt {
        try file.writeVideo(packet)
        written.append(packet.frame)
        if packet.isKey { keys.append(packet.frame) }
        report(.wrote(bytes: packet.bytes.count, frames: packet.count))
      }
    }
    let now = MonotonicClock.now()
    if now - syncedAt >= Self.syncPeriod {
      syncedAt = now
      attempt { try file.sync() }
    }
  }

  /// The packet that can be written now, with its length.
  private func nextPacket(isLast: Bool) -> EncodedPacket? {
    guard var packet = held.first, packet.frame < confirmed else { return nil }
    guard settings.isVariable else { return packet }
    if held.count > 1, held[1].frame <= confirmed {
      packet.count = held[1].frame - packet.frame
    } else if isLast {
      packet.count = confirmed - packet.frame
    } else {
      return nil
    }
    return packet
  }

  private func attempt(_ body: () throws -> Void) {
    guard problem == nil else { return }
    do { try body() } catch { stop(with: tools.describe(error)) }
  }

  private func stop(with problem: Problem) {
    guard self.problem == nil else { return }
    self.problem = problem
    report(.failed(problem))
  }
}
