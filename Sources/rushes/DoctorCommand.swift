import Camera
import Control
import Disk
import Microphone
import Recording
import Screens
import Settings
import Terminal
import Units

/// `rushes doctor`: what this machine and terminal can do, and what to fix.
struct DoctorCommand {
  let context: Context

  func run() -> ExitCode {
    let findings =
      terminal + cameras + microphones + [movies, takes, control].compactMap { $0 }
    if context.options.printsJSON {
      Output.print(JSONText.line(["findings": findings]))
    } else {
      for finding in findings { Output.print(finding.lines) }
    }
    return findings.contains { $0.verdict == .bad } ? .failed : .done
  }

  // MARK: Terminal

  private var terminal: [Finding] {
    let report: TerminalReport
    do throws(TerminalError) {
      report = try TerminalProbe.ask()
    } catch {
      return [
        Finding(
          "terminal", .note, "none: standard input or output is something else",
          advice: ["Without one, --take and --for record, and 'rushes ctl' drives a recorder."])
      ]
    }
    let advice = TerminalAdvice(report).sentences
    let answers = report.answers
    let names = [answers.name, answers.multiplexerName].compactMap { $0 }
    var text = names.isEmpty ? "it has not told its name" : names.joined(separator: ", under ")
    text += "; type \(report.type.isEmpty ? "unknown" : report.type), "
    text += "\(report.size.columns)x\(report.size.rows) cells"
    if let time = answers.answerTime {
      text += "; answers in \(time.nanoseconds / 1_000_000) ms"
    }
    return [
      Finding("terminal", report.isTypeKnown ? .ok : .note, text),
      Finding(
        "hold", answers.rung?.tellsRelease == true ? .ok : .note, answers.rung?.words ?? "",
        advice: advice),
      picture(report),
    ]
  }

  private func picture(_ report: TerminalReport) -> Finding {
    let choice = PictureChoice(.best, report.answers, report.facts, isRemote: context.isRemote)
    var text = choice.carrier?.words ?? "none"
    if let grain = report.facts.grain { text += "; a cell has \(grain) pixels" }
    let isPixels = choice.carrier.map { !$0.isText } ?? false
    return Finding(
      "picture", isPixels ? .ok : .note, text, advice: PictureAdvice(choice, report).sentences)
  }

  // MARK: Sources

  private var cameras: [Finding] {
    let list = CameraList.read()
    var findings = list.cameras.map { camera in
      Finding("camera", .ok, "\(camera.name) (\(camera.path))")
    }
    findings += list.refused.map { Finding("camera", .bad, $0.description) }
    guard findings.isEmpty else { return findings }
    return [Finding("camera", .note, "there is none: the test picture is recorded")]
  }

  private var microphones: [Finding] {
    let list = MicrophoneList()
    var findings = list.microphones.map { microphone in
      Finding("microphone", .ok, "\(microphone.cardName), \(microphone.deviceName)")
    }
    findings += list.failures.map { Finding("microphone", .bad, $0.description) }
    guard findings.isEmpty else { return findings }
    return [Finding("microphone", .note, "there is none: cameras are recorded without sound")]
  }

  // MARK: Disk

  private var movies: Finding {
    folder("movies", context.folders.videos)
  }

  private var takes: Finding {
    var finding = folder("takes", context.store.root)
    let waiting = (try? context.store.list())?.count { $0.index?.takes.isEmpty == false } ?? 0
    if waiting > 0 {
      finding.advice.append(
        "\(waiting) session\(waiting == 1 ? "" : "s") not saved yet: 'rushes sessions' lists, "
          + "'rushes resume' goes on, 'rushes save' saves.")
    }
    return finding
  }

  private func folder(_ area: String, _ path: String) -> Finding {
    let target = MovieTarget(folder: path)
    do {
      try target.verify()
    } catch {
      return Finding(area, .bad, rushes.problem(of: error).sentence)
    }
    guard let free = target.freeBytes else { return Finding(area, .ok, path) }
    return Finding(area, .ok, "\(path), \(Amounts.bytes(free)) free")
  }

  // MARK: Control

  private var control: Finding {
    let folder = ControlFolder(environment: context.environment)
    do throws(ControlError) {
      try folder.prepare()
      return Finding("ctl", .ok, folder.path)
    } catch {
      return Finding("ctl", .note, error.description)
    }
  }
}
