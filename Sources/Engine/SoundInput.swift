import Frames
import Recording
import Units

/// Puts a microphone's chunks on the line of absolute 48 kHz positions.
struct SoundInput {
  /// Sound later than this is taken as lost; microphones deliver within a tenth of it.
  private static let patience = MediaTime.seconds(Int64(1))

  private let format: AudioFormat
  private let converter: any AudioConverter
  private let startedAt: MediaTime
  private var sync = SyncMachine()
  /// The last seconds of sound.
  private(set) var line: AudioLine
  /// How loud it is, as the microphone gives it: also while it is muted.
  private var meter: LevelMeter
  /// Sound lost so far and replaced by silence.
  private(set) var filled: MediaTime
  /// True while silence takes the place of what comes.
  var isMuted: Bool
  /// True once the microphone delivers nothing more.
  var isLost = false

  /// Keeps the last ten seconds, and `reach` besides; what was counted and chosen `before` goes on.
  init(
    format: AudioFormat, converter: any AudioConverter, startedAt: MediaTime,
    reach: MediaTime = .zero, after before: SoundInput? = nil
  ) {
    filled = before?.filled ?? .zero
    isMuted = before?.isMuted ?? false
    line = AudioLine(capacity: AudioLine.usualCapacity + reach.samplePosition)
    self.format = format
    self.converter = converter
    self.startedAt = startedAt
    meter = LevelMeter(format: format)
  }

  /// How loud it is at `now`; nil before there was sound and when none will come.
  func levels(at now: MediaTime) -> Levels? { isLost ? nil : meter.reading(at: now)?.rounded }

  /// How far it is from its pictures; nil while that is not known.
  var offset: SoundOffset? { isLost ? nil : sync.offset?.rounded }

  /// True once samples came.
  var isFlowing: Bool { line.end != nil || isLost }

  /// True when what has not come by `now` is taken as lost.
  func isOverdue(now: MediaTime) -> Bool {
    let newest = line.end.map { MediaTime(samplePosition: $0) } ?? startedAt
    return isLost || now - newest > Self.patience
  }

  /// Converts and appends a chunk where its stamp says it belongs.
  mutating func append(_ chunk: AudioChunk) throws {
    meter.heard(chunk)
    let next = Double(line.next) + converter.delay
    let duration = Double(chunk.frameCount) / Double(format.rate)
    var skip: Int64 = 0
    for step in sync.arrived(
      stamp: chunk.capturedAt, next: next, duration: duration, followsHole: chunk.followsHole)
    {
      switch step {
      case .begin(let position):
        line.begin(at: position)
      case .fill(let count):
        line.appendHole(count)
        filled += AudioFormat.take.duration(of: count)
      case .skip(let count):
        skip = count
      case .compensate(let delta):
        try converter.compensate(delta: delta, over: Int(AudioFormat.takeRate))
      }
    }
    var samples = try converter.convert(chunk.samples)
    if skip > 0 {
      samples.removeFirst(min(samples.count, Int(skip) * AudioFormat.take.channels))
    }
    if isMuted { samples = [Int16](repeating: 0, count: samples.count) }
    line.append(samples)
  }
}
