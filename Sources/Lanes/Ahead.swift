import Glibc

/// Does jobs before their turn on several lanes; the results come in the order of the jobs.
///
/// At most `width` jobs are begun and not yet asked for, so memory stays bounded when the one who
/// asks is slow. It stays on the lane that made it.
package final class Ahead<Job: Sendable, Outcome: Sendable> {
  private typealias Turn = Gate<Result<Outcome, any Error>>

  private let lanes: [Lane]
  private let width: Int
  private let work: @Sendable (Job) throws -> Outcome
  private let nextJob: () throws -> Job?
  private var turns: [Turn] = []
  private var begun = 0
  private var isDry = false

  /// Does what `nextJob` gives, asked for one job at a time on the lane of the caller, with `work`
  /// on `lanes` in turn.
  package init(
    lanes: [Lane], width: Int, nextJob: @escaping () throws -> Job?,
    work: @escaping @Sendable (Job) throws -> Outcome
  ) {
    self.lanes = lanes
    self.width = width
    self.nextJob = nextJob
    self.work = work
  }

  /// Waits for the result of the oldest job; nil when all were given out.
  package func next() throws -> Outcome? {
    try fill()
    guard !turns.isEmpty else { return nil }
    let outcome = turns.removeFirst().wait()
    return try outcome.get()
  }

  /// Begins jobs up to the bound without waiting for one.
  package func fill() throws {
    while !isDry, turns.count < width {
      guard let job = try nextJob() else {
        isDry = true
        return
      }
      let turn = Turn()
      turns.append(turn)
      let work = self.work
      lanes[begun % lanes.count].async { turn.open(Result { try work(job) }) }
      begun += 1
    }
  }

  /// Waits for what was begun and throws it away: afterwards no job runs any more.
  package func abandon() {
    isDry = true
    for turn in turns { _ = turn.wait() }
    turns = []
  }
}

extension Lane {
  /// One lane for each processor, for work that is cut into jobs.
  package static func crew(_ name: String) -> [Lane] {
    let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    return (1...processors).map { Lane("\(name) \($0)") }
  }
}
