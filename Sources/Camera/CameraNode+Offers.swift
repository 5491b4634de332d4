import CV4L2
import Frames
import Units

/// What a capture node says about itself (VIDIOC_QUERYCAP).
struct CameraIdentity {
  /// The name for people, such as "Integrated Camera".
  let card: String
  /// The kernel driver, such as "uvcvideo".
  let driver: String
}

// A driver whose lists never end must not hang us; real ones stay far below these numbers.
private let mostFormats: UInt32 = 128
private let mostSizes: UInt32 = 128
private let mostRates: UInt32 = 64

extension CameraNode {
  /// Asks what the node is and takes its name; refuses everything that does not stream video in.
  mutating func identify() throws(CameraError) -> CameraIdentity {
    var answer = v4l2_capability()
    if let code = attempt(.queryCapabilities, &answer) {
      let isForeign = code == .unknownRequest || code == .invalid
      throw failure(.queryCapabilities, isForeign ? .notACamera : code)
    }
    // `capabilities` describes the whole device; only `device_caps` tells a camera's picture node
    // from its metadata node.
    let hasOwn = answer.capabilities & V4L2_CAP_DEVICE_CAPS != 0
    let own = hasOwn ? answer.device_caps : answer.capabilities
    func has(_ flag: Int32) -> Bool { own & UInt32(flag) != 0 }
    guard has(V4L2_CAP_STREAMING),
      has(V4L2_CAP_VIDEO_CAPTURE) || has(V4L2_CAP_VIDEO_CAPTURE_MPLANE)
    else { throw failure(.queryCapabilities, .notACamera) }
    isMultiPlanar = !has(V4L2_CAP_VIDEO_CAPTURE)
    let card = text(of: answer.card)
    subject = card.isEmpty ? path : "\(card) (\(path))"
    return CameraIdentity(card: card.isEmpty ? path : card, driver: text(of: answer.driver))
  }

  /// The codes of all formats the driver lists, also of those rushes does not take.
  func formats() throws(CameraError) -> [FourCC] {
    var codes: [FourCC] = []
    for index in 0..<mostFormats {
      var answer = v4l2_fmtdesc()
      answer.index = index
      answer.type = bufferType
      if let code = attempt(.enumerateFormats, &answer) {
        if code == .invalid || code == .unknownRequest { break }
        throw failure(.enumerateFormats, code)
      }
      let code = FourCC(rawValue: answer.pixelformat)
      if !codes.contains(code) { codes.append(code) }
    }
    return codes
  }

  /// Sizes and rates of every format that rushes takes.
  ///
  /// Rates belong to a size; for a range of sizes they are asked at the one nearest to `wish`.
  /// `otherwise` is the size of a driver that lists none.
  func offers(
    of codes: [FourCC], near wish: PixelSize, otherwise: PixelSize
  ) -> [CameraOffer] {
    codes.filter { PixelFormat(camera: $0) != nil }.flatMap { code in
      var list = sizes(of: code)
      if list.isEmpty { list = [.exactly(otherwise)] }
      return list.map { sizes in
        CameraOffer(
          code: code, sizes: sizes, rates: rates(of: code, at: sizes.nearest(to: wish)))
      }
    }
  }

  private func sizes(of code: FourCC) -> [CameraOffer.Sizes] {
    var list: [CameraOffer.Sizes] = []
    for index in 0..<mostSizes {
      var answer = v4l2_frmsizeenum()
      answer.index = index
      answer.pixel_format = code.rawValue
      if attempt(.enumerateSizes, &answer) != nil { break }
      guard answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
        let range = answer.stepwise
        list.append(
          .range(
            from: PixelSize(width: Int(range.min_width), height: Int(range.min_height)),
            to: PixelSize(width: Int(range.max_width), height: Int(range.max_height)),
            step: PixelSize(
              width: max(1, Int(range.step_width)), height: max(1, Int(range.step_height)))))
        break
      }
      let size = PixelSize(width: Int(answer.discrete.width), height: Int(answer.discrete.height))
      if size.area > 0 { list.append(.exactly(size)) }
    }
    return list
  }

  private func rates(of code: FourCC, at size: PixelSize) -> CameraOffer.Rates {
    var list: [FrameRate] = []
    for index in 0..<mostRates {
      var answer = v4l2_frmivalenum()
      answer.index = index
      answer.pixel_format = code.rawValue
      answer.width = UInt32(size.width)
      answer.height = UInt32(size.height)
      if attempt(.enumerateRates, &answer) != nil { break }
      guard answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
        // The longest interval is the slowest rate.
        guard let slowest = FrameRate(interval: answer.stepwise.max),
          let fastest = FrameRate(interval: answer.stepwise.min)
        else { break }
        return .range(slowest: slowest, fastest: fastest)
      }
      if let rate = FrameRate(interval: answer.discrete) { list.append(rate) }
    }
    return list.isEmpty ? .unknown : .listed(list)
  }

  /// The text in a fixed array of bytes, up to its first NUL.
  func text<Bytes>(of bytes: Bytes) -> String {
    withUnsafeBytes(of: bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension FrameRate {
  /// The rate of a driver's frame interval in seconds; nil when it gives none.
  init?(interval: v4l2_fract) {
    self.init(measured: Int64(interval.denominator), per: Int64(interval.numerator))
  }

  /// A rate from clocks and rounded intervals, set right to the standard rate it stands for.
  ///
  /// USB cameras count in 100 ns, so that 30 a second arrives as 10000000/333333, and the pixel
  /// clocks of HDMI give 59.9405 for 60000/1001. 50 ppm is far above these roundings and far below
  /// the 1000 ppm between the standard rates.
  init?(measured frames: Int64, per seconds: Int64) {
    guard let plain = FrameRate(frames, per: seconds) else { return nil }
    self = plain
    let whole = Int64(plain.perSecond.rounded())
    let ntsc = Int64((plain.perSecond * 1.001).rounded())
    let candidates = [FrameRate(whole), FrameRate(ntsc * 1000, per: 1001)]
    for case .some(let standard) in candidates
    where abs(standard.perSecond / plain.perSecond - 1) < 50e-6 {
      self = standard
    }
  }
}
