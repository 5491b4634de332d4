import CLibAV
package import Frames
package import Units

/// One piece of a file, in the order of its kind.
package enum MediaPiece {
  /// A picture.
  case picture(MediaPicture)
  /// The time of a picture that was not wanted, and so was decoded only as far as others need it.
  case leftOut(MediaTime)
  /// A run of sound.
  case sound(MediaSound)
}

/// A decoded picture: upright, square pixels, planar 4:2:0, BT.709, limited range; one that brings
/// along what it was coded as has the numbers that it was decoded to.
///
/// Stays on the lane of its reader.
package final class MediaPicture {
  /// When it is shown, counted from the file's beginning.
  package let time: MediaTime
  /// The frame itself, for an encoder of this module; no copy is made of it.
  let picture: Picture
  private let colour: ColourTags
  private let coded: CodedPicture?

  init(
    _ picture: consuming Picture, at time: MediaTime, _ colour: ColourTags = .take,
    _ coded: CodedPicture? = nil
  ) {
    self.picture = picture
    self.time = time
    self.colour = colour
    self.coded = coded
  }

  /// Width and height, both even.
  package var size: PixelSize {
    PixelSize(
      width: Int(picture.pointer.pointee.width), height: Int(picture.pointer.pointee.height))
  }

  /// Copies it into memory of a pool, as a camera's frame captured at `instant`.
  package func frame(from pool: FramePool, capturedAt instant: MediaTime) -> VideoFrame {
    let size = self.size
    let count = PixelFormat.yu12.byteCount(height: size.height, stride: size.width)
    let memory = pool.fill(capacity: count) { bytes in
      guard let area = picture.area(left: 0, top: 0, size: size) else { return 0 }
      var offset = 0
      func copy(_ plane: UnsafeMutablePointer<UInt8>, _ stride: Int, _ step: Int) {
        for row in 0..<size.height / step {
          let line = UnsafeRawBufferPointer(
            start: plane + row * stride, count: size.width / step)
          UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(from: line)
          offset += line.count
        }
      }
      copy(area.luma, area.lumaStride, 1)
      copy(area.blue, area.chromaStride, 2)
      copy(area.red, area.chromaStride, 2)
      return offset
    }
    return VideoFrame(
      format: .yu12, size: size, stride: size.width, colour: colour, capturedAt: instant,
      memory: memory, coded: coded)
  }
}

/// Decoded sound: 48 kHz stereo.
package struct MediaSound: Sendable, Hashable {
  /// Position of its first sample frame on the file's 48 kHz grid; later than the end of the run
  /// before where the file has a hole.
  package let position: Int64
  /// Interleaved samples.
  package let samples: [Int16]

  /// Sample frames in it.
  package var frameCount: Int64 { Int64(samples.count / AudioFormat.take.channels) }
}
