import CV4L2

/// What the camera hand asks of the kernel: the name for traces and errors, and for ioctls the
/// request number.
package enum CameraOperation: String, Sendable, CaseIterable {
  // File operations.
  case open, adopt, close, map, unmap, poll
  // What the node is and offers.
  case queryCapabilities, enumerateFormats, enumerateSizes, enumerateRates
  // The selected input and the signal on it.
  case getInput, setInput, describeInput, querySignal, setSignal, subscribe, takeEvent
  // Negotiation.
  case setFormat, getFormat, getSelection, setSelection, setRate, getRate, setControl
  // Streaming.
  case requestBuffers, describeBuffer, queueBuffer, dequeueBuffer, startStream, stopStream

  /// The request number of `v4l2_ioctl`; 0 for what is not an ioctl.
  var request: UInt {
    switch self {
    case .open, .adopt, .close, .map, .unmap, .poll: 0
    case .queryCapabilities: cv4l2_querycap
    case .enumerateFormats: cv4l2_enum_fmt
    case .enumerateSizes: cv4l2_enum_framesizes
    case .enumerateRates: cv4l2_enum_frameintervals
    case .getInput: cv4l2_g_input
    case .setInput: cv4l2_s_input
    case .describeInput: cv4l2_enuminput
    case .querySignal: cv4l2_query_dv_timings
    case .setSignal: cv4l2_s_dv_timings
    case .subscribe: cv4l2_subscribe_event
    case .takeEvent: cv4l2_dqevent
    case .setFormat: cv4l2_s_fmt
    case .getFormat: cv4l2_g_fmt
    case .getSelection: cv4l2_g_selection
    case .setSelection: cv4l2_s_selection
    case .setRate: cv4l2_s_parm
    case .getRate: cv4l2_g_parm
    case .setControl: cv4l2_s_ctrl
    case .requestBuffers: cv4l2_reqbufs
    case .describeBuffer: cv4l2_querybuf
    case .queueBuffer: cv4l2_qbuf
    case .dequeueBuffer: cv4l2_dqbuf
    case .startStream: cv4l2_streamon
    case .stopStream: cv4l2_streamoff
    }
  }

  /// The operation as the end of "failed while …".
  var words: String {
    switch self {
    case .open, .adopt: "being opened"
    case .close: "being closed"
    case .map, .unmap, .requestBuffers, .describeBuffer: "setting up its buffers"
    case .queryCapabilities: "telling what it is"
    case .enumerateFormats, .enumerateSizes, .enumerateRates: "listing its formats"
    case .getInput, .describeInput: "telling its input"
    case .setInput: "switching to another input"
    case .querySignal, .setSignal, .subscribe, .takeEvent: "reading its signal"
    case .setFormat, .getFormat, .getSelection, .setSelection: "setting the format"
    case .setRate, .getRate: "setting the rate"
    case .setControl: "setting its encoder"
    case .startStream: "starting"
    case .stopStream: "stopping"
    case .poll, .queueBuffer, .dequeueBuffer: "delivering frames"
    }
  }
}
