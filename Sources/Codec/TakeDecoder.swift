import CLibAV
import Frames
import Units

/// Gives the pictures of a clip one after another, laid out as the movie is coded.
protocol PictureSupply: AnyObject {
  /// Frame `frame` of the clip, good until the next call; frames have to rise.
  func picture(at frame: Int64) throws -> UnsafeMutablePointer<AVFrame>
}

/// Decodes a take from a key frame on.
final class TakeDecoder: PictureSupply {
  private let file: TakePictures
  private let decoder: CodecContext
  private let picture: Picture
  private let path: String
  private let key: Int64
  private var isAtEnd = false
  /// Which frame `picture` holds.
  private var decoded: Int64?

  /// Opens a take on a grid of `rate`; the first frame asked for lies at or behind the key frame
  /// `key`.
  init(path: String, rate: FrameRate, key: Int64) throws {
    let file = try TakePictures(path: path, rate: rate)
    let decoder = try CodecContext.decoder("h264", header: file.configuration)
    picture = try Picture()
    self.file = file
    self.decoder = decoder
    self.path = path
    self.key = key
  }

  func picture(at frame: Int64) throws -> UnsafeMutablePointer<AVFrame> {
    while (decoded ?? -1) < frame {
      try decodeNext()
      decoded = picture.pointer.pointee.pts
    }
    guard decoded == frame else {
      throw CodecError(.decode, .invalidData, path)
    }
    return picture.pointer
  }

  /// Decodes until one more picture came out.
  private func decodeNext() throws {
    while !isAtEnd {
      guard let coded = try file.next() else {
        isAtEnd = true
        guard try decoder.decodeEnd(into: picture) else { break }
        return
      }
      guard coded.frame >= key else { continue }
      let packet = try Packet.copy(of: coded.bytes, stream: 0)
      packet.pointer.pointee.pts = coded.frame
      if try decoder.decode(packet, into: picture) { return }
    }
    throw CodecError(.read, .endOfFile, path)
  }
}
