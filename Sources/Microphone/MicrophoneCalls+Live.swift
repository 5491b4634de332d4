import CALSA
import Glibc
import Lanes
import Units

extension MicrophoneCalls {
  /// The real libasound, silenced.
  package static let live: MicrophoneCalls = {
    Microphone.silenceLibrary()
    return MicrophoneCalls(
      nextCard: { card throws(ALSACode) in
        var next = card
        try check(snd_card_next(&next))
        return next < 0 ? nil : next
      },
      captureDevices: { card throws(ALSACode) in try listCaptureDevices(of: card) },
      lockedCards: { findLockedCards() },
      definesPCM: { isDefined($0) },
      holder: { name in DeviceHolder.find(path: devicePath(of: name))?.description },
      open: { name throws(ALSACode) in
        var pcm: OpaquePointer?
        try check(snd_pcm_open(&pcm, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK))
        return PCMHandle(address: UInt(bitPattern: pcm))
      },
      owner: { findOwner(of: $0) },
      close: { snd_pcm_close($0.pointer) },
      describe: { pcm throws(ALSACode) in try describeHardware(pcm) },
      forget: { snd_pcm_hw_params_free($0.pointer) },
      chooseAccess: { pcm, parameters throws(ALSACode) in
        try check(
          snd_pcm_hw_params_set_access(
            pcm.pointer, parameters.pointer, SND_PCM_ACCESS_RW_INTERLEAVED))
      },
      offersFormat: { pcm, parameters, format in
        snd_pcm_hw_params_test_format(pcm.pointer, parameters.pointer, format.alsa) == 0
      },
      chooseFormat: { pcm, parameters, format throws(ALSACode) in
        try check(snd_pcm_hw_params_set_format(pcm.pointer, parameters.pointer, format.alsa))
      },
      offersChannels: { pcm, parameters, count in
        snd_pcm_hw_params_test_channels(pcm.pointer, parameters.pointer, UInt32(count)) == 0
      },
      fewestChannels: { parameters in
        var count: UInt32 = 0
        return snd_pcm_hw_params_get_channels_min(parameters.pointer, &count) < 0 ? 0 : Int(count)
      },
      chooseChannels: { pcm, parameters, count throws(ALSACode) in
        try check(
          snd_pcm_hw_params_set_channels(pcm.pointer, parameters.pointer, UInt32(count)))
      },
      offersRate: { pcm, parameters, rate in
        snd_pcm_hw_params_test_rate(pcm.pointer, parameters.pointer, UInt32(rate), 0) == 0
      },
      chooseRate: { pcm, parameters, rate throws(ALSACode) in
        var (rate, direction) = (UInt32(rate), Int32(0))
        try check(
          snd_pcm_hw_params_set_rate_near(pcm.pointer, parameters.pointer, &rate, &direction))
      },
      chooseBuffer: { pcm, parameters, buffer, period throws(ALSACode) in
        try chooseHardwareBuffer(pcm, parameters, buffer: buffer, period: period)
      },
      configure: { pcm, parameters throws(ALSACode) in try configureHardware(pcm, parameters) },
      configureClock: { pcm, configured throws(ALSACode) in
        try configureSoftware(pcm, configured)
      },
      start: { pcm throws(ALSACode) in try check(snd_pcm_start(pcm.pointer)) },
      prepare: { pcm throws(ALSACode) in
        // A stream that still runs, since only a call about it failed, would answer EBUSY, which
        // means another program everywhere else.
        snd_pcm_drop(pcm.pointer)
        try check(snd_pcm_prepare(pcm.pointer))
      },
      wait: { pcm, milliseconds throws(ALSACode) in
        try check(snd_pcm_wait(pcm.pointer, milliseconds)) > 0
      },
      position: { pcm throws(ALSACode) in try readPosition(pcm) },
      read: { pcm, frames, frameBytes throws(ALSACode) in
        try readFrames(pcm, frames, of: frameBytes)
      },
      now: { MonotonicClock.now() })
  }()
}

/// Passes a count or zero on and throws what is below.
@discardableResult
func check(_ returned: Int32) throws(ALSACode) -> Int32 {
  if returned < 0 { throw ALSACode(returned: returned) }
  return returned
}

/// Runs `use` with a structure that libasound allocated, and frees it.
func withAllocated<R>(
  _ allocate: (UnsafeMutablePointer<OpaquePointer?>) -> Int32,
  free: (OpaquePointer?) -> Void,
  _ use: (OpaquePointer) throws(ALSACode) -> R
) throws(ALSACode) -> R {
  var structure: OpaquePointer?
  try check(allocate(&structure))
  defer { free(structure) }
  guard let structure else { throw .noMemory }
  return try use(structure)
}

extension PCMHandle {
  /// What libasound wants to be given.
  var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }
}

extension ParametersHandle {
  /// What libasound wants to be given.
  var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }
}

extension SampleFormat {
  /// The `snd_pcm_format_t` of the same name.
  fileprivate var alsa: snd_pcm_format_t {
    switch self {
    case .s16: SND_PCM_FORMAT_S16_LE
    case .s32: SND_PCM_FORMAT_S32_LE
    case .s24: SND_PCM_FORMAT_S24_LE
    case .s24Packed: SND_PCM_FORMAT_S24_3LE
    case .float: SND_PCM_FORMAT_FLOAT_LE
    case .u8: SND_PCM_FORMAT_U8
    }
  }
}
