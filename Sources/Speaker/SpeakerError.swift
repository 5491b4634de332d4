import CALSA
import Glibc

/// What was being done when a sound card failed; the raw value completes "could not …".
package enum SpeakerOperation: String, Sendable, CaseIterable {
  /// snd_pcm_open.
  case open = "be opened"
  /// snd_pcm_set_params.
  case configure = "be set up"
  /// snd_pcm_prepare.
  case prepare = "be started"
  /// snd_pcm_avail.
  case room = "tell how much it takes"
  /// snd_pcm_writei.
  case write = "be written to"
  /// snd_pcm_delay.
  case delay = "tell its position"
}

/// Why an ALSA call failed: an errno value, positive, as `snd_strerror` knows it.
package struct SpeakerCode: Error, Sendable, Hashable, RawRepresentable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// ENOENT: no card or PCM of this name.
  package static let noEntry = SpeakerCode(rawValue: ENOENT)
  /// ENODEV: the device is not there, or no longer.
  package static let noDevice = SpeakerCode(rawValue: ENODEV)
  /// ENXIO: the card has no such device.
  package static let noSuchAddress = SpeakerCode(rawValue: ENXIO)
  /// EBUSY: another program holds the device.
  package static let busy = SpeakerCode(rawValue: EBUSY)
  /// EPIPE: an underrun; all that was written has been heard.
  package static let underrun = SpeakerCode(rawValue: EPIPE)
  /// ESTRPIPE: the machine was asleep.
  package static let suspended = SpeakerCode(rawValue: ESTRPIPE)
}

/// A sound card that could not be had, or was lost; its description is one sentence for the user.
///
/// A review goes on without it, so it never ends the program.
package struct SpeakerError: Error, Sendable, Hashable {
  /// What was being done.
  package let operation: SpeakerOperation
  /// Why it failed.
  package let code: SpeakerCode
  /// The ALSA name of the device.
  package let subject: String

  init(_ operation: SpeakerOperation, _ code: SpeakerCode, subject: String) {
    self.operation = operation
    self.code = code
    self.subject = subject
  }

  /// True for what ends by beginning anew.
  var isPassing: Bool {
    operation != .prepare && operation != .open && [.underrun, .suspended].contains(code)
  }
}

extension SpeakerError: CustomStringConvertible {
  package var description: String {
    switch (operation, code) {
    case (.open, .noEntry), (.open, .noDevice), (.open, .noSuchAddress):
      "No sound: there is no sound card."
    case (_, .busy):
      "No sound: another program holds the sound card."
    case (_, .noDevice):
      "No sound: the sound card is gone."
    default:
      "No sound: ALSA's device \(subject) could not \(operation.rawValue) "
        + "(\(String(cString: snd_strerror(-code.rawValue))))."
    }
  }
}
