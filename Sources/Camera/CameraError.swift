package import Units

/// A camera that cannot be used: what failed, why, and on which camera.
///
/// Every one of them ends the program with exit code 3.
package struct CameraError: Error, Sendable, Hashable {
  /// What was being asked of the camera.
  package let operation: CameraOperation
  /// What came back.
  package let code: CameraCode
  /// The camera's name for people, its path, or the name that was looked for.
  package let subject: String
  /// What was found out about the reason when it happened.
  package var finding: CameraFinding?

  /// Makes an error of a failed operation.
  package init(
    _ operation: CameraOperation, _ code: CameraCode, subject: String,
    finding: CameraFinding? = nil
  ) {
    self.operation = operation
    self.code = code
    self.subject = subject
    self.finding = finding
  }

  /// True when there is no such camera, or none any more.
  package var isNoDevice: Bool { [.noEntry, .noDevice, .noAddress].contains(code) }

  /// True when the camera is there but this user may not open it.
  package var isNoAccess: Bool { [.noAccess, .notPermitted].contains(code) }

  /// True when another program holds the camera.
  package var isBusy: Bool { code == .busy }

  /// True when the camera is fine and the source plugged into it sends nothing usable.
  package var isNoSignal: Bool { [.noLink, .noLock, .outOfRange].contains(code) }
}

/// An errno value, or one of this hand's own verdicts below zero.
package struct CameraCode: RawRepresentable, Sendable, Hashable {
  /// errno as `errno.h` numbers it on Linux.
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// EPERM.
  package static let notPermitted = CameraCode(rawValue: 1)
  /// ENOENT: no such node.
  package static let noEntry = CameraCode(rawValue: 2)
  /// EINTR: a signal came in between.
  package static let interrupted = CameraCode(rawValue: 4)
  /// EIO.
  package static let inputOutput = CameraCode(rawValue: 5)
  /// ENXIO: the node has no device behind it.
  package static let noAddress = CameraCode(rawValue: 6)
  /// EAGAIN: no buffer is filled yet.
  package static let wouldBlock = CameraCode(rawValue: 11)
  /// EACCES.
  package static let noAccess = CameraCode(rawValue: 13)
  /// EBUSY: another program has it.
  package static let busy = CameraCode(rawValue: 16)
  /// ENODEV: unplugged.
  package static let noDevice = CameraCode(rawValue: 19)
  /// EINVAL: for an enumeration, the end of it.
  package static let invalid = CameraCode(rawValue: 22)
  /// ENOTTY: the driver does not know the request.
  package static let unknownRequest = CameraCode(rawValue: 25)
  /// ENOSPC: at the start of streaming, no bandwidth on the USB bus.
  package static let noSpace = CameraCode(rawValue: 28)
  /// ERANGE: a signal beyond what the receiver can take.
  package static let outOfRange = CameraCode(rawValue: 34)
  /// ENOLCK: a signal that is not stable.
  package static let noLock = CameraCode(rawValue: 37)
  /// ENODATA: the input has no timings.
  package static let noTimings = CameraCode(rawValue: 61)
  /// ENOLINK: nothing is plugged in or switched on.
  package static let noLink = CameraCode(rawValue: 67)

  /// The node is none that captures video by streaming.
  package static let notACamera = CameraCode(rawValue: -1)
  /// None of the formats asked for or known is offered.
  package static let noFormat = CameraCode(rawValue: -2)
  /// No frame has come for a long time, though no call failed.
  package static let stalled = CameraCode(rawValue: -3)
  /// The signal on the input has other timings than the ones it was opened with.
  package static let signalChanged = CameraCode(rawValue: -4)
  /// The driver gave fewer buffers than streaming needs.
  package static let tooFewBuffers = CameraCode(rawValue: -5)
}

/// What was looked up to explain an error, so that the sentence can name the remedy.
package enum CameraFinding: Sendable, Hashable {
  /// For EACCES: the group that owns the node.
  case access(CameraAccess)
  /// For EBUSY: the programs that have the node open, as "name (pid 12)".
  case holders([String])
  /// For a missing format: what was asked, if anything, and what the camera offers.
  case formats(asked: FourCC?, offered: [FourCC])
  /// For a refused start: the mode that was tried, as "YUYV 1280x720 at 30".
  case mode(String)
}
