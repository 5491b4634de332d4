import Disk
import Recording
import Settings
import Units

/// `rushes sessions`: takes on disk that were not saved yet.
struct SessionsCommand {
  let context: Context

  private struct Entry: Encodable {
    struct TakeEntry: Encodable {
      var file: String
      var duration: Double
      var frames: Int64
      var state: String
      /// Why it is bad, as the end of a sentence about it.
      var reason: String?
      /// Unix seconds at which the first frame of its file was captured.
      var began: Double?
    }

    var id: String
    var path: String
    var created: Int64
    var takes: [TakeEntry]
    /// True while a recorder has it open: a take that runs is not in it yet.
    var inUse: Bool
    /// Of the movie that they would make; for people alone.
    var length = MediaTime.zero

    /// For people.
    var line: String {
      let bad = takes.count { $0.state == Take.State.bad.rawValue }
      return [
        id, takes.count == 1 ? "1 take" : "\(takes.count) takes", length.text,
        bad == 0 ? nil : "\(bad) bad", inUse ? "being recorded" : nil,
      ].compactMap { $0 }.joined(separator: "  ")
    }

    private enum CodingKeys: String, CodingKey {
      case id, path, created, takes, inUse
    }
  }

  func run() throws -> ExitCode {
    let entries = try Recovery(context: context).list().compactMap { session -> Entry? in
      guard let index = session.index else { return nil }
      let rate = index.settings?.rate ?? .thirty
      return Entry(
        id: session.id, path: session.path, created: index.created,
        takes: index.takes.map { take in
          .init(
            file: take.file, duration: rate.time(ofFrame: take.frames - take.firstFrame).seconds,
            frames: take.pictureCount - take.firstFrame, state: take.state.rawValue,
            reason: take.reason,
            began: take.began.map { $0 + rate.time(ofFrame: take.firstFrame).seconds })
        },
        inUse: session.isInUse,
        length: rate.time(
          ofFrame: Transition.frames(of: index.takes.filter { $0.state == .ready }, rate: rate)))
    }
    if context.options.printsJSON {
      Output.print(JSONText.line(entries))
      return .done
    }
    guard !entries.isEmpty else {
      Output.tell("There is no session on disk.")
      return .done
    }
    for entry in entries {
      Output.print("\(entry.line)\n")
    }
    return .done
  }
}
