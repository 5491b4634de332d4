import CLibAV
import Frames
package import Merging
package import Recording
package import Units

/// Opens the coded pictures of clips.
package enum ClipPictures {
  /// The pictures of a clip on a grid of `rate`, as they lie in its file.
  package static func open(_ clip: Clip, rate: FrameRate) throws -> any PictureReader {
    switch clip.origin {
    case .take: try TakePictures(path: clip.path, rate: rate)
    case .media(let start): try MediaPackets(path: clip.path, rate: rate, start: start)
    }
  }
}

/// The coded pictures of a media file that `MediaScan` found fit to be copied.
final class MediaPackets: PictureReader {
  let configuration: [UInt8]
  private let file: MediaFile
  private let packet: Packet
  private let video: Int
  private let timeBase: AVRational
  private let rate: FrameRate
  private let start: MediaTime

  init(path: String, rate: FrameRate, start: MediaStart) throws(CodecError) {
    let file = try MediaFile(path, part: .pictures, zero: start.zero)
    guard let video = file.video, let stream = file.stream(video),
      let codec = stream.pointee.codecpar
    else { throw CodecError(.open, .invalidData, path) }
    file.keepOnly([video])
    packet = try Packet()
    configuration = codec.pointee.header
    timeBase = stream.pointee.time_base
    self.start = start.stamp
    self.video = video
    self.rate = rate
    self.file = file
  }

  func next() throws -> EncodedPacket? {
    while try file.read(into: packet) {
      guard packet.pointer.pointee.stream_index == video,
        let time = MediaTime(ticks: packet.pointer.pointee.pts, of: timeBase)
      else { continue }
      return EncodedPacket(
        bytes: Array(packet.data), frame: rate.frame(nearest: time - start), isKey: packet.isKey)
    }
    return nil
  }
}
