import CALSA
import Glibc
import Lanes
import Units

extension SpeakerCalls {
  /// The real libasound, silenced: its codes say what happened, and its complaints would be written
  /// over the screen.
  package static let live: SpeakerCalls = {
    _ = calsa_silence()
    return SpeakerCalls(
      open: { name throws(SpeakerCode) in
        var pcm: OpaquePointer?
        try check(snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK))
        return SpeakerHandle(address: UInt(bitPattern: pcm))
      },
      configure: { pcm, buffer throws(SpeakerCode) in
        try check(
          snd_pcm_set_params(
            pcm.pointer, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED,
            UInt32(AudioFormat.take.channels), UInt32(AudioFormat.takeRate), 1,
            UInt32(buffer.nanoseconds / 1000)))
        var (frames, period) = (snd_pcm_uframes_t(0), snd_pcm_uframes_t(0))
        try check(snd_pcm_get_params(pcm.pointer, &frames, &period))
        return Int(clamping: frames)
      },
      prepare: { pcm throws(SpeakerCode) in
        // One that still runs would answer EBUSY, which means another program everywhere else.
        snd_pcm_drop(pcm.pointer)
        try check(snd_pcm_prepare(pcm.pointer))
      },
      room: { pcm throws(SpeakerCode) in try count(snd_pcm_avail(pcm.pointer)) },
      write: { pcm, samples throws(SpeakerCode) in
        let frames = snd_pcm_uframes_t(samples.count / AudioFormat.take.channels)
        return try count(
          samples.withUnsafeBytes { snd_pcm_writei(pcm.pointer, $0.baseAddress, frames) })
      },
      delay: { pcm throws(SpeakerCode) in
        var frames: snd_pcm_sframes_t = 0
        try check(snd_pcm_delay(pcm.pointer, &frames))
        return frames
      },
      drop: { snd_pcm_drop($0.pointer) },
      close: { snd_pcm_close($0.pointer) },
      now: { MonotonicClock.now() })
  }()
}

/// Throws what is below zero.
private func check(_ returned: Int32) throws(SpeakerCode) {
  if returned < 0 { throw SpeakerCode(rawValue: -returned) }
}

/// Passes a count on, none for EAGAIN, and throws what is below zero.
private func count(_ returned: Int) throws(SpeakerCode) -> Int {
  if returned == -Int(EAGAIN) { return 0 }
  if returned < 0 { throw SpeakerCode(rawValue: Int32(clamping: -returned)) }
  return returned
}

extension SpeakerHandle {
  /// What libasound wants to be given.
  fileprivate var pointer: OpaquePointer? { OpaquePointer(bitPattern: address) }
}
