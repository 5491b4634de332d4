import CALSA
import Glibc

/// Why an ALSA call failed: an errno value, positive, as `snd_strerror` knows it.
package struct ALSACode: Error, Sendable, Hashable, RawRepresentable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Takes the negative number that an ALSA function returned.
  init(returned number: Int32) { rawValue = number == .min ? EIO : abs(number) }

  /// ENOENT: no card or PCM of this name.
  package static let noEntry = ALSACode(rawValue: ENOENT)
  /// ENODEV: the device is not there, or no longer.
  package static let noDevice = ALSACode(rawValue: ENODEV)
  /// ENXIO: the card has no such device.
  package static let noSuchAddress = ALSACode(rawValue: ENXIO)
  /// EACCES: the device file may not be opened by this user.
  package static let noAccess = ALSACode(rawValue: EACCES)
  /// EPERM: the same, from drivers that say it so.
  package static let notPermitted = ALSACode(rawValue: EPERM)
  /// EBUSY: another program holds the device.
  package static let busy = ALSACode(rawValue: EBUSY)
  /// EINVAL: the device does not do what was asked.
  package static let invalid = ALSACode(rawValue: EINVAL)
  /// EPIPE: an overrun; what had been recorded and not read is lost.
  package static let overrun = ALSACode(rawValue: EPIPE)
  /// ESTRPIPE: the machine was asleep.
  package static let suspended = ALSACode(rawValue: ESTRPIPE)
  /// EIO: the device did not answer.
  package static let inputOutput = ALSACode(rawValue: EIO)
  /// EBADFD: the stream is in a state that does not allow the call.
  package static let badState = ALSACode(rawValue: EBADFD)
  /// ENOMEM: no memory for the call.
  package static let noMemory = ALSACode(rawValue: ENOMEM)

  /// True when there is no device to try again with.
  var meansGone: Bool { [.noEntry, .noDevice, .noSuchAddress].contains(self) }
}

extension ALSACode: CustomStringConvertible {
  package var description: String { String(cString: snd_strerror(-rawValue)) }
}
