import Glibc
import Units

extension CameraError: CustomStringConvertible {
  /// One sentence for the user, with the remedy where there is one.
  package var description: String {
    switch code {
    case .noEntry where operation == .open:
      "There is no camera and no file \(subject); `rushes devices` lists the cameras there are."
    case .noDevice, .noAddress:
      operation == .open
        ? "There is no camera behind \(subject) any more; plug it in again."
        : "The camera \(subject) was unplugged."
    case .noAccess, .notPermitted: accessSentence
    case .busy: busySentence
    case .noSpace where operation == .startStream: bandwidthSentence
    case .notACamera:
      "\(subject) is not a capture device; `rushes devices` lists those that are."
    case .noFormat: formatSentence
    case .stalled: "The camera \(subject) has stopped delivering frames."
    case .tooFewBuffers: "The camera \(subject) has no memory for its frames."
    case .noLink, .noLock, .outOfRange, .signalChanged: signalSentence
    default: plainSentence
    }
  }

  private var plainSentence: String {
    let reason = String(cString: strerror(code.rawValue))
    return "The camera \(subject) failed while \(operation.words): \(reason)."
  }

  private var accessSentence: String {
    let refusal = "There is no permission to open \(subject)"
    guard case .access(let access) = finding else { return "\(refusal)." }
    if access.isInForce { return "\(refusal), although \(access.user) is in \(access.group)." }
    if access.isMember {
      return "\(refusal): \(access.user) is in the group \(access.group), but this login began "
        + "before; log out and in again."
    }
    return "\(refusal): it belongs to the group \(access.group) and \(access.user) is not in it; "
      + "run `sudo usermod -aG \(access.group) \(access.user)`, then log out and in again."
  }

  private var busySentence: String {
    guard case .holders(let holders) = finding, !holders.isEmpty else {
      return "The camera \(subject) is in use by another program; close it and try again."
    }
    return "The camera \(subject) is in use by \(holders.joined(separator: ", ")); close it and "
      + "try again."
  }

  // ENOSPC is the isochronous bandwidth of the bus; "no space left on device" would send the user
  // to clean up a disk.
  private var bandwidthSentence: String {
    var mode = "its pictures"
    if case .mode(let text) = finding { mode = text }
    return "The USB connection of \(subject) has no room for \(mode); try a smaller --size, "
      + "--input-format MJPG, or a port of its own."
  }

  private var formatSentence: String {
    guard case .formats(let asked, let offered) = finding else {
      return "The camera \(subject) offers no picture format that rushes can take."
    }
    let list = offered.map(\.description).joined(separator: ", ")
    guard let asked else {
      let rest = offered.isEmpty ? "" : " (it offers \(list))"
      return "The camera \(subject) offers no picture format that rushes can take\(rest)."
    }
    return "The camera \(subject) cannot give \(asked) to rushes; "
      + (offered.isEmpty ? "it offers no format that rushes can take." : "it can give \(list).")
  }

  private var signalSentence: String {
    let atStart = operation == .setSignal || operation == .querySignal
    switch code {
    case .noLink:
      return atStart
        ? "There is no signal on \(subject): check the cable and switch the source on."
        : "The signal of \(subject) changed: there is none any more; check the cable and the source."
    case .noLock:
      return atStart
        ? "There is no stable signal on \(subject): check the cable, or try another resolution "
          + "of the source."
        : "The signal of \(subject) changed; it is not stable any more."
    case .outOfRange:
      return "The signal of \(subject) is beyond what it can take; set the source to a lower "
        + "resolution or rate."
    default:
      guard case .mode(let text) = finding else {
        return "The signal of \(subject) changed; open it again to record the new one."
      }
      return "The signal of \(subject) changed to \(text); open it again to record the new one."
    }
  }
}
