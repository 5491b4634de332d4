import CLibAV
import Frames
import Units

extension Planes {
  /// Looks at an uncompressed frame's memory; nil when it holds fewer bytes than the frame needs.
  ///
  /// An odd last column or row is left off: 4:2:0 cannot hold it, and scaling it away would blur
  /// the whole picture.
  init?(_ frame: VideoFrame, _ bytes: UnsafeRawBufferPointer) {
    let (stride, rows) = (frame.stride, frame.size.height)
    guard let format = Self.format(of: frame.format), rows > 1, frame.size.width > 1,
      stride >= frame.format.tightStride(width: frame.size.width),
      bytes.count >= frame.format.byteCount(height: rows, stride: stride),
      let start = bytes.bindMemory(to: UInt8.self).baseAddress
    else { return nil }
    self.format = format
    size = frame.size.roundedToEven
    colour = frame.colour
    let chroma = start + stride * rows
    switch frame.format {
    case .nv12:
      pointers = [start, chroma, nil, nil]
      strides = [Int32(stride), Int32(stride), 0, 0]
    case .yu12:
      let half = (stride + 1) / 2
      pointers = [start, chroma, chroma + half * ((rows + 1) / 2), nil]
      strides = [Int32(stride), Int32(half), Int32(half), 0]
    case .yuyv, .uyvy, .rgb24, .bgr24, .grey, .mjpeg, .h264:
      pointers = [start, nil, nil, nil]
      strides = [Int32(stride), 0, 0, 0]
    }
  }

  /// All of a coded picture.
  init(_ area: PlaneArea, _ colour: ColourTags = .take) {
    format = AV_PIX_FMT_YUV420P
    size = PixelSize(width: area.columns, height: area.rows)
    self.colour = colour
    pointers = [
      UnsafePointer(area.luma), UnsafePointer(area.blue), UnsafePointer(area.red), nil,
    ]
    strides = [
      Int32(area.lumaStride), Int32(area.chromaStride), Int32(area.chromaStride), 0,
    ]
  }

  /// The part of the picture in `area`, whose edges are even and lie inside; nothing is copied.
  ///
  /// Of 4:1:1, where four columns share a colour, the colours may lie half a sample beside.
  func cut(_ area: PixelArea) -> Planes {
    guard let description = av_pix_fmt_desc_get(format)?.pointee else { return self }
    var part = self
    part.size = area.size
    let components = [
      description.comp.0, description.comp.1, description.comp.2, description.comp.3,
    ]
    // Components share planes in packed formats; all of one plane begin at the same place.
    for (index, component) in components.prefix(Int(description.nb_components)).enumerated() {
      let isChroma = description.nb_components > 2 && !isRGB && (index == 1 || index == 2)
      guard !isChroma || component.plane > 0 else { continue }
      let (right, down) = (
        isChroma ? Int(description.log2_chroma_w) : 0,
        isChroma ? Int(description.log2_chroma_h) : 0
      )
      let plane = Int(component.plane)
      part.pointers[plane] = pointers[plane].map {
        $0 + (area.top >> down) * Int(strides[plane]) + (area.left >> right) * Int(component.step)
      }
    }
    return part
  }

  /// True when the picture is already what the encoder takes, so that copying is enough.
  func isCoded(as size: PixelSize) -> Bool {
    format == AV_PIX_FMT_YUV420P && self.size == size && colour == .take
  }

  private static func format(of format: PixelFormat) -> AVPixelFormat? {
    switch format {
    case .mjpeg, .h264: nil
    case .yuyv: AV_PIX_FMT_YUYV422
    case .uyvy: AV_PIX_FMT_UYVY422
    case .nv12: AV_PIX_FMT_NV12
    case .yu12: AV_PIX_FMT_YUV420P
    case .rgb24: AV_PIX_FMT_RGB24
    case .bgr24: AV_PIX_FMT_BGR24
    case .grey: AV_PIX_FMT_GRAY8
    }
  }
}
