import CV4L2
import Frames
import Units

/// Decides from a buffer alone whether it holds a whole frame.
enum FrameJudge {
  /// What a buffer turned out to be.
  enum Verdict: Hashable {
    /// A whole frame of this many bytes in its first plane.
    case whole(Int)
    /// Not to be used, and why.
    case bad(String)
  }

  // The headers of a JPEG alone are longer.
  private static let shortestJPEG = 128

  /// Judges the planes of a buffer with these `V4L2_BUF_FLAG_…` bits.
  static func judge(
    _ planes: [UnsafeRawBufferPointer], flags: UInt32, layout: FrameLayout
  ) -> Verdict {
    if flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 { return .bad("marked as damaged by the driver") }
    guard planes.count >= layout.strides.count, let first = planes.first else {
      return .bad("a plane is missing")
    }
    switch layout.format {
    case .mjpeg: return judgeJPEG(first)
    case .h264: return judgeH264(first)
    default: break
    }
    // Under bus starvation frames come short without the error flag.
    for (index, _) in layout.strides.enumerated() {
      let needed = layout.needed(plane: index)
      if planes[index].isEmpty { return .bad("empty") }
      if planes[index].count < needed {
        return .bad("cut off: \(planes[index].count) of \(needed) bytes")
      }
    }
    return .whole(first.count)
  }

  private static func judgeJPEG(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    if bytes.isEmpty { return .bad("empty") }
    if bytes.count < shortestJPEG { return .bad("too short for a JPEG: \(bytes.count) bytes") }
    guard bytes[0] == 0xff, bytes[1] == 0xd8 else { return .bad("not a JPEG") }
    // Some cameras fill up to a block size with zeros.
    var end = bytes.count
    while end > 2, bytes[end - 1] == 0 { end -= 1 }
    guard bytes[end - 2] == 0xff, bytes[end - 1] == 0xd9 else {
      return .bad("a JPEG without its end")
    }
    return .whole(end)
  }

  /// An access unit has no end mark; that its slices are whole is for the decoder to find out.
  private static func judgeH264(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    if bytes.isEmpty { return .bad("empty") }
    // A start code of Annex B may have any number of zeros before its 0, 0, 1.
    let zeros = bytes.prefix { $0 == 0 }.count
    guard zeros >= 2, zeros + 1 < bytes.count, bytes[zeros] == 1 else {
      return .bad("not an H.264 byte stream")
    }
    return .whole(bytes.count)
  }
}
