import Codec
import Disk
import Recording
import Units

/// Sessions on disk as their files really are, whatever happened to who made them.
struct Recovery {
  let context: Context

  /// Opens a session, or the newest with takes that nobody uses; nil when there is none.
  ///
  /// What was put right is told, and written down.
  func open(_ id: String?) throws -> (folder: StoredSession, index: SessionIndex)? {
    try context.store.open(id) { folder, index in
      let before = index
      let sentences = mend(&index, at: folder.path, files: try folder.takeFiles())
      guard index != before else { return }
      try folder.write(index)
      for sentence in sentences { Output.tell(sentence) }
    }
  }

  /// What lies on disk, less sessions without a take; nothing is changed there.
  func list() throws -> [SessionStore.Listed] {
    try context.store.list().compactMap { session in
      guard var index = session.index else { return nil }
      if !session.isInUse { _ = mend(&index, at: session.path, files: session.files) }
      var session = session
      session.index = index
      return index.takes.isEmpty ? nil : session
    }
  }

  /// What to tell who begins anew while takes of an earlier run wait; nil when none do.
  func reminder() -> String? {
    let waiting = try? context.store.list().last { !$0.isInUse && !$0.files.isEmpty }
    guard let waiting, let index = waiting.index else { return nil }
    let takes = waiting.files.count == 1 ? "1 take" : "\(waiting.files.count) takes"
    let day = LocalTime.text(Int(index.created), "%Y-%m-%d %H:%M")
    return "\(takes) of \(day) not saved yet: 'rushes resume' goes on, 'rushes save' saves."
  }

  /// Returns a sentence for everything that was not as the index says.
  private func mend(
    _ index: inout SessionIndex, at folder: String, files: [String]
  ) -> [String] {
    let rate = index.settings?.rate
    return index.mend(by: files.map { look(at: $0, in: folder, rate: rate) })
  }

  private func look(at file: String, in folder: String, rate: FrameRate?) -> FoundTake {
    let path = "\(folder)/\(file)"
    do {
      let label = try TakeFileReader.label(path: path).flatMap {
        JSONText.value(TakeLabel.self, in: $0)
      }
      guard let rate = label?.settings.rate ?? rate else {
        return FoundTake(file: file, label: nil, contents: nil)
      }
      let contents = try TakeFileReader.contents(path: path, rate: rate)
      return FoundTake(file: file, label: label, contents: contents)
    } catch {
      return FoundTake(file: file, label: nil, contents: nil, obstacle: "cannot be read")
    }
  }
}
