// The calls of `MicrophoneCalls.live` that take more than one line of libasound to make.

import CALSA
import Glibc
import Units

/// Everything the device can do (snd_pcm_hw_params_any); the caller frees it.
func describeHardware(_ pcm: PCMHandle) throws(ALSACode) -> ParametersHandle {
  var parameters: OpaquePointer?
  try check(snd_pcm_hw_params_malloc(&parameters))
  do throws(ALSACode) {
    try check(snd_pcm_hw_params_any(pcm.pointer, parameters))
  } catch {
    snd_pcm_hw_params_free(parameters)
    throw error
  }
  return ParametersHandle(address: UInt(bitPattern: parameters))
}

/// Asks for lengths near these.
///
/// The buffer comes first: with few periods in a buffer, as some devices have, a short period
/// chosen first would leave a buffer that overruns at the first delay.
func chooseHardwareBuffer(
  _ pcm: PCMHandle, _ parameters: ParametersHandle, buffer: MediaTime, period: MediaTime
) throws(ALSACode) {
  var microseconds = UInt32(buffer.nanoseconds / 1000)
  var direction: Int32 = 0
  try check(
    snd_pcm_hw_params_set_buffer_time_near(
      pcm.pointer, parameters.pointer, &microseconds, &direction))
  microseconds = UInt32(period.nanoseconds / 1000)
  direction = 0
  try check(
    snd_pcm_hw_params_set_period_time_near(
      pcm.pointer, parameters.pointer, &microseconds, &direction))
}

/// Makes the parameters true (snd_pcm_hw_params) and reads back what they became.
func configureHardware(
  _ pcm: PCMHandle, _ parameters: ParametersHandle
) throws(ALSACode) -> ConfiguredPCM {
  try check(snd_pcm_hw_params(pcm.pointer, parameters.pointer))
  var (rate, direction) = (UInt32(0), Int32(0))
  try check(snd_pcm_hw_params_get_rate(parameters.pointer, &rate, &direction))
  var (buffer, period) = (snd_pcm_uframes_t(0), snd_pcm_uframes_t(0))
  try check(snd_pcm_get_params(pcm.pointer, &buffer, &period))
  return ConfiguredPCM(
    rate: Int64(rate), periodFrames: Int(period), bufferFrames: Int(buffer))
}

/// Stamps of CLOCK_MONOTONIC with every position, a wake-up for each period (snd_pcm_sw_params).
func configureSoftware(_ pcm: PCMHandle, _ configured: ConfiguredPCM) throws(ALSACode) {
  try withAllocated(snd_pcm_sw_params_malloc, free: snd_pcm_sw_params_free) {
    parameters throws(ALSACode) in
    try check(snd_pcm_sw_params_current(pcm.pointer, parameters))
    try check(
      snd_pcm_sw_params_set_tstamp_mode(pcm.pointer, parameters, SND_PCM_TSTAMP_ENABLE))
    try check(
      snd_pcm_sw_params_set_tstamp_type(
        pcm.pointer, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC))
    try check(
      snd_pcm_sw_params_set_avail_min(
        pcm.pointer, parameters, snd_pcm_uframes_t(configured.periodFrames)))
    try check(snd_pcm_sw_params(pcm.pointer, parameters))
  }
}

/// What is ready, and the stamp of the interrupt that made it so (snd_pcm_htimestamp).
///
/// The interrupt's own position and stamp belong together; a position asked for in between
/// (snd_pcm_status) is as coarse as the device moves it, but carries the time of the question.
func readPosition(_ pcm: PCMHandle) throws(ALSACode) -> PCMPosition {
  var frames: snd_pcm_uframes_t = 0
  var stamp = snd_htimestamp_t()
  let returned = snd_pcm_htimestamp(pcm.pointer, &frames, &stamp)
  if returned == -ENOSYS {
    // Plugins that keep no time still count.
    let ready = snd_pcm_avail(pcm.pointer)
    if ready < 0 { throw ALSACode(returned: Int32(clamping: ready)) }
    return PCMPosition(frames: ready, stamp: .zero)
  }
  try check(returned)
  let nanoseconds = Int64(stamp.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
  return PCMPosition(
    frames: Int(clamping: frames),
    stamp: MediaTime(
      nanoseconds: nanoseconds.overflow ? 0 : nanoseconds.partialValue &+ Int64(stamp.tv_nsec)))
}

/// Bytes of at most `frames` sample frames (snd_pcm_readi); empty when none is ready.
func readFrames(_ pcm: PCMHandle, _ frames: Int, of frameBytes: Int) throws(ALSACode) -> [UInt8] {
  var returned = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: frames * frameBytes) { buffer, count in
    returned = snd_pcm_readi(pcm.pointer, buffer.baseAddress, snd_pcm_uframes_t(frames))
    count = min(max(0, returned), frames) * frameBytes
  }
  if returned < 0 && returned != -Int(EAGAIN) {
    throw ALSACode(returned: Int32(clamping: returned))
  }
  return bytes
}
