import Foundation

@testable import Disk

/// The system's own calls, of which some are made to fail.
///
/// Unchecked: the list of calls is guarded by `lock`.
final class FaultyDisk: @unchecked Sendable {
  enum Call: String, Sendable, CaseIterable {
    case open, write, sync, close, rename, link, unlink, makeFolder, removeFolder, lock, mayWrite
  }

  private let lock = NSLock()
  private var made: [Call] = []
  private let verdict: @Sendable (_ number: Int, Call) -> Int32?

  /// Fails each call for which `verdict` gives an errno; calls are counted from 1.
  init(_ verdict: @escaping @Sendable (_ number: Int, Call) -> Int32?) { self.verdict = verdict }

  /// Fails the `number`th call, whatever it is.
  convenience init(failing number: Int, code: Int32) {
    self.init { count, _ in count == number ? code : nil }
  }

  /// Fails every call of one kind.
  convenience init(failing call: Call, code: Int32) {
    self.init { _, made in made == call ? code : nil }
  }

  /// How many calls were made so far.
  var count: Int { lock.withLock { made.count } }

  /// What was called so far.
  var log: [Call] { lock.withLock { made } }

  var calls: DiskCalls {
    let live = DiskCalls.live
    return DiskCalls(
      open: { path, flags, mode in self.fault(.open) ?? live.open(path, flags, mode) },
      write: { descriptor, bytes in
        self.fault(.write).map(Int.init) ?? live.write(descriptor, bytes)
      },
      sync: { descriptor in self.fault(.sync) ?? live.sync(descriptor) },
      close: { descriptor in
        // A close that reports a failure has closed nevertheless.
        let result = live.close(descriptor)
        return self.fault(.close) ?? result
      },
      rename: { from, to in self.fault(.rename) ?? live.rename(from, to) },
      link: { from, to in self.fault(.link) ?? live.link(from, to) },
      unlink: { path in self.fault(.unlink) ?? live.unlink(path) },
      makeFolder: { path, mode in self.fault(.makeFolder) ?? live.makeFolder(path, mode) },
      removeFolder: { path in self.fault(.removeFolder) ?? live.removeFolder(path) },
      lock: { descriptor in self.fault(.lock) ?? live.lock(descriptor) },
      mayWrite: { folder in self.fault(.mayWrite) ?? live.mayWrite(folder) })
  }

  private func fault(_ call: Call) -> Int32? {
    let number = lock.withLock { () -> Int in
      made.append(call)
      return made.count
    }
    return verdict(number, call).map { -$0 }
  }
}
