import Foundation

/// A process as /proc tells of it.
package struct RunningProcess: Sendable, Hashable {
  /// Its id.
  package let id: Int32
  /// The process that started it, or the one that has it now.
  package let parent: Int32
  /// What ps calls it.
  package let name: String
  /// The words it was started with.
  package let words: [String]

  /// Every process that has not ended.
  package static var all: [RunningProcess] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap(RunningProcess.init(id:))
  }

  /// Waits until it has ended, looking fifty times a second; false when that did not happen in 20 s.
  package func waitForEnd() -> Bool {
    let deadline = Date(timeIntervalSinceNow: 20)
    while RunningProcess(id: id) != nil {
      guard Date() < deadline else { return false }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return true
  }

  private init?(id: Int32) {
    guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
      let opening = stat.firstIndex(of: "("), let closing = stat.lastIndex(of: ")")
    else { return nil }
    // Behind the name in brackets: the state and the parent (proc(5)).
    let fields = stat[closing...].split(separator: " ")
    guard fields.count > 2, fields[1] != "Z", let parent = Int32(fields[2]) else { return nil }
    self.id = id
    self.parent = parent
    name = String(stat[stat.index(after: opening)..<closing])
    let line = (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)) ?? ""
    words = line.split(separator: "\0").map(String.init)
  }
}
