import Engine
import Glibc
import Lanes
import Recording
import Settings
import Units

/// Takes live photos at given times without a terminal.
///
/// Unchecked: everything that changes is guarded by the recorder's lane.
final class LiveShell: @unchecked Sendable {
  private let options: Options
  private let parts: Recorder.Parts
  private let gate = Gate<ExitCode>()
  private lazy var recorder = Recorder(parts) { [weak self] in self?.happened($0) }
  private var signals: [Watch] = []
  private var report: LiveReport
  private var problem: Problem?
  private var cameraHasEnded = false
  private var isEnding = false
  private var wasInterrupted = false
  /// True when it was left with a disk that does not answer.
  private let isAbandoned = Locked(false)
  private var awaited: Int

  init(_ parts: Recorder.Parts, options: Options, warnings: [String]) {
    self.parts = parts
    self.options = options
    report = LiveReport(warnings: warnings)
    awaited = options.shots.count
  }

  /// Takes all photos and returns the program's exit code.
  func run() throws -> ExitCode {
    for warning in report.warnings { tell(warning) }
    signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].map { number in
      recorder.lane.watch(signal: number) { [weak self] in self?.interrupted() }
    }
    try recorder.start()
    recorder.whenWarm { [self] now in schedule(from: now) }
    let code = gate.wait()
    if isAbandoned.current { Output.error(Recorder.Farewell.abandonment) } else { recorder.stop() }
    if options.printsJSON, !report.photos.isEmpty { Output.print(report.json) }
    return code
  }

  /// Each shutter has its own instant, counted from the first picture.
  private func schedule(from start: MediaTime) {
    recorder.lane.precondition()
    for delay in options.shots.sorted() {
      recorder.lane.after(delay) { [self] in
        guard !isEnding else { return }
        recorder.shutter(at: start + delay) { [self] in ended($0) }
      }
    }
  }

  /// A photo stands or cannot be made; called on the recorder lane.
  private func ended(_ photo: Result<LivePhoto, Problem>) {
    recorder.lane.precondition()
    awaited -= 1
    if case .failure(let problem) = photo, !cameraHasEnded {
      if self.problem == nil { Output.error(problem.sentence) }
      self.problem = self.problem ?? problem
    }
    if awaited == 0 { leave() }
  }

  private func happened(_ event: Recorder.Event) {
    recorder.lane.precondition()
    switch event {
    case .photo(let photo, let number):
      report.add(photo, number: number)
      let files = photo.movie == photo.still ? photo.movie : "\(photo.movie) and \(photo.still)"
      tell("Saved \(files) (\(photo.length.text)).")
    case .warning(let sentence):
      report.warnings.append(sentence)
      Output.error(sentence)
    case .cameraEnded(let sentence):
      // What is left to be shot cannot be; a file that ends is no failure.
      cameraHasEnded = true
      report.warnings.append(sentence)
      tell(sentence)
      if !report.photos.isEmpty || awaited > 0 { leave() }
    case .problem(let problem):
      if self.problem == nil { Output.error(problem.sentence) }
      self.problem = self.problem ?? problem
      report.warnings.append(problem.sentence)
      leave()
    case .left(let farewell):
      isAbandoned.withLock { $0 = farewell.isAbandoned }
      if report.photos.isEmpty, problem == nil { Output.error("No live photo was taken.") }
      gate.open(problem.map { ExitCode($0.kind) } ?? (report.photos.isEmpty ? .failed : .done))
    case .holdEnded, .takeClosed, .saved:
      break
    }
  }

  /// The first signal ends the photos with what there is; the second does not wait for a disk that
  /// does not answer.
  private func interrupted() {
    recorder.lane.precondition()
    if wasInterrupted {
      problem = problem ?? Problem(.interrupted, "Interrupted.")
      recorder.leave(.interrupted)
    } else {
      wasInterrupted = true
      leave()
    }
  }

  private func leave() {
    guard !isEnding else { return }
    isEnding = true
    recorder.leave(.finished)
  }

  private func tell(_ sentence: String) {
    if !options.isQuiet { Output.tell(sentence) }
  }
}

/// What `rushes live --json` prints at the end; the names are part of the contract.
struct LiveReport: Encodable {
  /// One live photo.
  struct Photo: Encodable {
    /// The movie's path; of a Motion Photo the still's, in which it lies.
    var movie: String
    /// The still's path.
    var still: String
    /// Seconds of the movie.
    var duration: Double
    /// Seconds from the movie's beginning to the picture of the still.
    var shutter: Double
  }

  /// In the order of the shutter.
  private(set) var photos: [Photo] = []
  /// What was not as it should be.
  var warnings: [String]
  private var numbers: [Int] = []

  private enum CodingKeys: String, CodingKey {
    case photos, warnings
  }

  init(warnings: [String]) { self.warnings = warnings }

  /// Notes the run's `number`th photo, which may stand before an earlier one does.
  mutating func add(_ photo: LivePhoto, number: Int) {
    let place = numbers.firstIndex { $0 > number } ?? numbers.count
    numbers.insert(number, at: place)
    photos.insert(
      Photo(
        movie: photo.movie, still: photo.still, duration: photo.length.seconds,
        shutter: photo.shutter.seconds), at: place)
  }

  /// The object as one line.
  var json: String { JSONText.line(self) }
}
