import Codec
import Engine
import Glibc
import Lanes
import Merging
import Recording
import Settings
import Units

/// `rushes merge`: one movie of any media files.
struct MergeCommand {
  let context: Context

  private var options: Options { context.options }

  func run() throws -> ExitCode {
    let places = MoviePlaces(options: options, folders: context.folders, codec: .h264)
    if !options.showsPlan { try verify(places) }
    let match = StreamMatch(
      try sources(), size: options.size, rate: options.rate, quality: options.quality,
      container: places.format.codecs)
    if let empty = match.clips.first(where: \.range.isEmpty) {
      throw Problem(
        .failed,
        "Nothing of \(empty.path) lies between the given times: it is "
          + "\(match.settings.rate.time(ofFrame: empty.length).text) long.")
    }
    let plan = MergePlan(clips: match.clips, rate: match.settings.rate)
    if options.showsPlan {
      Output.print(PlanText(plan, match).text)
      return .done
    }
    if options.isVerbose { Output.tell(PlanText(plan, match).summary) }
    let movie = try Interruptible.run { isCancelled in
      let progress = ProgressLine(isShown: !options.isQuiet && !options.printsJSON)
      defer { progress.clear() }
      return try MergeRunner(
        tools: .live(format: places.format, fit: options.fit), plan: plan,
        settings: match.settings, colour: match.colour, reorder: match.reorder,
        place: places.place(ofMovie: 1)
      ).run(advanced: { progress.show($0) }, isCancelled: isCancelled)
    }
    guard case .saved(let saved) = movie else {
      throw Problem(.interrupted, "Merging was interrupted; nothing is left of the movie.")
    }
    tell(saved, plan, match)
    return .done
  }

  /// A file that is read must not be the one that is replaced.
  private func verify(_ places: MoviePlaces) throws {
    try places.verify()
    guard let output = options.output, let target = FileIdentity(output),
      let file = context.files.first(where: { FileIdentity($0.path) == target })
    else { return }
    throw Problem(.usage, "\(file.path) cannot be both read and replaced; choose another -o.")
  }

  private func sources() throws -> [StreamMatch.Source] {
    let joins = Joins(options.transitionsInForce)
    let known = try facts()
    return context.files.enumerated().compactMap { index, file in
      guard let facts = known[file.path] else { return nil }
      let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
      return StreamMatch.Source(
        facts: facts, begin: file.begin, end: file.end, title: name,
        transition: joins.transition(into: index))
    }
  }

  /// Looks through all files, several at once; of those that cannot be read, the first one is told.
  private func facts() throws -> [String: SourceFacts] {
    var begun: Set<String> = []
    var paths = context.files.map(\.path).filter { begun.insert($0).inserted }[...]
    let lanes = Lane.crew("scan")
    let scans = Ahead(lanes: lanes, width: lanes.count + 1) {
      paths.popFirst()
    } work: { path in
      try MediaScan.facts(path: path)
    }
    defer { scans.abandon() }
    var known: [String: SourceFacts] = [:]
    while let facts = try scans.next() { known[facts.path] = facts }
    return known
  }

  private func tell(_ movie: SavedMovie, _ plan: MergePlan, _ match: StreamMatch) {
    let doubt = movie.warning(keepingTakes: false)
    if let doubt { Output.error(doubt) }
    if options.printsJSON {
      var report = RecordReport(
        settings: match.settings, hasAudio: plan.hasAudio, got: "files on disk")
      report.warnings += [doubt].compactMap { $0 }
      report.saved(movie, plan)
      Output.print(report.json)
    } else if !options.isQuiet {
      Output.tell(movie.sentence)
    }
  }
}

/// Which file a path leads to, however it is spelled.
private struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// Looks the file up (stat); nil when there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
