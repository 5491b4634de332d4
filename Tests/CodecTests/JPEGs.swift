import Codec
import Frames
import Recording
import Support
import Units

/// JPEG pictures as a Motion JPEG camera codes them.
struct JPEGs {
  let size: PixelSize
  let pictures: [[UInt8]]

  /// Moving pictures, as `CameraBytes` makes them.
  init(_ count: Int, size: PixelSize = PixelSize(width: 98, height: 66)) throws {
    self.size = size
    pictures = try CameraBytes.jpegs(count, width: size.width, height: size.height)
  }

  /// The session's settings that go with them.
  var settings: VideoSettings {
    VideoSettings(size: size, rate: .thirty, quality: 22, codec: .mjpeg)
  }

  /// A camera's frame of these bytes.
  func frame(_ bytes: [UInt8]) -> VideoFrame {
    .made(.mjpeg, size, ColourTags(matrix: .bt601, isFullRange: true), bytes: bytes)
  }

  /// The picture without its Huffman tables, as cameras send it that take them for known.
  static func withoutTables(_ picture: [UInt8]) -> [UInt8] {
    var (bytes, offset) = (Array(picture[..<2]), 2)
    while picture[offset + 1] != 0xda {
      let end = offset + 2 + Int(picture[offset + 2]) << 8 + Int(picture[offset + 3])
      if picture[offset + 1] != 0xc4 { bytes += picture[offset..<end] }
      offset = end
    }
    return bytes + picture[offset...]
  }

  /// The picture with wrong bytes in its scan, which only decoding it shows.
  static func damagedInside(_ picture: [UInt8]) -> [UInt8] {
    var bytes = picture
    for index in (bytes.count - 300)..<(bytes.count - 100) { bytes[index] = 0x5a }
    return bytes
  }

  /// Writes packets as a take.
  func writeTake(_ path: String, _ packets: [EncodedPacket], sound: [Int16]? = nil) throws {
    let take = try TakeFile(
      path: path, settings: settings, configuration: [], hasAudio: sound != nil)
    for packet in packets { try take.writeVideo(packet) }
    if let sound { try take.writeAudio(sound) }
    try take.close()
  }

  /// Writes packets as a movie and says what it has to hold.
  func writeMovie(
    _ path: String, _ packets: [EncodedPacket], format: MovieFormat
  ) throws -> MovieExpectation {
    let movie = specification(packets, takeStarts: [0, Int64(packets.count) / 2])
    let file = try MovieFile(path: path, format: format, movie: movie)
    for packet in packets { try file.writeVideo(packet) }
    try file.finish()
    return MovieExpectation(format: format, movie: movie, checksum: file.videoChecksum)
  }

  /// What a movie of packets is to be, copied from takes that begin at these frames.
  func specification(_ packets: [EncodedPacket], takeStarts: [Int64]) -> MovieSpecification {
    let ends = takeStarts.dropFirst() + [Int64(packets.count)]
    return MovieSpecification(
      settings: settings, configuration: [], frames: Int64(packets.count), samples: nil,
      chapters: [], runs: zip(takeStarts, ends).map { .init(frames: $0..<$1, isCopied: true) })
  }
}

extension JPEGStore {
  /// Stores pictures one after another and returns all packets.
  func stored(_ frames: [VideoFrame]) throws -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    for (index, frame) in frames.enumerated() {
      packets += try encode(frame, index: Int64(index))
    }
    return packets + (try finish())
  }
}
