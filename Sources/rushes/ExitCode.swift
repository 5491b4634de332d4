import Recording

/// What the program returns to the shell; part of its contract.
enum ExitCode: Int32 {
  case done = 0
  case failed = 1
  case usage = 2
  case device = 3
  case terminal = 4
  case noSpace = 5
  case interrupted = 130

  init(_ kind: Problem.Kind) {
    switch kind {
    case .failed: self = .failed
    case .usage: self = .usage
    case .device: self = .device
    case .terminal: self = .terminal
    case .noSpace: self = .noSpace
    case .interrupted: self = .interrupted
    }
  }
}
