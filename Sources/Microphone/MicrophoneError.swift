/// A microphone that could not be had, or was lost; its description is one sentence for the user.
///
/// Every one of them ends the program with exit code 3.
package struct MicrophoneError: Error, Sendable, Hashable {
  /// What was being done.
  package let operation: MicrophoneOperation
  /// Why it failed.
  package let code: ALSACode
  /// The microphone, as the user or the list calls it.
  package let subject: String
  /// Who holds a busy device, when that can be seen: "pipewire (pid 812)".
  package let holder: String?

  /// Says that `operation` failed on `subject`.
  package init(
    _ operation: MicrophoneOperation, _ code: ALSACode, subject: String, holder: String? = nil
  ) {
    self.operation = operation
    self.code = code
    self.subject = subject
    self.holder = holder
  }

  /// True when the device is there and free, and what it offers does not fit.
  var isDisagreement: Bool {
    switch operation {
    case .describe, .chooseAccess, .chooseFormat, .chooseChannels, .chooseRate, .chooseBuffer,
      .configure, .configureClock:
      !code.meansGone
    default: false
    }
  }

  /// The same error with what can be found out about its reason.
  func explained(by calls: MicrophoneCalls) -> MicrophoneError {
    if code == .busy {
      return MicrophoneError(operation, code, subject: subject, holder: calls.holder(subject))
    }
    // libasound calls a card that may not be opened missing.
    if code.meansGone && !calls.lockedCards().isEmpty {
      return MicrophoneError(operation, .noAccess, subject: subject)
    }
    return self
  }
}

extension MicrophoneError: CustomStringConvertible {
  package var description: String {
    switch (operation, code) {
    case (.list, .noAccess), (.list, .notPermitted):
      "No access to the microphones of \(subject): \(Self.joinGroup)."
    case (.list, _):
      "The microphones of \(subject) could not be listed: \(code)."
    case (_, .noAccess), (_, .notPermitted):
      "No access to the microphone \(subject): \(Self.joinGroup)."
    case (.find, _), (.open, .noEntry), (.open, .noDevice), (.open, .noSuchAddress):
      "There is no microphone \"\(subject)\"; `rushes devices` lists those there are."
    case (_, .busy):
      "The microphone \(subject) is held by \(holder ?? "another program"): "
        + "close that, or try --mic default."
    case (.chooseAccess, _), (.chooseFormat, _), (.chooseChannels, _), (.chooseRate, _),
      (.chooseBuffer, _), (.configure, .invalid), (.describe, .invalid):
      "The microphone \(subject) offers no format that rushes can take "
        + "(it could not \(operation.rawValue): \(code)); try --mic default."
    case (_, .noDevice):
      "The microphone \(subject) is gone."
    default:
      "The microphone \(subject) could not \(operation.rawValue): \(code)."
    }
  }

  /// Membership counts from the next login on, which is easily overlooked.
  private static let joinGroup =
    "join the group audio (sudo adduser $USER audio) and log in again"
}
