import Codec
import Disk
import Engine
import Merging
import Recording
import Settings
import Units

/// `rushes save`: merges a session on disk without opening the recorder.
struct SaveCommand {
  let context: Context

  func run() throws -> ExitCode {
    let recovery = Recovery(context: context)
    guard case (let folder, var index)? = try recovery.open(context.session) else {
      throw Problem(.failed, context.noSession)
    }
    do {
      return try save(index, in: folder)
    } catch {
      // One damaged take must not keep the others from their movie.
      guard problem(of: error).kind == .failed else { throw error }
      let isMended = try recovery.lookCloser(at: &index, in: folder)
      let apart = recovery.filesApart(index, in: folder)
      guard isMended || !apart.isEmpty else { throw error }
      do {
        return try save(index, in: folder, codingAnew: apart)
      } catch let error as CodecError where error.code.isDamage && !apart.isEmpty {
        let sentences = index.leaveOut(apart)
        recovery.writeDown(index, in: folder)
        for sentence in sentences { Output.tell(sentence) }
        return try save(index, in: folder)
      }
    }
  }

  /// Merges the takes; those whose files are `apart` are not copied.
  private func save(
    _ index: SessionIndex, in folder: StoredSession, codingAnew apart: Set<String> = []
  ) throws -> ExitCode {
    var takes = index.takes.filter { $0.state == .ready }
    if !context.options.transitions.isEmpty {
      try index.checkJoins(context.options.transitions)
      Joins(context.options.transitions).apply(to: &takes)
    }
    guard let before = index.settings, !takes.isEmpty else {
      throw Problem(.failed, "Session \(index.id) holds no take that could be saved.")
    }
    let places = MoviePlaces(
      options: context.options, folders: context.folders, codec: before.codec)
    if before.codec == .mjpeg { try checkCopying(to: places.format, index.id) }
    let tools = EngineTools.live(format: places.format)
    let chosen = try before.framed(by: context.options.framing)
    let agreement = FramingAgreement(of: takes, settings: chosen, canTurn: tools.canTurnMovie)
    if index.isVariable, !agreement.differing.isEmpty {
      throw VariableRate.problem("Changing the framing of takes")
    }
    let settings = chosen.framed(agreement.coded)
    let runner = MergeRunner(
      tools: tools,
      plan: MergePlan(takes: takes, in: folder, settings: settings, codingAnew: apart),
      settings: settings, turn: agreement.turn,
      place: places.place(ofMovie: 1))
    if let note = agreement.note(), !context.options.isQuiet { Output.tell(note) }
    let outcome = try Interruptible.run { isCancelled in
      let progress = ProgressLine(
        isShown: !context.options.isQuiet && !context.options.printsJSON)
      defer { progress.clear() }
      return try runner.run(advanced: { progress.show($0) }, isCancelled: isCancelled)
    }
    switch outcome {
    case .cancelled:
      throw Problem(.interrupted, "Saving was interrupted; session \(index.id) is kept.")
    case .saved(let movie):
      let session = RetiringSession(
        folder: folder, index: index, saved: takes, left: index.takes.filter { $0.state == .bad })
      // Told first: the movie stands, whatever becomes of its takes.
      tell(movie, takes, chosen)
      if !context.options.keepsTakes, movie.doubt == nil {
        try session.retire(removingFolder: true)
      }
      return .done
    }
  }

  /// The camera's own JPEG pictures go into the movie as they are.
  private func checkCopying(to format: MovieFormat, _ session: String) throws {
    if format == .mp4 {
      throw Problem(
        .usage,
        "Session \(session) holds JPEG pictures as the camera gave them, which few players show in "
          + "an .mp4: choose a name that ends in .mov or .mkv.")
    }
    guard context.options.framing == FramingWish() else {
      throw Problem(
        .usage,
        "Session \(session) holds JPEG pictures as the camera gave them: leave --crop, --rotate and "
          + "--mirror out.")
    }
  }

  private func tell(_ movie: SavedMovie, _ takes: [Take], _ settings: VideoSettings) {
    let doubt = movie.warning()
    if let doubt { Output.error(doubt) }
    let warnings = Transition.shortenings(in: takes, rate: settings.rate)
    if !context.options.isQuiet { for warning in warnings { Output.tell(warning) } }
    if context.options.printsJSON {
      var report = RecordReport(settings: settings, hasAudio: takes.contains { $0.samples != nil })
      report.warnings = warnings + [doubt].compactMap { $0 }
      report.saved(movie, takes)
      Output.print(report.json)
    } else if !context.options.isQuiet {
      Output.tell(movie.sentence)
    }
  }
}
