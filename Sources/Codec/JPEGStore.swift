package import Frames
package import Recording
import Units

/// Hands a camera's JPEG pictures on as they came, each a key frame by itself.
///
/// Headers and end are looked at in every picture, and the first one used is decoded, since a take
/// has to begin with one that shows. Stays on the encoder lane.
package final class JPEGStore: VideoEncoder {
  package let configuration: [UInt8] = []
  package private(set) var damagedFrames = 0

  private let size: PixelSize
  private var decoder: JPEGDecoder?
  private var tables: HuffmanTables?
  private var last: [UInt8]?
  /// Frames from before the first good picture; they will show that one.
  private var waiting: [Int64] = []

  /// Takes pictures of the settings' size and no other.
  package init(settings: VideoSettings) { size = settings.size }

  package func encode(_ frame: VideoFrame, index: Int64) throws -> [EncodedPacket] {
    let picture: [UInt8]? =
      frame.format == .mjpeg ? try frame.memory.withBytes { try stored($0) } : nil
    if let picture { last = picture } else { damagedFrames += 1 }
    return repeatLast(index: index)
  }

  package func repeatLast(index: Int64) -> [EncodedPacket] {
    waiting.append(index)
    guard let last else { return [] }
    defer { waiting.removeAll() }
    return waiting.map { EncodedPacket(bytes: last, frame: $0, isKey: true) }
  }

  package func finish() throws -> [EncodedPacket] {
    guard waiting.isEmpty else { throw CodecError(.store, .invalidData, "the camera's pictures") }
    return []
  }

  /// The bytes to keep of a picture; nil when it is damaged.
  private func stored(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> [UInt8]? {
    guard JPEGHeader.isWhole(bytes), let header = JPEGHeader(bytes), header.size == size else {
      return nil
    }
    if last == nil {
      if decoder == nil { decoder = try JPEGDecoder() }
      guard try decoder?.decode(bytes) != nil else { return nil }
      decoder = nil
    }
    if header.hasHuffmanTables { return Array(bytes) }
    if tables == nil { tables = try HuffmanTables.open() }
    return try tables?.inserted(into: bytes)
  }
}
