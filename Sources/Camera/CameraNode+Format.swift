import CV4L2
import Frames
import Units

// S_FMT answers EIO or EBUSY for a moment after another program let the camera go.
private let mostAttempts = 3
private let attemptPause: Int64 = 100

extension CameraNode {
  /// Finds the mode to ask for; libv4l2 converts only for a camera without any format of ours.
  func choose(_ wish: CameraWish, signal: CameraSignal?) throws(CameraError) -> CameraMode {
    var offered = try formats()
    if offered.isEmpty { offered = [try readFormat().code] }
    let size = wish.size ?? CameraWish.usualSize
    if let mode = CameraMode.best(of: try offers(offered, near: size, signal), for: wish) {
      return mode
    }
    let usable = offered.filter { PixelFormat(camera: $0) != nil }
    // libv4l2 knows the single-planar API only.
    if usable.isEmpty, !isMultiPlanar, (try? adopt()) != nil {
      let converted = try formats().filter {
        $0 == PixelFormat.yu12.code || $0 == PixelFormat.rgb24.code
      }
      if let mode = CameraMode.best(of: try offers(converted, near: size, signal), for: wish) {
        return mode
      }
    }
    throw CameraError(
      .enumerateFormats, .noFormat, subject: subject,
      finding: .formats(
        asked: wish.inputFormat, offered: wish.inputFormat == nil ? offered : usable))
  }

  /// Asks for a mode and reads back what became of it.
  ///
  /// The rate follows the format, since S_FMT resets it on many drivers, and what S_FMT and
  /// S_PARM answer is not believed: some accept and ignore.
  func negotiate(
    _ mode: CameraMode, wish: CameraWish, signal: CameraSignal?
  ) throws(CameraError) -> CameraFormat {
    try setFormat(mode)
    fillFrame()
    let wished = mode.rate ?? wish.rate
    if let wished { setRate(wished) }
    let given = try readFormat()
    guard let format = PixelFormat(camera: given.code), given.size.area > 0 else {
      throw CameraError(
        .getFormat, .noFormat, subject: subject,
        finding: .formats(asked: mode.code, offered: [given.code]))
    }
    let rate = readRate() ?? signal?.rate
    if format == .h264 { tuneEncoder(for: rate ?? wished ?? .thirty) }
    let isHighDefinition = signal.map { $0.size.height >= 720 } ?? false
    return CameraFormat(
      mode: CameraMode(code: given.code, size: given.size, rate: rate),
      layout: FrameLayout(format: format, size: given.size, strides: given.strides),
      colour: ColourTags(
        camera: format, colourSpace: given.colourSpace, encoding: given.encoding,
        quantization: given.quantization, isHighDefinition: isHighDefinition),
      rate: rate ?? wished ?? .thirty)
  }

  private func offers(
    _ codes: [FourCC], near size: PixelSize, _ signal: CameraSignal?
  ) throws(CameraError) -> [CameraOffer] {
    let otherwise = if let signal { signal.size } else { try readFormat().size }
    return offers(of: codes, near: size, otherwise: otherwise)
  }

  private func setFormat(_ mode: CameraMode) throws(CameraError) {
    var attempts = 0
    while true {
      var format = v4l2_format()
      format.type = bufferType
      if isMultiPlanar {
        format.fmt.pix_mp.pixelformat = mode.code.rawValue
        format.fmt.pix_mp.width = UInt32(mode.size.width)
        format.fmt.pix_mp.height = UInt32(mode.size.height)
        format.fmt.pix_mp.field = V4L2_FIELD_NONE.rawValue
      } else {
        format.fmt.pix.pixelformat = mode.code.rawValue
        format.fmt.pix.width = UInt32(mode.size.width)
        format.fmt.pix.height = UInt32(mode.size.height)
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
      }
      guard let code = attempt(.setFormat, &format) else { return }
      attempts += 1
      guard [.busy, .inputOutput].contains(code), attempts < mostAttempts else {
        throw failure(.setFormat, code)
      }
      calls.pause(attemptPause)
    }
  }

  /// Spreads the picture over the whole frame.
  ///
  /// A smaller place left by the program before would stay, with black around it. Most drivers
  /// have no places and refuse.
  private func fillFrame() {
    var place = v4l2_selection()
    // Selections are asked with the single-planar type for both kinds of nodes.
    place.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    place.target = UInt32(V4L2_SEL_TGT_COMPOSE_DEFAULT)
    guard attempt(.getSelection, &place) == nil else { return }
    place.target = UInt32(V4L2_SEL_TGT_COMPOSE)
    place.flags = 0
    _ = attempt(.setSelection, &place)
  }

  /// A refusal is no failure: HDMI receivers have no rate to set, and the read-back tells.
  private func setRate(_ rate: FrameRate) {
    var parameters = v4l2_streamparm()
    parameters.type = bufferType
    parameters.parm.capture.timeperframe = v4l2_fract(
      numerator: UInt32(clamping: rate.seconds), denominator: UInt32(clamping: rate.frames))
    _ = attempt(.setRate, &parameters)
  }

  /// Asks an encoder for a key frame each second, with its parameter sets, and for no B-frames: a take
  /// can then be joined, and damage is over, within a second.
  ///
  /// Each driver knows some of the controls, or none, and refuses the others.
  private func tuneEncoder(for rate: FrameRate) {
    let second = Int32(max(1, rate.perSecond.rounded()))
    let wishes = [
      (cv4l2_b_frames, 0), (cv4l2_gop_size, second), (cv4l2_key_period, second),
      (cv4l2_repeat_sets, 1),
    ]
    for (id, value) in wishes {
      var control = v4l2_control(id: id, value: value)
      _ = attempt(.setControl, &control)
    }
  }

  private func readRate() -> FrameRate? {
    var parameters = v4l2_streamparm()
    parameters.type = bufferType
    guard attempt(.getRate, &parameters) == nil,
      parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
    else { return nil }
    return FrameRate(interval: parameters.parm.capture.timeperframe)
  }

  private func readFormat() throws(CameraError) -> DriverFormat {
    var format = v4l2_format()
    format.type = bufferType
    try ask(.getFormat, &format)
    return isMultiPlanar ? DriverFormat(format.fmt.pix_mp) : DriverFormat(format.fmt.pix)
  }
}

/// The fields that single- and multi-planar formats have in common.
private struct DriverFormat {
  let code: FourCC
  let size: PixelSize
  let strides: [Int]
  let colourSpace: UInt32
  let encoding: UInt32
  let quantization: UInt32

  init(_ single: v4l2_pix_format) {
    code = FourCC(rawValue: single.pixelformat)
    size = PixelSize(width: Int(single.width), height: Int(single.height))
    strides = [Int(single.bytesperline)]
    colourSpace = single.colorspace
    encoding = single.ycbcr_enc
    quantization = single.quantization
  }

  init(_ multi: v4l2_pix_format_mplane) {
    code = FourCC(rawValue: multi.pixelformat)
    size = PixelSize(width: Int(multi.width), height: Int(multi.height))
    let planes = multi.plane_fmt
    let all = [planes.0.bytesperline, planes.1.bytesperline, planes.2.bytesperline]
    strides = all.prefix(max(1, Int(multi.num_planes))).map { Int($0) }
    colourSpace = multi.colorspace
    encoding = UInt32(multi.ycbcr_enc)
    quantization = UInt32(multi.quantization)
  }
}
