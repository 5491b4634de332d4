import CLibAV
package import Merging
import Recording
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
  private var video: MediaFacts.Video
  private let codec: AVCodecParameters
  private let timeBase: AVRational
  private let hasAudio: Bool
  private let form: PacketForm?
  private var entries: [Entry] = []
  private var flaw: String?

  /// The facts of a file; one without pictures, or without a whole one, is refused.
  package static func facts(path: String) throws -> SourceFacts {
    try quickFacts(path: path) ?? thoroughFacts(path: path)
  }

  /// The facts of any file, of which as much is decoded as it takes to describe it.
  package static func thoroughFacts(path: String) throws -> SourceFacts {
    var scan = try MediaScan(MediaFile(path))
    try scan.readAll()
    return try scan.facts()
  }

  /// The same facts without decoding anything; nil for all but plain files that can be copied, such
  /// as rushes' own takes.
  ///
  /// Looking inside (avformat_find_stream_info) takes 40 ms at 1280x720, twice as long as reading
  /// a take of three seconds.
  package static func quickFacts(path: String) throws -> SourceFacts? {
    let file = try MediaFile(byHeader: path)
    guard file.isPlain, let codec = file.stream(file.video)?.pointee.codecpar,
      let set = ParameterSets.all(in: codec.pointee.header)?.first,
      let parameters = SequenceParameters(set), codec.pointee.agrees(with: parameters)
    else { return nil }
    // What decoding a picture would have filled in.
    codec.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    codec.pointee.color_range = AVCOL_RANGE_MPEG
    codec.pointee.color_primaries = AVColorPrimaries(UInt32(parameters.colour.primaries))
    codec.pointee.color_trc = AVColorTransferCharacteristic(UInt32(parameters.colour.transfer))
    codec.pointee.color_space = AVColorSpace(UInt32(parameters.colour.matrix))
    var scan = try MediaScan(file)
    guard scan.flaw == nil else { return nil }
    try scan.readAll()
    guard scan.flaw == nil, scan.findRate() else { return nil }
    let facts = try scan.facts()
    return facts.flaw == nil && facts.reorder == 0 ? facts : nil
  }

  private init(_ file: consuming MediaFile) throws(CodecError) {
    let facts = file.facts
    guard let index = file.video, let video = facts.video, let stream = file.stream(index),
      let codec = stream.pointee.codecpar
    else { throw CodecError(.open, .noStream, file.path) }
    timeBase = stream.pointee.time_base
    hasAudio = facts.audio != nil
    self.video = video
    self.codec = codec.pointee
    form = VideoCodec(rawValue: video.codec).flatMap {
      PacketForm($0, configuration: codec.pointee.header, size: video.stored)
    }
    self.file = file
    flaw = streamFlaw
  }

  private mutating func readAll() throws(CodecError) {
    let packet = try Packet()
    let index = file.video
    // When sound begins is known once its first packet was read.
    if file.stream(file.audio)?.pointee.start_time != cav_no_pts() { keepPictures() }
    while try file.read(into: packet) {
      let found = packet.pointer.pointee
      guard Int(found.stream_index) == index else {
        keepPictures()
        continue
      }
      if found.flags & AV_PKT_FLAG_CORRUPT != 0 { flaw = flaw ?? "a part of it is damaged" }
      if found.flags & AV_PKT_FLAG_DISCARD != 0 {
        flaw = flaw ?? "an edit list leaves out some of its frames"
        continue
      }
      guard found.pts != cav_no_pts() else {
        flaw = flaw ?? "its frames have no time stamps"
        continue
      }
      var isKey = false
      if flaw == nil, let form {
        switch form.content(of: packet.data) {
        case .picture(let isStart): isKey = isStart && packet.isKey
        case .flaw(let reason): flaw = reason
        }
      }
      entries.append(Entry(stamp: found.pts, length: found.duration, isKey: isKey))
    }
  }

  private func keepPictures() { file.keepOnly([file.video].compactMap { $0 }) }

  /// Works out the rate of pictures that are stored in the order they are shown; false when their
  /// lengths differ by more than rounding does.
  private mutating func findRate() -> Bool {
    let lengths = zip(entries, entries.dropFirst()).map { $1.stamp - $0.stamp }
    guard let least = lengths.min(), let most = lengths.max(), least > 0, most - least <= 1,
      let first = entries.first, let last = entries.last,
      let rate = FrameRate(
        Int64(timeBase.den) * Int64(lengths.count),
        per: Int64(timeBase.num) * (last.stamp - first.stamp))
    else { return false }
    video.rate = rate
    video.isConstantRate = true
    // Rounded lengths make a rate that is a little off; a usual one is meant.
    return least == most || video.grid != rate
  }

  /// What keeps any movie from taking over the stream's packets.
  private var streamFlaw: String? {
    guard let codec = VideoCodec(rawValue: video.codec) else {
      return "it is \(video.codec), not h264"
    }
    if video.rotation != 0 || video.isMirrored { return "it is turned by its container" }
    if video.pixelAspect.numerator != video.pixelAspect.denominator {
      return "its pixels are not square"
    }
    if video.isInterlaced { return "it is interlaced" }
    if video.stored != video.shown { return "its sides are odd" }
    switch codec {
    case .h264 where AVPixelFormat(self.codec.format) != AV_PIX_FMT_YUV420P:
      return "it is not 8-bit 4:2:0"
    case .mjpeg where !ColourCode(self.codec).isJPEG:
      return "its colours are not those of JPEG"
    case .h264, .hevc, .mjpeg:
      return form == nil ? "its container holds it in another form" : nil
    }
  }

  private func facts() throws(CodecError) -> SourceFacts {
    guard let first = entries.map(\.stamp).min(), let begin = time(first),
      let last = entries.max(by: { $0.stamp < $1.stamp }), let end = time(last.stamp)
    else { throw CodecError(.read, .endOfFile, file.path) }
    let rate = video.grid
    let usual = rate.frameDuration
    let lasting = last.length > 0 ? MediaTime(ticks: last.length, of: timeBase) ?? usual : usual
    let order = entries.map { time($0.stamp).map { rate.frame(nearest: $0 - begin) } ?? 0 }
    let flaw = self.flaw ?? gridFlaw(order, from: begin, rate)
    return SourceFacts(
      path: file.path, codec: VideoCodec(rawValue: video.codec), size: video.shown, rate: rate,
      start: MediaStart(shown: begin - (file.start ?? .zero), stamp: begin),
      length: flaw == nil ? rate.time(ofFrame: Int64(entries.count)) : end + lasting - begin,
      keys: flaw == nil ? keys(order) : [],
      reorder: order.enumerated().map { Int64($0.offset) - $0.element }.max() ?? 0,
      configuration: codec.header, colour: ColourCode(codec),
      samples: av_get_pix_fmt_name(AVPixelFormat(codec.format)).map { String(cString: $0) } ?? "",
      flaw: flaw, hasAudio: hasAudio)
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
    return keys(order).first == 0 ? nil : "it does not begin with a closed key frame group"
  }

  /// Key frames with everything before them shown earlier and everything behind them later: no
  /// picture of an open group is lost where copying begins, none is left where it ends.
  private func keys(_ order: [Int64]) -> [Int64] {
    var (keys, next) = ([Int64](), Int64(0))
    for (index, frame) in order.enumerated() {
      // The frames so far are all those below `index` exactly when none lies above.
      if entries[index].isKey, frame == index, next == index { keys.append(frame) }
      next = max(next, frame + 1)
    }
    return keys
  }

  private func time(_ stamp: Int64) -> MediaTime? { MediaTime(ticks: stamp, of: timeBase) }
}

