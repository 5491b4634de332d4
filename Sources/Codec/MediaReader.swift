import CLibAV
import Frames
import Glibc
package import Units

/// Decodes a media file piece by piece, conformed to what rushes records.
///
/// Time 0 is the first picture, or sound that begins more than a tenth of a second before it; less
/// than that has negative positions. Pictures come in the order they are shown, sound in order of
/// time, and both as they lie beside each other in the file: whoever needs them at equal times opens
/// a reader for each, so that no file can make anything pile up. Damaged packets are left out and counted; a file that was cut
/// off ends where its data does. Stays on the lane that made it, or was given it.
package final class MediaReader {
  /// What to read of a file.
  package enum Part: Sendable, Hashable {
    /// Pictures and sound.
    case all
    /// Pictures alone.
    case pictures
    /// Sound alone.
    case sound
  }

  /// What the file holds.
  package let facts: MediaFacts

  private let file: MediaFile
  private let packet: Packet
  private let pictures: PictureTrack?
  private let sound: SoundTrack?
  private var damagedPackets = 0
  private var ready: [MediaPiece] = []
  /// Index of the first piece of `ready` that was not given yet.
  private var given = 0
  private var hasEnded = false

  /// Opens a file; a part that it lacks is not given, and a file without pictures and sound is
  /// refused.
  ///
  /// `zero` is the stamp of time 0 in a file that was looked through before.
  package init(
    path: String, part: Part = .all, wish: PictureWish = PictureWish(), zero: MediaTime? = nil
  ) throws(CodecError) {
    let file = try MediaFile(path, part: part, zero: zero)
    let packet = try Packet()
    let video = part == .sound ? nil : file.stream(file.video)
    let audio = part == .pictures ? nil : file.stream(file.audio)
    // More than four frame threads hold more pictures back than they gain.
    let threads = min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    pictures = try video.map { (stream) throws(CodecError) in
      try PictureTrack(stream, of: file, wish: wish, threads: threads)
    }
    sound = try audio.map { (stream) throws(CodecError) in try SoundTrack(stream, of: file) }
    file.keepOnly([video, audio].compactMap { $0.map { Int($0.pointee.index) } })
    facts = file.facts
    self.packet = packet
    let isEmpty = file.video == nil && file.audio == nil
    self.file = file
    if isEmpty { throw CodecError(.open, .noStream, path) }
  }

  /// Has pictures bring along what they were coded as; false for a file of which that could not be
  /// stored.
  package func keepCoding() -> Bool { pictures?.keepCoding() ?? false }

  /// Packets and pictures left out so far because they were damaged.
  package var damaged: Int {
    damagedPackets + (pictures?.damaged ?? 0) + (sound?.damaged ?? 0)
  }

  /// Asked of each decoded picture by its time; one that is not wanted is given as `leftOut`.
  package var isWanted: ((MediaTime) -> Bool)? {
    get { pictures?.isWanted }
    set { pictures?.isWanted = newValue }
  }

  /// True to decode only the pictures that others need (AVDISCARD_NONREF), for those who are late.
  package var isHurried: Bool {
    get { pictures?.isHurried ?? false }
    set { pictures?.isHurried = newValue }
  }

  /// The next piece, nil at the end.
  package func next() throws(CodecError) -> MediaPiece? {
    while given == ready.count {
      ready.removeAll(keepingCapacity: true)
      given = 0
      guard !hasEnded else { return nil }
      try decodePacket()
    }
    defer { given += 1 }
    return ready[given]
  }

  private func decodePacket() throws(CodecError) {
    guard try file.read(into: packet) else {
      hasEnded = true
      try pictures?.decode(nil) { ready.append($0) }
      try sound?.decode(nil) { ready.append(.sound($0)) }
      return
    }
    let stream = Int(packet.pointer.pointee.stream_index)
    // What is left of a packet at the end of a cut file, or has a gap in a broadcast, is left out
    // where nothing else is made from it; of others the decoder makes the best.
    let isTorn = packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0
    if isTorn, stream == file.video, pictures?.standsAlone == true {
      damagedPackets += 1
      return
    }
    if stream == file.video {
      try pictures?.decode(packet.pointer) { ready.append($0) }
    } else if stream == file.audio {
      try sound?.decode(packet.pointer) { ready.append(.sound($0)) }
    }
  }
}

extension MediaReader {
  /// Goes to a key frame at or before `time`, the last such one where the container can tell, or to
  /// the beginning.
  ///
  /// What lies between it and `time` is given too unless `isWanted` says otherwise. Streams that
  /// cannot be sought go on from where they are.
  package func seek(to time: MediaTime) throws(CodecError) {
    guard let stream = file.stream(leading) else { return }
    // Sound alone has its time 0 only once its first sample was decoded.
    while start == nil, !hasEnded { try decodePacket() }
    let base = stream.pointee.time_base
    let wanted = (time + (start ?? .zero)).ticks(of: base)
    var (target, step) = (wanted, MediaTime.milliseconds(100).ticks(of: base))
    // Containers look for stamps of decoding, and some for no key frame at all: the first key frame
    // from there may be shown later. Longer and longer steps back find one before.
    for _ in 0..<20 {
      guard go(to: target, in: stream), let shown = try firstKeyStamp(in: stream),
        shown > wanted
      else { break }
      target -= max(1, step)
      step *= 2
    }
    // Once more, since looking for the stamp has read on.
    if go(to: target, in: stream) { restart() }
  }

  /// Goes on at the first key frame at or after `time`; false, and nothing changed, without one.
  package func skip(to time: MediaTime) -> Bool {
    guard let stream = file.stream(leading) else { return false }
    let target = (time + (start ?? .zero)).ticks(of: stream.pointee.time_base)
    guard av_seek_frame(file.pointer, stream.pointee.index, target, 0) >= 0 else { return false }
    restart()
    return true
  }

  /// The stream whose key frames are sought.
  private var leading: Int? { pictures == nil ? file.audio : file.video }

  private var start: MediaTime? { file.start ?? sound?.start }

  private func go(to target: Int64, in stream: UnsafeMutablePointer<AVStream>) -> Bool {
    // Without one before it, the first one is what there is.
    av_seek_frame(file.pointer, stream.pointee.index, target, AVSEEK_FLAG_BACKWARD) >= 0
      || av_seek_frame(file.pointer, stream.pointee.index, target, 0) >= 0
  }

  /// When the first key frame from here on is shown, in ticks; nil when the container does not say.
  private func firstKeyStamp(
    in stream: UnsafeMutablePointer<AVStream>
  ) throws(CodecError) -> Int64? {
    while try file.read(into: packet) {
      let found = packet.pointer.pointee
      guard found.stream_index == stream.pointee.index, packet.isKey else { continue }
      return found.pts == cav_no_pts() ? nil : found.pts
    }
    return .max
  }

  private func restart() {
    pictures?.flush()
    sound?.flush()
    ready.removeAll(keepingCapacity: true)
    given = 0
    hasEnded = false
  }
}
