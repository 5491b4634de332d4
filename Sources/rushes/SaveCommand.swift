import Disk
import Engine
import Glibc
import Lanes
import Merging
import Recording
import Settings
import Units

/// `rushes save`: merges a session on disk without opening the recorder.
struct SaveCommand {
  let context: Context

  func run() throws -> ExitCode {
    guard let (folder, index) = try context.store.open(context.session) else {
      throw Problem(.failed, context.noSession)
    }
    let takes = index.takes.filter { $0.state == .ready }
    guard let before = index.settings, !takes.isEmpty else {
      throw Problem(.failed, "Session \(index.id) holds no take that could be saved.")
    }
    let places = MoviePlaces(options: context.options, folders: context.folders)
    let tools = EngineTools.live(format: places.format)
    let chosen = try before.framed(by: context.options.framing)
    let agreement = FramingAgreement(of: takes, settings: chosen, canTurn: tools.canTurnMovie)
    let settings = chosen.framed(agreement.coded)
    let runner = MergeRunner(
      tools: tools, plan: MergePlan(takes: takes, in: folder, settings: settings),
      settings: settings, turn: agreement.turn,
      place: places.place(ofMovie: 1))
    if let note = agreement.note(), !context.options.isQuiet { Output.tell(note) }
    let isCancelled = Locked(false)
    let lane = Lane("signals")
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      lane.watch(signal: number) { isCancelled.withLock { $0 = true } }
    }
    defer { for signal in signals { signal.cancel() } }
    switch try runner.run(advanced: { _ in }, isCancelled: { isCancelled.current }) {
    case .cancelled:
      throw Problem(.interrupted, "Saving was interrupted; session \(index.id) is kept.")
    case .saved(let movie):
      let session = RetiringSession(
        folder: folder, index: index, saved: takes, left: index.takes.filter { $0.state == .bad })
      // Told first: the movie stands, whatever becomes of its takes.
      tell(movie, takes, chosen)
      if !context.options.keepsTakes { try session.retire(removingFolder: true) }
      return .done
    }
  }

  private func tell(_ movie: SavedMovie, _ takes: [Take], _ settings: VideoSettings) {
    if context.options.printsJSON {
      var report = RecordReport(settings: settings, hasAudio: takes.contains { $0.samples != nil })
      report.saved(movie, takes)
      Output.print(report.json)
    } else if !context.options.isQuiet {
      Output.tell("Saved \(movie.path) (\(movie.length.text), \(ByteCount(movie.bytes).text)).")
    }
  }
}