extension ColourCode {
  /// True for full range and the matrix of BT.601 (JFIF), whichever of its two names it has, or
  /// none; with nothing said that movies of JPEG pictures are not tagged with.
  fileprivate var isJPEG: Bool {
    range == 2 && [2, 5, 6].contains(matrix) && [1, 2].contains(primaries)
      && [1, 2, 13].contains(transfer)
  }

  fileprivate init(_ codec: AVCodecParameters) {
    self.init(
      primaries: Int(codec.color_primaries.rawValue), transfer: Int(codec.color_trc.rawValue),
      matrix: Int(codec.color_space.rawValue), range: Int(codec.color_range.rawValue))
  }
}

extension AVCodecParameters {
  /// True when what the container says, as far as it says it, is what the parameter set does.
  fileprivate func agrees(with set: SequenceParameters) -> Bool {
    let own = ColourCode(self)
    func agrees(_ number: Int, _ other: Int, unknown: Int) -> Bool {
      number == other || number == unknown
    }
    return set.size == PixelSize(width: Int(width), height: Int(height))
      && agrees(own.primaries, set.colour.primaries, unknown: 2)
      && agrees(own.transfer, set.colour.transfer, unknown: 2)
      && agrees(own.matrix, set.colour.matrix, unknown: 2)
      && agrees(own.range, set.colour.range, unknown: 0)
  }
}
