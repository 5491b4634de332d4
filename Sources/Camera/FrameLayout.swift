import Frames
import Units

/// How a frame lies in the driver's memory and how it is laid out for us.
///
/// The driver's planes may lie in memory of their own with strides of their own; ours follow each
/// other in one block, with strides that derive from the first (see `PixelFormat.byteCount`).
struct FrameLayout: Hashable {
  /// The pixel format.
  let format: PixelFormat
  /// Width and height of the picture.
  let size: PixelSize
  /// Bytes a row of each of the driver's planes; one entry when all lie in one memory.
  let strides: [Int]

  /// Takes the driver's strides; 0 stands for rows without padding.
  init(format: PixelFormat, size: PixelSize, strides: [Int]) {
    self.format = format
    self.size = size
    let tight = format.tightStride(width: size.width)
    let first = max(strides.first ?? 0, tight)
    if strides.count > 1 {
      self.strides = [first] + strides.dropFirst().map { $0 > 0 ? $0 : format.chroma(first) }
    } else {
      self.strides = [first]
    }
  }

  /// Bytes from row to row of our first plane; 0 for compressed formats.
  var stride: Int { format.isCompressed ? 0 : strides[0] }

  /// Bytes of our whole frame; 0 for compressed formats.
  var byteCount: Int { format.byteCount(height: size.height, stride: stride) }

  /// Bytes that plane `index` of the driver must hold to be whole.
  func needed(plane index: Int) -> Int {
    strides.count == 1 ? byteCount : strides[index] * rows(ofPlane: index)
  }

  /// Copies the driver's planes behind each other; `target` holds `byteCount` bytes, or for
  /// compressed formats as many as the plane.
  func copy(_ planes: [UnsafeRawBufferPointer], to target: UnsafeMutableRawBufferPointer) {
    guard strides.count > 1 else {
      let count = min(format.isCompressed ? planes[0].count : byteCount, target.count)
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: planes[0][..<count]))
      return
    }
    var position = 0
    for (index, plane) in planes.enumerated() {
      let ours = index == 0 ? stride : format.chroma(stride)
      let theirs = strides[index]
      let count = min(ours, theirs)
      for row in 0..<rows(ofPlane: index) {
        let source = UnsafeRawBufferPointer(rebasing: plane[row * theirs..<row * theirs + count])
        let end = position + count
        UnsafeMutableRawBufferPointer(rebasing: target[position..<end]).copyMemory(from: source)
        position += ours
      }
    }
  }

  private func rows(ofPlane index: Int) -> Int {
    index == 0 ? size.height : (size.height + 1) / 2
  }
}

extension PixelFormat {
  /// Bytes from row to row of the chroma planes that go with luma rows of `stride` bytes.
  fileprivate func chroma(_ stride: Int) -> Int { self == .yu12 ? (stride + 1) / 2 : stride }
}
