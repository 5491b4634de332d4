package import Frames
package import Units

/// What the user wishes of a camera; nil leaves the choice to rushes.
package struct CameraWish: Sendable, Hashable {
  /// Width and height of the frames.
  package var size: PixelSize?
  /// Frames a second.
  package var rate: FrameRate?
  /// The driver's pixel format.
  package var inputFormat: FourCC?
  /// Which of a capture card's inputs, as the driver numbers them; nil keeps the one in force.
  package var input: Int?

  /// Puts a wish together.
  package init(
    size: PixelSize? = nil, rate: FrameRate? = nil, inputFormat: FourCC? = nil,
    input: Int? = nil
  ) {
    self.size = size
    self.rate = rate
    self.inputFormat = inputFormat
    self.input = input
  }

  /// The size in force when none is wished.
  package static let usualSize = PixelSize(width: 1280, height: 720)

  /// The wish with its blanks filled, as "YUYV 1280x720 at 30".
  var text: String {
    let mode = "\(size ?? Self.usualSize) at \(rate ?? .thirty)"
    return inputFormat.map { "\($0) \(mode)" } ?? mode
  }
}

/// A format in some sizes at some rates, as the driver lists them.
package struct CameraOffer: Sendable, Hashable {
  /// One size, or the sizes between two in steps (VIDIOC_ENUM_FRAMESIZES).
  package enum Sizes: Sendable, Hashable {
    /// This size alone.
    case exactly(PixelSize)
    /// Any size from the smallest to the largest, in whole steps from the smallest.
    case range(from: PixelSize, to: PixelSize, step: PixelSize)
  }

  /// The rates of a size (VIDIOC_ENUM_FRAMEINTERVALS).
  package enum Rates: Sendable, Hashable {
    /// The driver does not say; HDMI receivers mostly do not.
    case unknown
    /// These rates.
    case listed([FrameRate])
    /// Any rate between the two.
    case range(slowest: FrameRate, fastest: FrameRate)
  }

  /// The driver's format code.
  package var code: FourCC
  /// The sizes.
  package var sizes: Sizes
  /// The rates at these sizes.
  package var rates: Rates

  /// Puts down one line of the driver's list.
  package init(code: FourCC, sizes: Sizes, rates: Rates) {
    self.code = code
    self.sizes = sizes
    self.rates = rates
  }
}

/// A format, a size and a rate: what is asked of the driver, or what it gave.
package struct CameraMode: Sendable, Hashable {
  /// The driver's format code.
  package var code: FourCC
  /// Width and height of the frames.
  package var size: PixelSize
  /// Frames a second; nil when the driver does not say.
  package var rate: FrameRate?

  /// Puts a mode together.
  package init(code: FourCC, size: PixelSize, rate: FrameRate?) {
    self.code = code
    self.size = size
    self.rate = rate
  }
}

extension CameraMode: CustomStringConvertible {
  package var description: String {
    rate.map { "\(code) \(size) at \($0)" } ?? "\(code) \(size)"
  }
}

extension PixelFormat {
  /// The pixel format behind a driver's code; nil for one that rushes does not take.
  ///
  /// NM12 and YM12 are NV12 and YU12 with each plane in memory of its own; JPEG is what some
  /// drivers call MJPG.
  package init?(camera code: FourCC) {
    switch code.description {
    case "NM12": self = .nv12
    case "YM12": self = .yu12
    case "JPEG": self = .mjpeg
    default: self.init(code: code)
    }
  }

  /// How much work the format makes per frame, least first; decides between modes that are
  /// otherwise equal.
  ///
  /// 4:2:0 is what the encoder takes; 4:2:2 is one cheap pass away; RGB needs a matrix and twice
  /// the bus; MJPEG needs decoding and was lossy once already. Grey has no colour. H.264 comes last: its pictures
  /// depend on each other, so that one lost on the way costs all up to the next key frame.
  var cost: Int {
    switch self {
    case .nv12: 0
    case .yu12: 1
    case .yuyv: 2
    case .uyvy: 3
    case .rgb24: 4
    case .bgr24: 5
    case .mjpeg: 6
    case .grey: 7
    case .h264: 8
    }
  }
}
