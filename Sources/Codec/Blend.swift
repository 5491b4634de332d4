import CLibAV
import Merging
import Recording
import Units

/// Shows two pictures at once, as FFmpeg's `xfade` filter does.
///
/// The classic kinds are done right here on 4:2:0 planes; the filter would take both pictures to
/// 4:4:4 and back. All others are the filter's own.
final class Blend {
  private let target: Picture
  private let size: PixelSize
  private let rate: FrameRate
  private var filter: (kind: Transition.Kind, filter: XfadeFilter)?

  /// Prepares to blend pictures of an even size on a grid of `rate`.
  init(size: PixelSize, rate: FrameRate) throws(CodecError) {
    target = try Picture.coded(size)
    self.size = size
    self.rate = rate
  }

  /// The frame `elapsed` frames into a transition of `length`; good until the next call.
  func mix(
    _ outgoing: UnsafeMutablePointer<AVFrame>, _ incoming: UnsafeMutablePointer<AVFrame>,
    _ shot: Shot.Incoming, elapsed: Int64
  ) throws(CodecError) -> UnsafeMutablePointer<AVFrame> {
    switch shot.kind {
    case .fade, .wipeleft, .wiperight, .wipeup, .wipedown:
      try target.makeWritable()
      guard let from = PlaneArea(outgoing, size), let over = PlaneArea(incoming, size),
        let to = target.area(left: 0, top: 0, size: size)
      else { throw CodecError(.decode, .invalidData, "a picture") }
      let share = Float(elapsed) / Float(shot.length)
      for plane in 0..<3 {
        paint(to.plane(plane), from.plane(plane), over.plane(plane), shot.kind, share)
      }
      return target.pointer
    default:
      if filter?.kind != shot.kind || elapsed == 0 {
        filter = (
          shot.kind, try XfadeFilter(shot.kind, length: shot.length, size: size, rate: rate)
        )
      }
      guard let filter = filter?.filter else { return outgoing }
      return try filter.mix(outgoing, incoming, elapsed: elapsed)
    }
  }

  /// Paints one plane; `share` is how much of the transition is over, 0…1.
  private func paint(
    _ to: Plane, _ from: Plane, _ over: Plane, _ kind: Transition.Kind, _ share: Float
  ) {
    func edge(_ length: Int, _ part: Float) -> Int {
      // Behind the pixel that the filter's own comparison lets through.
      min(length, Int(Float(length) * part) + 1)
    }
    switch kind {
    case .wipeleft: columns(to, from, over, edge(to.columns, 1 - share))
    case .wiperight: columns(to, over, from, edge(to.columns, share))
    case .wipeup: rows(to, from, over, edge(to.rows, 1 - share))
    case .wipedown: rows(to, over, from, edge(to.rows, share))
    default: mix(to, from, over, share)
    }
  }

  /// The first `edge` columns of one plane, the rest of another.
  private func columns(_ to: Plane, _ left: Plane, _ right: Plane, _ edge: Int) {
    for row in 0..<to.rows {
      to.row(row).update(from: left.row(row), count: edge)
      (to.row(row) + edge).update(from: right.row(row) + edge, count: to.columns - edge)
    }
  }

  /// The first `edge` rows of one plane, the rest of another.
  private func rows(_ to: Plane, _ upper: Plane, _ lower: Plane, _ edge: Int) {
    for row in 0..<to.rows {
      to.row(row).update(from: (row < edge ? upper : lower).row(row), count: to.columns)
    }
  }

  private func mix(_ to: Plane, _ from: Plane, _ over: Plane, _ share: Float) {
    // 0.15 fixed point: the error stays below a 128th of a level.
    let weight = Int16(min(32_767, (share * 32_768).rounded()))
    for row in 0..<to.rows {
      cav_blend(to.row(row), from.row(row), over.row(row), to.columns, weight)
    }
  }
}

/// One plane of a picture.
struct Plane {
  let start: UnsafeMutablePointer<UInt8>
  let stride: Int
  let columns: Int
  let rows: Int

  /// The samples of one row.
  func row(_ index: Int) -> UnsafeMutablePointer<UInt8> { start + index * stride }
}

extension PlaneArea {
  /// The whole of a decoded 4:2:0 picture; nil when it is of another kind or size.
  init?(_ frame: UnsafeMutablePointer<AVFrame>, _ size: PixelSize) {
    guard frame.pointee.format == AV_PIX_FMT_YUV420P.rawValue,
      frame.pointee.width == size.width, frame.pointee.height == size.height,
      let luma = frame.pointee.data.0, let blue = frame.pointee.data.1,
      let red = frame.pointee.data.2
    else { return nil }
    self.init(
      luma: luma, blue: blue, red: red, lumaStride: Int(frame.pointee.linesize.0),
      chromaStride: Int(frame.pointee.linesize.1), columns: size.width, rows: size.height)
  }

  /// Plane 0 is luma, 1 and 2 are blue and red.
  func plane(_ index: Int) -> Plane {
    switch index {
    case 0: Plane(start: luma, stride: lumaStride, columns: columns, rows: rows)
    case 1: Plane(start: blue, stride: chromaStride, columns: columns / 2, rows: rows / 2)
    default: Plane(start: red, stride: chromaStride, columns: columns / 2, rows: rows / 2)
    }
  }
}
