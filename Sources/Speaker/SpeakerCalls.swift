import Units

/// An opened PCM (`snd_pcm_t`), without the C type.
struct SpeakerHandle: Sendable, Hashable {
  /// Where the C structure lies.
  let address: UInt
}

/// Every call the hand makes into libasound, so that tests can script them and make each of them
/// fail.
package struct SpeakerCalls: Sendable {
  /// Opens for playback without waiting for a busy device (snd_pcm_open, SND_PCM_NONBLOCK).
  var open: @Sendable (_ name: String) throws(SpeakerCode) -> SpeakerHandle
  /// Agrees on 48 kHz stereo in 16 bits, converted where the device has not that, and a buffer of
  /// about this length (snd_pcm_set_params); returns the sample frames that fit into it.
  var configure: @Sendable (SpeakerHandle, _ buffer: MediaTime) throws(SpeakerCode) -> Int
  /// Makes it ready for a new beginning, also after an underrun or a sleep, or while it runs
  /// (snd_pcm_drop, snd_pcm_prepare).
  var prepare: @Sendable (SpeakerHandle) throws(SpeakerCode) -> Void
  /// Sample frames that can be written now (snd_pcm_avail).
  var room: @Sendable (SpeakerHandle) throws(SpeakerCode) -> Int
  /// Writes interleaved samples; returns how many sample frames were taken (snd_pcm_writei).
  var write: @Sendable (SpeakerHandle, _ samples: [Int16]) throws(SpeakerCode) -> Int
  /// Sample frames between the next one written and the loudspeaker (snd_pcm_delay).
  var delay: @Sendable (SpeakerHandle) throws(SpeakerCode) -> Int
  /// Forgets at once what was not heard yet (snd_pcm_drop), whatever it answers.
  var drop: @Sendable (SpeakerHandle) -> Void
  /// Lets the device go, whatever snd_pcm_close says.
  var close: @Sendable (SpeakerHandle) -> Void
  /// This instant of CLOCK_MONOTONIC.
  var now: @Sendable () -> MediaTime
  /// Hears of each call that can fail before it is made; a code from it fails the call.
  var rule: @Sendable (SpeakerOperation) -> SpeakerCode? = { _ in nil }
}

extension SpeakerCalls {
  /// Makes one call as part of `operation`; the only way the hand makes calls that can fail.
  func attempt<R>(
    _ operation: SpeakerOperation, on subject: String,
    _ call: (SpeakerCalls) throws(SpeakerCode) -> R
  ) throws(SpeakerError) -> R {
    if let code = rule(operation) { throw SpeakerError(operation, code, subject: subject) }
    do throws(SpeakerCode) {
      return try call(self)
    } catch {
      throw SpeakerError(operation, error, subject: subject)
    }
  }
}
