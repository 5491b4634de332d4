import Glibc
package import Units

/// Draws the test picture: colour bars, a moving sweep, the running time, and a frame counter and a
/// flash that programs can read.
///
/// With m the shorter side: the counter is a row of 16 equal cells, m/2 wide and m/16 high, in the
/// middle of the picture, showing the frame's number mod 65536, most significant bit first, white
/// for 1 and black for 0. The flash is a square of side m/8 whose centre is m/4 above the
/// picture's; it is white in the frames that `FlashRule` names and black in all others. Both stand
/// on a plain dark panel, so that they outlive crops and scaling.
package struct TestPicture: Sendable {
  /// Size of the picture, both sides even.
  package let size: PixelSize
  /// Frames a second, which make numbers into time.
  package let rate: FrameRate

  private let layout: CardLayout
  private let rule: FlashRule
  private let backdrop: [UInt8]
  /// Luminance along the sweep's tail, brightest at its end.
  private let tail: [UInt8]

  /// Prepares what stays the same in all frames; odd sides are rounded down to even.
  package init(size: PixelSize, rate: FrameRate) {
    self.size = size.roundedToEven
    self.rate = rate
    layout = CardLayout(size: self.size)
    rule = FlashRule(rate: rate)
    backdrop = Backdrop(layout: layout).drawn()
    let length = self.size.width / 4
    let span = Int(Backdrop.white - Backdrop.dark)
    // A square law looks like an even fade to the eye.
    tail = (1...max(1, length)).map {
      Backdrop.dark + UInt8(span * $0 * $0 / max(1, length * length))
    }
  }

  /// Bytes of a frame in YU12: Y, then Cb and Cr at half width and height, without padding.
  package var byteCount: Int { backdrop.count }

  /// Draws frame `index`, counted from 0, as YU12 in BT.709 limited range; `bytes` holds at least
  /// `byteCount` bytes, whose former contents do not matter.
  package func draw(frame index: Int64, into bytes: UnsafeMutableRawBufferPointer) {
    precondition(bytes.count >= byteCount, "no room for a frame")
    guard let origin = bytes.baseAddress else { return }
    backdrop.withUnsafeBytes { still in
      if let source = still.baseAddress { memcpy(origin, source, still.count) }
    }
    // All that moves is grey: only luminance is drawn.
    let luma = Canvas(origin: origin, width: size.width, height: size.height)
    drawCounter(index, on: luma)
    if rule.isFlash(index) { luma.fill(layout.flash, with: Backdrop.white) }
    drawSweep(index, on: luma)
    write(clockText(index), in: layout.clock, on: luma, with: Backdrop.white)
    write(numberText(index), in: layout.number, on: luma, with: 110)
  }

  private func drawCounter(_ index: Int64, on luma: Canvas) {
    for bit in 0..<16 {
      let isSet = index >> (15 - Int64(bit)) & 1 == 1
      luma.fill(layout.counterCell(bit), with: isSet ? Backdrop.white : Backdrop.black)
    }
  }

  /// A bright edge that runs once across the picture in two seconds and draws a fading tail.
  private func drawSweep(_ index: Int64, on luma: Canvas) {
    let period = 2 * rate.frames
    let head = Int(index * rate.seconds % period * Int64(size.width) / period)
    let strip = layout.sweep
    guard !strip.rows.isEmpty else { return }
    tail.withUnsafeBytes {
      luma.wrap($0, row: strip.rows.lowerBound, from: head + 1 - tail.count)
    }
    luma.repeatFirstRow(of: strip)
  }

  private func write(_ text: String, in box: Box, on luma: Canvas, with value: UInt8) {
    Lettering(fitting: Self.lineWidth, into: box)?.draw(text, in: box, on: luma, with: value)
  }

  /// Strokes across a line: the width of the clock, which is the longest text.
  private static let lineWidth = Lettering.width(of: "00:00:00.000")

  /// The frame's time since the start, in milliseconds, rounded down.
  private func clockText(_ index: Int64) -> String {
    let total = rate.time(ofFrame: index).nanoseconds / 1_000_000
    let seconds = total / 1000
    let fields = [seconds / 3600 % 100, seconds / 60 % 60, seconds % 60]
    return fields.map { padded($0, to: 2) }.joined(separator: ":") + "."
      + padded(total % 1000, to: 3)
  }

  private func numberText(_ index: Int64) -> String { padded(index, to: 6) }

  private func padded(_ value: Int64, to width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
