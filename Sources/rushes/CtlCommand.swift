import Control
import Recording
import Settings

/// `rushes ctl`: drives a recorder that runs in another terminal.
struct CtlCommand {
  let context: Context

  func run() throws -> ExitCode {
    guard let request = context.request else { return .usage }
    let client = ControlClient(folder: ControlFolder(environment: context.environment))
    let text = try client.ask(request, of: context.options.process).get()
    switch request.command {
    case .status:
      let isForPeople = !context.options.printsJSON
      Output.print(isForPeople ? try RecorderStatus(json: text).line : "\(text)\n")
    case .save, .shutter:
      Output.print("\(text)\n")
    case .press, .release, .toggle, .undo, .quit:
      if !text.isEmpty { Output.tell(text) }
    }
    return .done
  }
}
