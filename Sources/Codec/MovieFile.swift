import CLibAV
package import Frames
package import Recording
import Units

/// The finished movie while it is written: coded pictures and sound, one chapter a clip.
///
/// Memory stays bounded: packets pass through, at most ten seconds of the faster track wait for
/// the other one. Stays on the merge lane.
package final class MovieFile: MovieWriter {
  /// Of all pictures written so far, for `MovieCheck`.
  package private(set) var videoChecksum = PacketChecksum()

  private let muxer: Muxer
  private let rate: FrameRate
  private let reorder: Int64
  /// Frames written so far, of which each picture fills one or more.
  private var written: Int64 = 0

  private static let videoStream: Int32 = 0
  private static let audioStream: Int32 = 1

  /// Creates the file for `movie`, which must not exist; its name may end in anything.
  package init(
    path: String, format: MovieFormat, movie: MovieSpecification
  ) throws(CodecError) {
    let hasAudio = movie.samples != nil
    // Never used: it says what the header has to.
    let sound = hasAudio ? try AACEncoder() : nil
    let muxer = try Muxer.create(path, format: format.muxer)
    try muxer.addVideo(
      movie.settings, configuration: movie.configuration, colour: movie.colour,
      reorder: movie.reorder, turn: movie.turn, tag: movie.settings.codec.tag(in: format))
    if let sound {
      try muxer.addAudio(
        AV_CODEC_ID_AAC, header: sound.configuration, padding: sound.priming,
        frame: sound.frameLength)
    }
    try muxer.addChapters(movie.chapters, movie.settings.rate)
    // The sound's priming lies before 0, where every container can say that it does; Matroska's
    // muxer would otherwise move the pictures behind it, off their grid.
    muxer.pointer.pointee.avoid_negative_ts = 0
    // MP4 has another name for the program than QuickTime and Matroska.
    let program = format == .mp4 ? "encoding_tool" : "encoder"
    var tags = ["creation_time": "now", program: "rushes"]
    if format == .mov { tags[Self.identifierTag] = movie.identifier }
    try muxer.begin(Self.options(format, movie), tags: tags)
    self.muxer = muxer
    rate = movie.settings.rate
    reorder = movie.reorder
  }

  /// By it the movie and the still of a live photo find each other (QuickTime metadata keys).
  private static let identifierTag = "com.apple.quicktime.content.identifier"

  private static func options(
    _ format: MovieFormat, _ movie: MovieSpecification
  ) -> [String: String] {
    guard format != .mkv else { return [:] }
    var options = [
      // Lengths in the movie header and edit lists in the same ticks as the pictures, not in ms.
      "movie_timescale": "\(FrameRate.ticksPerSecond)",
      "video_track_timescale": "\(FrameRate.ticksPerSecond)",
    ]
    // The index goes to the front, so that players can begin before the file has arrived: into room
    // left for it, else by moving everything behind it at the end, which writes all bytes twice.
    var flags = ""
    if let room = IndexRoom.bytes(for: movie) {
      options["moov_size"] = "\(room)"
    } else {
      flags += "+faststart"
    }
    // Tags of any name are then written as metadata keys.
    if format == .mov, movie.identifier != nil { flags += "+use_metadata_tags" }
    if !flags.isEmpty { options["movflags"] = flags }
    return options
  }

  package func writeVideo(_ coded: EncodedPacket) throws {
    let packet = try Packet.copy(of: coded.bytes, stream: Self.videoStream)
    if coded.isKey { packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY }
    let begin = rate.ticks(ofFrame: coded.frame)
    let end = rate.ticks(ofFrame: coded.frame + coded.count)
    // Decoding is due on the same grid, early enough for the picture that is shown soonest.
    muxer.stamp(
      packet, at: begin, decodedAt: rate.ticks(ofFrame: written - reorder),
      lasting: end - begin, perSecond: FrameRate.ticksPerSecond)
    try write(packet)
    videoChecksum.add(coded.bytes, frame: coded.frame)
    written += coded.count
  }

  package func writeSound(_ sound: EncodedSound) throws {
    let packet = try Packet.copy(of: sound.bytes, stream: Self.audioStream)
    packet.pointer.pointee.flags |= AV_PKT_FLAG_KEY
    muxer.stamp(
      packet, at: sound.position, lasting: sound.count, perSecond: AudioFormat.takeRate)
    try write(packet)
  }

  package func finish() throws { try muxer.end() }

  private func write(_ packet: borrowing Packet) throws(CodecError) {
    let result = av_interleaved_write_frame(muxer.pointer, packet.pointer)
    try muxer.checkFile(.write)
    try checked(result, .write, muxer.path)
  }
}

extension Muxer {
  /// Adds chapters in 1/90000 s; the muxer's context owns and frees them.
  fileprivate func addChapters(
    _ chapters: [MovieSpecification.Chapter], _ rate: FrameRate
  ) throws(CodecError) {
    guard !chapters.isEmpty else { return }
    let list = try allocated(
      av_calloc(chapters.count, MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride), .create,
      path
    ).assumingMemoryBound(to: UnsafeMutablePointer<AVChapter>?.self)
    pointer.pointee.chapters = list
    for (index, chapter) in chapters.enumerated() {
      let entry = try allocated(av_mallocz(MemoryLayout<AVChapter>.size), .create, path)
        .assumingMemoryBound(to: AVChapter.self)
      entry.pointee.id = Int64(index + 1)
      entry.pointee.time_base = AVRational(num: 1, den: Int32(FrameRate.ticksPerSecond))
      entry.pointee.start = rate.ticks(ofFrame: chapter.frames.lowerBound)
      entry.pointee.end = rate.ticks(ofFrame: chapter.frames.upperBound)
      list[index] = entry
      pointer.pointee.nb_chapters = UInt32(index + 1)
      try Options.set("title", to: chapter.title, in: &entry.pointee.metadata)
    }
  }
}
