import Codec
import Disk
import Recording
import Units

/// Sessions on disk as their files really are, whatever happened to who made them.
struct Recovery {
  let context: Context

  /// Opens a session, or the newest with takes that nobody uses; nil when there is none.
  ///
  /// What was put right is told, and written down where it can be.
  func open(_ id: String?) throws -> (folder: StoredSession, index: SessionIndex)? {
    try context.store.open(id) { folder, index in
      let before = index
      let sentences = mend(&index, at: folder.path, files: try folder.takeFiles())
      guard index != before else { return }
      writeDown(index, in: folder)
      for sentence in sentences { Output.tell(sentence) }
    }
  }

  /// Looks closer at takes of which no movie could be made: whether their pictures can be decoded.
  ///
  /// What was put right is told, and written down where it can be; false when nothing was.
  func lookCloser(at index: inout SessionIndex, in folder: StoredSession) throws -> Bool {
    let sentences = mend(
      &index, at: folder.path, files: try folder.takeFiles(), decoding: true)
    guard !sentences.isEmpty else { return false }
    writeDown(index, in: folder)
    for sentence in sentences { Output.tell(sentence) }
    return true
  }

  /// On a disk that is full, or read-only by now, it is put right anew each time: that must not keep
  /// its takes from a movie on another one.
  func writeDown(_ index: SessionIndex, in folder: StoredSession) {
    try? folder.write(index)
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
    _ index: inout SessionIndex, at folder: String, files: [String], decoding: Bool = false
  ) -> [String] {
    let rate = index.settings?.rate
    return index.mend(
      by: files.map { file in
        let found = look(at: file, in: folder, rate: rate, decoding: decoding)
        guard found.mayBeWhole else { return found }
        // What failed once may do better at once: a take should not miss its movie for that.
        return look(at: file, in: folder, rate: rate, decoding: decoding)
      })
  }

  private func look(
    at file: String, in folder: String, rate: FrameRate?, decoding: Bool
  ) -> FoundTake {
    let path = "\(folder)/\(file)"
    do {
      let header = try TakeFileReader.header(path: path)
      let label = header.label.flatMap { JSONText.value(TakeLabel.self, in: $0) }
      guard let rate = label?.settings.rate ?? rate else {
        return FoundTake(file: file, label: nil, contents: nil)
      }
      let contents = try TakeFileReader.contents(path: path, rate: rate, decoding: decoding)
      return FoundTake(
        file: file, label: label, size: header.size, contents: contents,
        obstacle: decoding ? "its pictures are damaged from there on" : nil)
    } catch {
      // What is wrong with a file stays wrong; a disk or the memory may do better another time.
      let isDamage = (error as? CodecError)?.code.isDamage ?? true
      return FoundTake(
        file: file, label: nil, contents: nil, obstacle: FoundTake.cannotBeRead,
        mayBeWhole: !isDamage)
    }
  }
}
