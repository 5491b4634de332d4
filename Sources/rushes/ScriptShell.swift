import Codec
import Engine
import Glibc
import Lanes
import Recording
import Screens
import Settings
import Units

/// Records takes of given lengths without a terminal, then saves them.
///
/// Unchecked: everything that changes is guarded by the recorder's lane.
final class ScriptShell: @unchecked Sendable {
  private let options: Options
  private let recorderParts: Recorder.Parts
  private let gate = Gate<ExitCode>()
  private lazy var recorder = Recorder(recorderParts) { [weak self] in self?.happened($0) }
  private var signals: [Watch] = []
  private var report: RecordReport
  private var problem: Problem?
  private var closed = 0
  private var interrupts = 0
  private var cameraHasEnded = false
  private var hasSaved = false
  /// True when the disk does not answer and is not waited for.
  private let isAbandoned = Locked(false)

  init(_ parts: Recorder.Parts, options: Options, warnings: [String]) {
    recorderParts = parts
    self.options = options
    report = RecordReport(parts: parts, warnings: warnings)
  }

  /// Runs the script to its end and returns the program's exit code.
  func run() throws -> ExitCode {
    for warning in report.warnings { tell(warning) }
    if options.isVerbose { for line in report.sources { tell(line) } }
    signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      recorder.lane.watch(signal: number) { [weak self] in self?.interrupted() }
    }
    try recorder.start()
    recorder.whenWarm { [self] now in schedule(from: now) }
    let code = gate.wait()
    if isAbandoned.current { Output.error(Recorder.Farewell.abandonment) } else { recorder.stop() }
    if options.isVerbose { for line in Library.recentWarnings { tell("library: \(line)") } }
    if options.printsJSON, hasSaved { Output.print(report.json) }
    return code
  }

  /// Each press has its own instant, counted from the first, so that no delay adds up.
  private func schedule(from start: MediaTime) {
    recorder.lane.precondition()
    var press = start
    for length in options.takes {
      // What comes before the press makes a take longer, not what comes after it shorter.
      let whole = length + recorderParts.preroll
      let (instant, frames) = (press, max(1, recorderParts.settings.rate.frame(nearest: whole)))
      recorder.lane.after(instant - start) { [self] in
        guard !isEnding else { return }
        recorder.tell { machine, now in
          let actions = machine.pressed(at: instant, frames: frames)
          // A press that is refused, by a spent budget for one, ends the script.
          return actions == [.holdEnded] ? actions + machine.save(at: now) : actions
        }
      }
      press += length + options.gap
    }
  }

  private func happened(_ event: Recorder.Event) {
    recorder.lane.precondition()
    switch event {
    case .holdEnded, .photo:
      break
    case .takeClosed(let take):
      closed += 1
      tell(line(for: take))
      if closed == options.takes.count {
        save()
      } else if isEnding {
        leaveIfNothingGoesOn()
      }
    case .saved(let movie, let takes):
      hasSaved = true
      report.saved(movie, takes)
      for warning in Transition.shortenings(in: takes, rate: recorderParts.settings.rate) {
        report.warnings.append(warning)
        tell(warning)
      }
      tell(movie.sentence)
      recorder.tell { machine, now in machine.leave(.finished, at: now) }
    case .warning(let sentence):
      report.warnings.append(sentence)
      Output.error(sentence)
    case .cameraEnded(let sentence):
      // While the movie is being saved it does not matter any more.
      guard closed < options.takes.count else { return }
      // A file shorter than the script is no failure: the movie is what there was.
      cameraHasEnded = true
      report.warnings.append(sentence)
      tell(sentence)
      save()
    case .problem(let problem):
      failed(problem)
    case .left(let farewell):
      isAbandoned.withLock { $0 = farewell.isAbandoned }
      if code == .failed, problem == nil {
        Output.error("Nothing was recorded that could be saved.")
      }
      if code != .done, let kept = farewell.kept { tell(kept.sentence) }
      gate.open(code)
    }
  }

  /// True when no further take is to begin.
  private var isEnding: Bool { interrupts > 0 || problem != nil || cameraHasEnded }

  /// True as long as the movie is being made, also when it is told that it could not be.
  private var isSaving: Bool {
    if case .saving = recorder.snapshot.current.phase { true } else { false }
  }

  /// Ends with what there is: the takes so far are saved if that is still possible.
  private func failed(_ problem: Problem) {
    let isFirst = self.problem == nil
    if isFirst { self.problem = problem }
    report.warnings.append(problem.sentence)
    // A full disk stands in the way of take, index and movie alike; the user needs to hear it once.
    if isFirst || problem.kind != .noSpace || self.problem?.kind != .noSpace {
      Output.error(problem.sentence)
    }
    // A movie that could not be made is not tried again at once.
    if isFirst, !isSaving { save() } else { leaveIfNothingGoesOn() }
  }

  private func interrupted() {
    recorder.lane.precondition()
    interrupts += 1
    if interrupts == 1 {
      save()
    } else {
      problem = Problem(.interrupted, "Interrupted.")
      recorder.leave(.interrupted)
    }
  }

  private func save() {
    recorder.tell { machine, now in
      let actions = machine.save(at: now)
      // Without a take there is nothing to wait for.
      let isIdle = machine.stage == .idle && machine.isSettled
      return isIdle ? actions + machine.leave(.finished, at: now) : actions
    }
  }

  /// After a failure, or a take too short to be kept, nothing may be left to wait for.
  private func leaveIfNothingGoesOn() {
    recorder.tell { machine, now in
      machine.stage == .idle && machine.isSettled ? machine.leave(.finished, at: now) : []
    }
  }

  private var code: ExitCode {
    if let problem { return ExitCode(problem.kind) }
    return hasSaved ? .done : .failed
  }

  private func line(for take: Take) -> String {
    let rate = recorderParts.settings.rate
    var line = "Take \(closed): \(rate.time(ofFrame: Int64(take.played.count)).text)"
    if take.dropped > 0 {
      let fate = recorderParts.settings.isVariable ? "left out" : "repeated"
      line += ", \(take.dropped) frames \(fate)"
    }
    if take.audioFilled > 0 {
      line += ", \(AudioFormat.take.duration(of: take.audioFilled).text) of sound missing"
    }
    return line
  }

  private func tell(_ sentence: String) {
    if !options.isQuiet { Output.tell(sentence) }
  }
}
