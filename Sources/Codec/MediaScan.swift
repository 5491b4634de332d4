import CLibAV
package import Merging
import Units

/// Reads through a media file's pictures, without decoding them, to learn how it can be merged.
package struct MediaScan: ~Copyable {
  /// One coded picture, in decode order.
  private struct Entry {
    var stamp: Int64
    var length: Int64
    var isKey: Bool
  }

  private let file: MediaFile
  private let video: MediaFacts.Video
  private let codec: AVCodecParameters
  private let timeBase: AVRational
  private let hasAudio: Bool
  private var entries: [Entry] = []
  private var flaw: String?

  /// The facts of a file; one without pictures, or without a whole one, is refused.
  package static func facts(path: String) throws -> SourceFacts {
    var scan = try MediaScan(path)
    try scan.readAll()
    return try scan.facts(path)
  }

  private init(_ path: String) throws(CodecError) {
    let file = try MediaFile(path)
    let facts = file.facts
    guard let index = file.video, let video = facts.video, let stream = file.stream(index),
      let codec = stream.pointee.codecpar
    else { throw CodecError(.open, .noStream, path) }
    file.keepOnly([index])
    timeBase = stream.pointee.time_base
    hasAudio = facts.audio != nil
    self.video = video
    self.codec = codec.pointee
    self.file = file
    flaw = streamFlaw
  }

  private mutating func readAll() throws(CodecError) {
    let packet = try Packet()
    let index = file.video
    while try file.read(into: packet) {
      let found = packet.pointer.pointee
      guard Int(found.stream_index) == index else { continue }
      if found.flags & AV_PKT_FLAG_CORRUPT != 0 { flaw = flaw ?? "a part of it is damaged" }
      if found.flags & AV_PKT_FLAG_DISCARD != 0 {
        flaw = flaw ?? "an edit list leaves out some of its frames"
        continue
      }
      guard found.pts != cav_no_pts() else {
        flaw = flaw ?? "its frames have no time stamps"
        continue
      }
      let units = flaw == nil ? ParameterSets.kinds(packet.data) : nil
      if flaw == nil, units == nil { flaw = "a part of it is damaged" }
      if units?.hasParameters == true { flaw = "its coding settings change on the way" }
      entries.append(
        Entry(stamp: found.pts, length: found.duration, isKey: units?.isKey == true))
    }
  }

  /// What keeps any movie from taking over the stream's packets.
  private var streamFlaw: String? {
    if video.codec != "h264" { return "it is \(video.codec), not h264" }
    if video.rotation != 0 || video.isMirrored { return "it is turned by its container" }
    if video.pixelAspect.numerator != video.pixelAspect.denominator {
      return "its pixels are not square"
    }
    if video.isInterlaced { return "it is interlaced" }
    if video.stored != video.shown { return "its sides are odd" }
    guard AVPixelFormat(codec.format) == AV_PIX_FMT_YUV420P else {
      return "it is not 8-bit 4:2:0"
    }
    return ParameterSets.isPlain(codec.header) ? nil : "its container holds it in another form"
  }

  private func facts(_ path: String) throws(CodecError) -> SourceFacts {
    guard let first = entries.map(\.stamp).min(), let begin = time(first),
      let last = entries.max(by: { $0.stamp < $1.stamp }), let end = time(last.stamp)
    else { throw CodecError(.read, .endOfFile, path) }
    let rate = video.grid
    let usual = rate.frameDuration
    let lasting = last.length > 0 ? MediaTime(ticks: last.length, of: timeBase) ?? usual : usual
    let order = entries.map { time($0.stamp).map { rate.frame(nearest: $0 - begin) } ?? 0 }
    let flaw = self.flaw ?? gridFlaw(order, from: begin, rate)
    return SourceFacts(
      path: path, size: video.shown, rate: rate, start: begin - (file.start ?? .zero),
      length: flaw == nil ? rate.time(ofFrame: Int64(entries.count)) : end + lasting - begin,
      keys: flaw == nil ? zip(order, entries).filter { $1.isKey }.map(\.0).sorted() : [],
      reorder: order.enumerated().map { Int64($0.offset) - $0.element }.max() ?? 0,
      configuration: codec.header, colour: ColourCode(codec), flaw: flaw, hasAudio: hasAudio)
  }

  /// What keeps the frames from lying on a constant grid, each on its own place.
  private func gridFlaw(
    _ order: [Int64], from begin: MediaTime, _ rate: FrameRate
  ) -> String? {
    if Set(order) != Set(0..<Int64(order.count)) { return "its frames are not evenly spaced" }
    for (entry, frame) in zip(entries, order) {
      guard let time = time(entry.stamp) else { continue }
      let off = time - begin - rate.time(ofFrame: frame)
      // Matroska rounds to a millisecond.
      if off.nanoseconds.magnitude > 1_100_000 { return "its frames are not evenly spaced" }
    }
    return entries.first?.isKey == true ? nil : "it does not begin with a key frame"
  }

  private func time(_ stamp: Int64) -> MediaTime? { MediaTime(ticks: stamp, of: timeBase) }
}

extension ColourCode {
  fileprivate init(_ codec: AVCodecParameters) {
    self.init(
      primaries: Int(codec.color_primaries.rawValue), transfer: Int(codec.color_trc.rawValue),
      matrix: Int(codec.color_space.rawValue), range: Int(codec.color_range.rawValue))
  }
}
