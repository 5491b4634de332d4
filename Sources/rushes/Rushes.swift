import Codec
import Control
import Disk
import Glibc
import Microphone
import Recording
import Settings
import Terminal
import Units

/// The program: reads what is asked for, does it, and turns every failure into one sentence.
@main
struct Rushes {
  static func main() {
    let start = ProcessStart.estimate()
    // A reader of our pipe that goes away must not kill a recording.
    signal(SIGPIPE, SIG_IGN)
    // Nor must a limit on the size of files (ulimit -f): the write fails, which is told.
    signal(SIGXFSZ, SIG_IGN)
    exit(run(Array(CommandLine.arguments.dropFirst()), since: start).rawValue)
  }

  private static func run(_ words: [String], since start: MediaTime) -> ExitCode {
    do {
      let environment = Environment.current
      let folders = UserFolders(environment: environment)
      let invocation = try read(words, folders)
      switch invocation.task {
      case .help:
        Output.print(HelpText.text)
        return .done
      case .version:
        Output.print("rushes \(HelpText.version)\n")
        return .done
      case .run(let command):
        let context = Context(
          options: invocation.options, session: invocation.session,
          files: invocation.files,
          request: invocation.control.map { ControlRequest($0, at: start) }, folders: folders,
          environment: environment)
        return try carryOut(command, context)
      }
    } catch {
      let problem = rushes.problem(of: error)
      Output.error(problem.sentence)
      return ExitCode(problem.kind)
    }
  }

  private static func carryOut(_ command: Command, _ context: Context) throws -> ExitCode {
    var context = context
    if command.opensScreen(context.options) { context.will = ScreenGuard.stand() }
    // A recorder lives through many takes; in one merge giving back every picture costs time.
    let isLongLived = [.record, .resume, .live, .play].contains(command)
    Library.keepHeapSmall(below: isLongLived ? 128 << 10 : 1 << 20)
    Library.silence()
    Microphone.silenceLibrary()
    return switch command {
    case .record, .resume, .live: try RecordCommand(context: context, command: command).run()
    case .play: try PlayCommand(context: context).run()
    case .devices: DevicesCommand(context: context).run()
    case .sessions: try SessionsCommand(context: context).run()
    case .save: try SaveCommand(context: context).run()
    case .merge: try MergeCommand(context: context).run()
    case .ctl: try CtlCommand(context: context).run()
    case .doctor: DoctorCommand(context: context).run()
    }
  }

  private static func read(_ words: [String], _ folders: UserFolders) throws -> Invocation {
    let reader = CommandLineReader(words)
    // Help is for those in trouble, so a broken configuration must not stand in its way.
    if let plain = try? reader.read(), plain.task.isInformation { return plain }
    var defaults = Options()
    if let path = reader.configuration ?? folders.existingConfiguration {
      defaults = try ConfigurationFile.read(
        try TextFile.read(path), path: path, over: defaults)
    }
    return try reader.read(over: defaults)
  }
}

/// What every command needs to know.
struct Context {
  let options: Options
  let session: String?
  let files: [MergeFile]
  /// What `ctl` asks of a recorder; nil for all other commands.
  let request: ControlRequest?
  let folders: UserFolders
  let environment: [String: String]
  /// What the guard does to the terminal when this process is killed; nil without a guard.
  var will: WillFile?

  /// True when a network lies between the program and the terminal.
  var isRemote: Bool { environment["SSH_CONNECTION"] != nil }

  /// The process by which the user knows this recorder.
  var process: Int32 { will?.guardian ?? getpid() }

  /// Where sessions lie.
  var store: SessionStore { SessionStore(root: options.sessionFolder ?? folders.sessions) }
}

/// The process's environment.
enum Environment {
  static var current: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }
}
