import Codec
import Disk
import Glibc
import Microphone
import Recording
import Settings

/// The program: reads what is asked for, does it, and turns every failure into one sentence.
@main
struct Rushes {
  static func main() {
    // A reader of our pipe that goes away must not kill a recording.
    signal(SIGPIPE, SIG_IGN)
    Library.silence()
    Microphone.silenceLibrary()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ words: [String]) -> ExitCode {
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
          files: invocation.files, folders: folders,
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
    // Only a recorder lives through many takes; for one movie it would cost a tenth of the time.
    if [.record, .resume].contains(command) { Library.keepHeapSmall() }
    return switch command {
    case .record, .resume: try RecordCommand(context: context, resumes: command == .resume).run()
    case .devices: DevicesCommand(context: context).run()
    case .sessions: try SessionsCommand(context: context).run()
    case .save: try SaveCommand(context: context).run()
    case .merge: try MergeCommand(context: context).run()
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
  let folders: UserFolders
  let environment: [String: String]

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
