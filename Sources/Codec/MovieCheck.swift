import CLibAV
import Recording
import Units

/// Reopens a finished movie and compares every packet with what it should be.
package struct MovieCheck: ~Copyable {
  private let path: String
  private let expected: MovieExpectation
  private let demuxer: Demuxer
  private let packet: Packet
  private let decoder: CodecContext
  private let picture: Picture
  private let video: (index: Int32, timeBase: AVRational)
  private let audio: (index: Int32, timeBase: AVRational)?

  private var frames: Int64 = 0
  private var lastDecodeTime = Int64.min
  private var checksum = PacketChecksum()
  private var soundEnd: Int64?
  private var runs: ArraySlice<MovieSpecification.Run>
  private var current: MovieSpecification.Run?
  /// Pictures given to the decoder that have not come out yet.
  private var awaited = 0

  /// Reads the whole file and throws a `MovieFault` at the first difference, or a `CodecError` when
  /// it cannot be read at all.
  ///
  /// Of copied pictures only the first ones of each run are decoded: the rest is known to be what
  /// was recorded. What was coded anew is decoded to its end and on into what follows.
  package static func run(path: String, expecting expected: MovieExpectation) throws {
    if expected.format != .mkv, try !BoxOrder.hasIndexFirst(path: path) {
      throw MovieFault(path: path, finding: .indexAtEnd)
    }
    var check = try MovieCheck(path, expected)
    try check.readAll()
  }

  private init(_ path: String, _ expected: MovieExpectation) throws {
    let demuxer = try Demuxer(path, format: expected.format.demuxer)
    guard let video = demuxer.stream(AVMEDIA_TYPE_VIDEO),
      video.codec.codec_id == expected.movie.settings.codec.id
    else { throw MovieFault(path: path, finding: .noPictures) }
    let size = PixelSize(width: Int(video.codec.width), height: Int(video.codec.height))
    guard size == expected.movie.settings.size else {
      throw MovieFault(path: path, finding: .size(size))
    }
    let turn = DisplayMatrix.turn(of: video.stream)
    guard turn == expected.movie.turn else { throw MovieFault(path: path, finding: .turn(turn)) }
    let audio = demuxer.stream(AVMEDIA_TYPE_AUDIO)
    guard (audio != nil) == (expected.movie.samples != nil) else {
      throw MovieFault(path: path, finding: .soundTrack(expected: expected.movie.samples != nil))
    }
    let packet = try Packet()
    let picture = try Picture()
    decoder = try CodecContext.decoder(
      expected.movie.settings.codec.decoder, parameters: video.stream.codecpar)
    if expected.movie.settings.codec == .h264 {
      // Faults show while the bits are read; nobody sees these pictures, so the steps that only
      // make them look right are left out. HEVC may carry a sum of each picture to compare.
      decoder.pointer.pointee.skip_loop_filter = AVDISCARD_ALL
      decoder.pointer.pointee.skip_idct = AVDISCARD_ALL
    }
    self.packet = packet
    self.picture = picture
    self.video = (video.index, video.stream.time_base)
    self.audio = audio.map { ($0.index, $0.stream.time_base) }
    self.demuxer = demuxer
    self.path = path
    self.expected = expected
    runs = expected.movie.runs[...]
  }

  private mutating func readAll() throws {
    while try demuxer.read(into: packet) {
      let stream = packet.pointer.pointee.stream_index
      if stream == video.index { try checkPicture() }
      if let audio, stream == audio.index { try checkSound(audio.timeBase) }
    }
    guard frames == expected.movie.frames || !tellsLength else {
      throw fault(.frames(found: frames, expected: expected.movie.frames))
    }
    try decodeRest()
    guard checksum == expected.checksum else { throw fault(.changed) }
    try checkSoundEnd()
  }

  private mutating func checkPicture() throws {
    let found = packet.pointer.pointee
    let rate = expected.movie.settings.rate
    let grid = AVRational(num: 1, den: Int32(FrameRate.ticksPerSecond))
    guard let time = MediaTime(ticks: found.pts, of: video.timeBase) else {
      throw fault(.misplaced(frame: frames))
    }
    let shown = rate.frame(nearest: time)
    // Matroska counts milliseconds.
    guard found.pts == av_rescale_q(rate.ticks(ofFrame: shown), grid, video.timeBase),
      (0..<expected.movie.frames).contains(shown) || expected.movie.frames <= frames
    else { throw fault(.misplaced(frame: frames)) }
    // Matroska stores no decode times: its order is the decode order, which the checksum covers.
    if found.dts != cav_no_pts() {
      guard found.dts > lastDecodeTime else { throw fault(.decodeOrder(frame: frames)) }
      lastDecodeTime = found.dts
    }
    checksum.add(packet.data, frame: shown)
    try checkDecoding(of: shown)
    frames += 1
    guard expected.movie.settings.isVariable else { return }
    // A picture that keeps its own time lasts until the next one, and the last one to the end.
    let lasting = av_rescale_q(found.duration, video.timeBase, grid)
    frames = shown + max(1, lasting / rate.ticks(ofFrame: 1))
  }

  /// False for Matroska, where pictures that keep their own times do not say how long they last.
  private var tellsLength: Bool {
    expected.format != .mkv || !expected.movie.settings.isVariable
  }

  private mutating func checkDecoding(of shown: Int64) throws {
    let begins = runs.first?.frames.lowerBound == shown
    if begins {
      guard packet.isKey else { throw fault(.noKey(frame: frames)) }
      let follows = current?.isCopied == false
      current = runs.removeFirst()
      // What was coded anew has to go over into the next run without a restart of the decoder.
      if !follows { decoder.flush() }
    }
    if begins || current?.isCopied == false { try decode() }
    if begins, current?.isCopied == true { try decodeRest() }
  }

  private mutating func decode() throws {
    guard try decoder.send(packet.pointer) else { throw fault(.undecodable(frame: frames)) }
    awaited += 1
    try receive()
  }

  /// Has the decoder give out what it holds back.
  private mutating func decodeRest() throws {
    guard awaited > 0 else { return }
    _ = try decoder.send(nil)
    try receive()
    guard awaited == 0 else { throw fault(.undecodable(frame: frames)) }
    decoder.flush()
  }

  private mutating func receive() throws {
    while true {
      switch try decoder.receive(into: picture) {
      case .frame: awaited -= 1
      case .damage: throw fault(.undecodable(frame: frames))
      case .nothing: return
      }
    }
  }

  private mutating func checkSound(_ timeBase: AVRational) throws {
    let found = packet.pointer.pointee
    if expected.format != .mkv, let soundEnd, found.pts != soundEnd {
      throw fault(.soundBroken(sample: soundEnd))
    }
    soundEnd = found.pts + found.duration
  }

  /// Sound begins with the priming before 0, so where its last packet ends is its length.
  private func checkSoundEnd() throws {
    guard let samples = expected.movie.samples, let audio else { return }
    let end = av_rescale_q(
      soundEnd ?? 0, audio.timeBase, AVRational(num: 1, den: Int32(AudioFormat.takeRate)))
    // Matroska keeps whole AAC frames of 1024 samples at times rounded to a millisecond (48).
    let isRight = expected.format == .mkv ? abs(end - samples) <= 1024 + 48 : end == samples
    guard isRight else { throw fault(.samples(found: end, expected: samples)) }
  }

  private func fault(_ finding: MovieFault.Finding) -> MovieFault {
    MovieFault(path: path, finding: finding)
  }
}
