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
    }

    var id: String
    var path: String
    var created: Int64
    var takes: [TakeEntry]
  }

  func run() throws -> ExitCode {
    let entries = try context.store.list().compactMap { session -> Entry? in
      guard let index = session.index, !index.takes.isEmpty else { return nil }
      let rate = index.settings?.rate ?? .thirty
      return Entry(
        id: session.id, path: session.path, created: index.created,
        takes: index.takes.map { take in
          .init(
            file: take.file, duration: rate.time(ofFrame: take.frames).seconds,
            frames: take.frames, state: take.state.rawValue)
        })
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
      let length = MediaTime.seconds(entry.takes.reduce(0) { $0 + $1.duration })
      Output.print("\(entry.id)  \(entry.takes.count) takes  \(length.text)\n")
    }
    return .done
  }
}
