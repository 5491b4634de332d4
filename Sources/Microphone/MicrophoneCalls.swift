import Units

/// An opened PCM (`snd_pcm_t`), without the C type.
package struct PCMHandle: Sendable, Hashable {
  /// Where the C structure lies.
  package let address: UInt
  package init(address: UInt) { self.address = address }
}

/// The hardware parameters being agreed on (`snd_pcm_hw_params_t`), without the C type.
package struct ParametersHandle: Sendable, Hashable {
  /// Where the C structure lies.
  package let address: UInt
  package init(address: UInt) { self.address = address }
}

/// What the parameters became when the device accepted them.
struct ConfiguredPCM: Sendable, Hashable {
  /// Sample frames a second.
  var rate: Int64
  /// Sample frames between two interrupts of the device.
  var periodFrames: Int
  /// Sample frames that the device can hold before it overruns.
  var bufferFrames: Int
}

/// How much can be read, and the instant at which that was so.
struct PCMPosition: Sendable, Hashable {
  /// Sample frames ready.
  var frames: Int
  /// CLOCK_MONOTONIC as the driver noted it; zero from plugins that do not.
  var stamp: MediaTime
}

/// Whose device an opened PCM is.
struct PCMOwner: Sendable, Hashable {
  /// The card's name for people.
  var cardName: String
  /// Vendor and product of a USB card, as in /proc/asound: "534d:2109".
  var usbID: String?
}

/// Every call the hand makes into libasound, so that tests can trace them, script them and make
/// each of them fail.
package struct MicrophoneCalls: Sendable {
  // Finding.
  /// The card after `card`, -1 to begin with; nil behind the last one (snd_card_next).
  var nextCard: @Sendable (_ card: Int32) throws(ALSACode) -> Int32?
  /// The capture devices of a card (snd_ctl_open, snd_ctl_pcm_next_device, snd_ctl_pcm_info).
  var captureDevices: @Sendable (_ card: Int32) throws(ALSACode) -> [Microphone]
  /// Cards whose device files this user may not open; libasound acts as if they were not there.
  var lockedCards: @Sendable () -> [Int32]
  /// True when the ALSA configuration defines a PCM of this name, such as "default".
  var definesPCM: @Sendable (_ name: String) -> Bool
  /// Who has the device of this name open: "pipewire (pid 812)".
  var holder: @Sendable (_ name: String) -> String?

  // Opening.
  /// Opens for capture without waiting for a busy device (snd_pcm_open, SND_PCM_NONBLOCK).
  var open: @Sendable (_ name: String) throws(ALSACode) -> PCMHandle
  /// Whose device it is; nil when it is no card's (snd_pcm_info).
  var owner: @Sendable (PCMHandle) -> PCMOwner?
  /// Lets the device go, whatever snd_pcm_close says.
  var close: @Sendable (PCMHandle) -> Void

  // Agreeing on hardware parameters; each choice narrows what is left to the next.
  /// Everything the device can do (snd_pcm_hw_params_any).
  var describe: @Sendable (PCMHandle) throws(ALSACode) -> ParametersHandle
  /// Frees what `describe` made.
  var forget: @Sendable (ParametersHandle) -> Void
  /// Interleaved samples by `read` (SND_PCM_ACCESS_RW_INTERLEAVED).
  var chooseAccess: @Sendable (PCMHandle, ParametersHandle) throws(ALSACode) -> Void
  /// True when the format is among what is left (snd_pcm_hw_params_test_format).
  var offersFormat: @Sendable (PCMHandle, ParametersHandle, SampleFormat) -> Bool
  /// snd_pcm_hw_params_set_format.
  var chooseFormat: @Sendable (PCMHandle, ParametersHandle, SampleFormat) throws(ALSACode) -> Void
  /// True when that many channels are among what is left.
  var offersChannels: @Sendable (PCMHandle, ParametersHandle, Int) -> Bool
  /// The fewest channels left; 0 from broken drivers.
  var fewestChannels: @Sendable (ParametersHandle) -> Int
  /// snd_pcm_hw_params_set_channels.
  var chooseChannels: @Sendable (PCMHandle, ParametersHandle, Int) throws(ALSACode) -> Void
  /// True when exactly this rate is among what is left.
  var offersRate: @Sendable (PCMHandle, ParametersHandle, Int64) -> Bool
  /// The rate left that is nearest (snd_pcm_hw_params_set_rate_near).
  var chooseRate: @Sendable (PCMHandle, ParametersHandle, _ near: Int64) throws(ALSACode) -> Void
  /// Lengths of buffer and period nearest to these.
  var chooseBuffer:
    @Sendable (PCMHandle, ParametersHandle, _ buffer: MediaTime, _ period: MediaTime)
      throws(ALSACode) -> Void
  /// Makes the parameters true and reads them back (snd_pcm_hw_params).
  var configure: @Sendable (PCMHandle, ParametersHandle) throws(ALSACode) -> ConfiguredPCM
  /// Stamps of CLOCK_MONOTONIC, a wake-up for each period (snd_pcm_sw_params).
  var configureClock: @Sendable (PCMHandle, ConfiguredPCM) throws(ALSACode) -> Void

  // Running.
  /// Begins to record; a capture stream must be told so (snd_pcm_start).
  var start: @Sendable (PCMHandle) throws(ALSACode) -> Void
  /// Makes a stream that overran, or still runs, ready to be started (snd_pcm_drop,
  /// snd_pcm_prepare).
  var prepare: @Sendable (PCMHandle) throws(ALSACode) -> Void
  /// Waits for a period of samples; false when the time passed first (snd_pcm_wait).
  var wait: @Sendable (PCMHandle, _ milliseconds: Int32) throws(ALSACode) -> Bool
  /// What is ready and since when (snd_pcm_htimestamp).
  var position: @Sendable (PCMHandle) throws(ALSACode) -> PCMPosition
  /// Bytes of at most `frames` sample frames; empty when none is ready (snd_pcm_readi).
  var read: @Sendable (PCMHandle, _ frames: Int, _ frameBytes: Int) throws(ALSACode) -> [UInt8]
  /// This instant of CLOCK_MONOTONIC.
  var now: @Sendable () -> MediaTime
  /// Hears of each call before it is made; a code from it fails the call.
  var rule: @Sendable (MicrophoneOperation) -> ALSACode? = { _ in nil }
}

extension MicrophoneCalls {
  /// The same calls, each announced to `rule` first: a code from it fails the call before it is
  /// made.
  ///
  /// Asking what is offered, whose a device is and what time it is cannot fail and is not told.
  package func intercepted(
    by rule: @escaping @Sendable (MicrophoneOperation) -> ALSACode?
  ) -> MicrophoneCalls {
    var calls = self
    calls.rule = rule
    return calls
  }

  /// Makes one call as part of `operation`; the only way the hand makes calls that can fail.
  func attempt<R>(
    _ operation: MicrophoneOperation, on subject: String,
    _ call: (MicrophoneCalls) throws(ALSACode) -> R
  ) throws(MicrophoneError) -> R {
    if let code = rule(operation) { throw MicrophoneError(operation, code, subject: subject) }
    do throws(ALSACode) {
      return try call(self)
    } catch {
      throw MicrophoneError(operation, error, subject: subject)
    }
  }

  /// Lets a device go.
  func letGo(_ pcm: PCMHandle) {
    // Closing cannot be refused: the device is gone for us even when the driver complains.
    _ = rule(.close)
    close(pcm)
  }
}
