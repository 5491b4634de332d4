import CLibAV
package import Frames
package import Recording
package import Units

/// A take's file: a QuickTime movie in fragments of 200 ms, readable at every instant of its life.
///
/// The index of an ordinary movie is written at its very end, so a crash loses all of it; here
/// each fragment brings its own, and reaches the kernel as soon as it is whole. Sound is stored as
/// plain samples, because coded sound cannot be joined without gaps. Stays on the writer lane.
package final class TakeFile: TakeWriter {
  private let muxer: Muxer
  private let settings: VideoSettings
  private let hasAudio: Bool
  private var samplesWritten: Int64 = 0
  /// True once the file's name survives a power cut as well.
  private var nameIsSafe = false

  /// FFmpeg's name of the tag that holds the label.
  static let labelTag = "comment"

  private static let videoStream: Int32 = 0
  private static let audioStream: Int32 = 1

  /// Creates the file, which must not exist, for pictures with the decoder `configuration` that mean
  /// `colour`; `label` is what it says of itself, as a comment in its header (QuickTime's `©cmt`).
  package init(
    path: String, settings: VideoSettings, configuration: [UInt8], colour: ColourCode = .take,
    hasAudio: Bool, label: String? = nil
  ) throws(CodecError) {
    let muxer = try Muxer.create(path, format: "mov")
    try muxer.addVideo(settings, configuration: configuration, colour: colour)
    if hasAudio { try muxer.addAudio(AV_CODEC_ID_PCM_S16LE) }
    muxer.pointer.pointee.flush_packets = 1
    try muxer.begin(
      [
        "movflags": "empty_moov+default_base_moof",
        // Microseconds. Half of it is lost by a kill on average, and a fragment costs 270 bytes.
        "frag_duration": "200000",
        "video_track_timescale": "\(FrameRate.ticksPerSecond)",
      ], tags: label.map { [Self.labelTag: $0] } ?? [:])
    self.muxer = muxer
    self.settings = settings
    self.hasAudio = hasAudio
  }

  package func writeVideo(_ coded: EncodedPacket) throws {
    let packet = try Packet.copy(of: coded.bytes, stream: Self.videoStream)
    if coded.isKey { packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY }
    let begin = settings.rate.ticks(ofFrame: coded.frame)
    let end = settings.rate.ticks(ofFrame: coded.frame + coded.count)
    try write(packet, at: begin, lasting: end - begin, perSecond: FrameRate.ticksPerSecond)
  }

  package func writeAudio(_ samples: [Int16]) throws {
    precondition(hasAudio, "sound for a take without a sound track")
    let count = Int64(samples.count / 2)
    guard count > 0 else { return }
    // Little-endian as in memory: `pcm_s16le`.
    let bytes = samples.withUnsafeBytes { Array($0) }
    let packet = try Packet.copy(of: bytes, stream: Self.audioStream)
    packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    try write(packet, at: samplesWritten, lasting: count, perSecond: AudioFormat.takeRate)
    samplesWritten += count
  }

  /// Not interleaved: waiting for a stalled track would hold the other one back from the disk.
  private func write(
    _ packet: borrowing Packet, at time: Int64, lasting duration: Int64, perSecond: Int64
  ) throws(CodecError) {
    muxer.stamp(packet, at: time, lasting: duration, perSecond: perSecond)
    let result = av_write_frame(muxer.pointer, packet.pointer)
    // A full disk shows up in the file first, and must be known at once.
    try muxer.checkFile(.write)
    try checked(result, .write, muxer.path)
  }

  package func sync() throws {
    try muxer.syncData()
    if !nameIsSafe { try muxer.syncName() }
    nameIsSafe = true
  }

  package func close() throws {
    try muxer.end()
    if !nameIsSafe { try muxer.syncName() }
  }
}
