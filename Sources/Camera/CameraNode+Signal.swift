import CV4L2
import Units

/// What comes in on an HDMI or similar input (DV timings).
struct CameraSignal: Hashable {
  /// Width and height of the active picture.
  let size: PixelSize
  /// Pictures a second; nil when the receiver does not measure the clock.
  let rate: FrameRate?

  init(_ timings: v4l2_dv_timings) {
    let video = timings.bt
    size = PixelSize(width: Int(video.width), height: Int(video.height))
    // The blanking of both fields counts: an interlaced picture is two fields.
    let columns = video.width &+ video.hfrontporch &+ video.hsync &+ video.hbackporch
    var rows = video.height &+ video.vfrontporch &+ video.vsync &+ video.vbackporch
    if video.interlaced != 0 {
      rows = rows &+ video.il_vfrontporch &+ video.il_vsync &+ video.il_vbackporch
    }
    // The clock of a signal at 1000/1001 is given as if it were not slowed down.
    let isReduced = video.flags & UInt32(V4L2_DV_FL_REDUCED_FPS) != 0
    let clock = Int64(clamping: min(video.pixelclock, 100_000_000_000))
    let total = Int64(columns) * Int64(rows)
    rate = FrameRate(
      measured: isReduced ? clock * 1000 : clock, per: isReduced ? total * 1001 : total)
  }

  /// The signal as "1920x1080 at 60".
  var text: String { rate.map { "\(size) at \($0)" } ?? "\(size)" }
}

extension CameraNode {
  /// Locks the receiver to the signal of the input in force; nil for inputs without DV timings.
  ///
  /// This has to come before the format, whose size follows from the timings.
  mutating func lockToSignal() throws(CameraError) -> CameraSignal? {
    guard let input = signalInput() else { return nil }
    subject = "\(input.name) of \(subject)"
    // Not every driver tells of changes; the watch for stalls is left then.
    var subscription = v4l2_event_subscription()
    subscription.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
    subscription.id = input.index
    _ = attempt(.subscribe, &subscription)
    var timings = v4l2_dv_timings()
    if let code = attempt(.querySignal, &timings) {
      // The driver cannot detect; the timings set earlier stay in force.
      if [.noTimings, .invalid, .unknownRequest].contains(code) { return nil }
      throw failure(.querySignal, code)
    }
    let signal = CameraSignal(timings)
    if let code = attempt(.setSignal, &timings), code != .invalid, code != .unknownRequest {
      throw failure(.setSignal, code)
    }
    return signal
  }

  /// Takes the waiting event; the error that ends the stream when the signal is another than
  /// `known` now.
  func changeOfSignal(from known: CameraSignal?) -> CameraError? {
    var event = v4l2_event()
    if let code = attempt(.takeEvent, &event) {
      return code == .noDevice ? failure(.takeEvent, code) : nil
    }
    guard event.type == UInt32(V4L2_EVENT_SOURCE_CHANGE) else { return nil }
    var timings = v4l2_dv_timings()
    if let code = attempt(.querySignal, &timings) {
      let isSilent = [.noLink, .noLock, .outOfRange, .noDevice].contains(code)
      return failure(.takeEvent, isSilent ? code : .signalChanged)
    }
    let signal = CameraSignal(timings)
    if signal == known { return nil }
    return CameraError(
      .takeEvent, .signalChanged, subject: subject, finding: .mode(signal.text))
  }

  /// The input in force when it has DV timings.
  private func signalInput() -> (index: UInt32, name: String)? {
    guard let index = inputInForce(), let input = describe(input: index),
      input.capabilities & UInt32(V4L2_IN_CAP_DV_TIMINGS) != 0
    else { return nil }
    return (index, text(of: input.name))
  }
}
