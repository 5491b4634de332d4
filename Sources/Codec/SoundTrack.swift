import CLibAV
import Recording
import Units

/// Decodes a file's sound onto its 48 kHz grid.
final class SoundTrack {
  /// Containers round stamps to a millisecond; what differs by so much more is a hole.
  private static let holeThreshold = 480.0
  /// Two milliseconds: above what rounded stamps make, so that samples pass as they are.
  ///
  /// Nobody hears less; past it the stamps tell that the sound's own clock was off.
  private static let deadZone = 96.0

  private let decoder: CodecContext
  private let decoded: Picture
  private let timeBase: AVRational
  /// The stamp that is time 0; nil until the first sample of sound alone says it.
  private(set) var start: MediaTime?
  private var converter: SoundConverter?
  private var sync = SyncMachine(deadZone: deadZone)
  /// Where the next sample lands; nil before the first one.
  private var position: Int64?
  /// Packets and frames left out because they were damaged.
  private(set) var damaged = 0

  init(
    _ stream: UnsafeMutablePointer<AVStream>, of file: borrowing MediaFile
  ) throws(CodecError) {
    let decoder = try CodecContext.player(of: stream.pointee, threads: 1)
    let decoded = try Picture()
    self.decoder = decoder
    self.decoded = decoded
    timeBase = stream.pointee.time_base
    start = file.start
  }

  /// Decodes a packet, or what is still held back with nil.
  func decode(
    _ packet: UnsafePointer<AVPacket>?, _ give: (MediaSound) -> Void
  ) throws(CodecError) {
    if try !decoder.send(packet) { damaged += 1 }
    receiving: while true {
      switch try decoder.receive(into: decoded) {
      case .frame: try convert(decoded.pointer, give)
      case .damage: damaged += 1
      case .nothing: break receiving
      }
    }
    if packet == nil { try endRun(give) }
  }

  /// Begins anew after a seek.
  func flush() {
    decoder.flush()
    converter = nil
    sync = SyncMachine(deadZone: Self.deadZone)
    position = nil
  }

  private func convert(
    _ frame: UnsafeMutablePointer<AVFrame>, _ give: (MediaSound) -> Void
  ) throws(CodecError) {
    guard frame.pointee.nb_samples > 0, frame.pointee.sample_rate > 0 else { return }
    if converter?.kind != SoundConverter.Kind(frame.pointee) {
      try endRun(give)
      converter = try SoundConverter(frame.pointee)
    }
    let skip = try place(frame, give)
    var samples = try converter?.convert(frame) ?? []
    if skip > 0 { samples.removeFirst(min(samples.count, skip * AudioFormat.take.channels)) }
    append(samples, give)
  }

  /// Moves to where a frame's stamp says it belongs; returns how many samples of it were already
  /// covered.
  private func place(
    _ frame: UnsafeMutablePointer<AVFrame>, _ give: (MediaSound) -> Void
  ) throws(CodecError) -> Int {
    let stamp = MediaTime(ticks: frame.pointee.best_effort_timestamp, of: timeBase)
    if start == nil { start = stamp }
    guard let stamp = stamp.map({ $0 - (start ?? .zero) }) else {
      // Without a stamp it follows what was before.
      position = position ?? 0
      return 0
    }
    let next = Double(position ?? 0) + (converter?.delay ?? 0)
    let off = Double(stamp.nanoseconds) * Double(AudioFormat.takeRate) / 1e9 - next
    let duration = Double(frame.pointee.nb_samples) / Double(frame.pointee.sample_rate)
    var skip = 0
    for step in sync.arrived(
      stamp: stamp, next: next, duration: duration,
      followsHole: abs(off) > Self.holeThreshold)
    {
      switch step {
      case .begin(let at):
        position = at
      case .fill(let count):
        try endRun(give)
        converter = try SoundConverter(frame.pointee)
        position = (position ?? 0) + count
      case .skip(let count):
        skip = Int(count)
      case .compensate(let delta):
        try converter?.compensate(delta: delta, over: Int(AudioFormat.takeRate))
      }
    }
    return skip
  }

  /// Gives what the converter still holds.
  private func endRun(_ give: (MediaSound) -> Void) throws(CodecError) {
    append(try converter?.convert(nil) ?? [], give)
    converter = nil
  }

  private func append(_ samples: [Int16], _ give: (MediaSound) -> Void) {
    guard !samples.isEmpty else { return }
    let sound = MediaSound(position: position ?? 0, samples: samples)
    position = sound.position + sound.frameCount
    give(sound)
  }
}
