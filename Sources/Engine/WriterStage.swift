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
/// Unchecked: `backlog` is behind its lock, everything else is guarded by the writer lane.
final class WriterStage: PacketSink, @unchecked Sendable {
  /// What became of the take's file.
  enum Event: Sendable {
    /// Writing failed; the take should end. What was written before is safe.
    case failed(Problem)
    /// The file is closed, with so many pictures of the take. With a `problem`, `contents` tells what is in it, nil when it cannot be
    /// read; without a problem it holds everything that was handed over.
    case closed(damaged: Int, pictures: Int64, contents: TakeContents?, problem: Problem?)
    /// This many bytes more are on their way to the disk, and this many frames with them.
    case wrote(bytes: Int, frames: Int64)
  }

  /// Most bytes between encoder and disk: several seconds of the fattest stream.
  private static let mostBacklog = 32 << 20
  /// With a fragment of 0.2 s, what the encoder holds back and the sync's own time, a power cut
  /// takes less than a second.
  private static let syncPeriod = MediaTime.milliseconds(400)

  private let lane: Lane
  private let tools: EngineTools
  private let path: String
  private let settings: VideoSettings
  private let label: TakeLabel
  private let hasAudio: Bool
  private let report: @Sendable (Event) -> Void
  private let backlog = Locked(0)

  private var file: (any TakeWriter)?
  private var held: [EncodedPacket] = []
  private var heldAudio: [[Int16]] = []
  private var confirmed: Int64 = .max
  /// Where the pictures in the file begin: eight bytes each.
  private var written: [Int64] = []
  private var syncedAt = MonotonicClock.now()
  private var problem: Problem?

  init(
    lane: Lane, tools: EngineTools, path: String, label: TakeLabel, hasAudio: Bool,
    report: @escaping @Sendable (Event) -> Void
  ) {
    self.lane = lane
    self.tools = tools
    self.path = path
    self.label = label
    settings = label.settings
    self.hasAudio = hasAudio
    self.report = report
  }

  /// Creates the file as soon as the encoder's configuration is known.
  func open(configuration: [UInt8]) {
    lane.async { [self] in
      attempt {
        file = try tools.makeTakeWriter(
          .init(
            path: path, settings: settings, configuration: configuration, hasAudio: hasAudio,
            label: label))
        for samples in heldAudio { try file?.writeAudio(samples) }
        heldAudio = []
      }
    }
  }

  /// Appends a coded picture.
  func write(_ packet: EncodedPacket) {
    let count = packet.bytes.count
    backlog.withLock { $0 += count }
    lane.async { [self] in
      held.append(packet)
      flush()
      backlog.withLock { $0 -= count }
    }
  }

  /// Appends sound that belongs to confirmed frames.
  func write(_ samples: [Int16]) {
    guard !samples.isEmpty else { return }
    let count = samples.count * 2
    backlog.withLock { $0 += count }
    lane.async { [self] in
      attempt {
        if let file { try file.writeAudio(samples) } else { heldAudio.append(samples) }
        report(.wrote(bytes: count, frames: 0))
      }
      backlog.withLock { $0 -= count }
    }
  }

  /// True while the disk is so far behind that sound should wait in its ring.
  var isFull: Bool { backlog.current > Self.mostBacklog }

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
      let pictures = Int64(written.count { $0 < frames })
      report(
        .closed(damaged: damaged, pictures: pictures, contents: contents, problem: problem))
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
