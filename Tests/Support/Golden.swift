import Foundation

/// Text files that say how something must look, compared line by line.
///
/// They are written only on request: `RECORD=missing` adds those that are not there yet,
/// `RECORD=all` writes every one anew. Read the change before committing it.
package enum Golden {
  /// Compares `text` with the file `Golden/NAME` beside the test's source file; nil when they are
  /// equal, otherwise the differing lines.
  package static func difference(
    of text: String, from name: String, beside source: String = #filePath
  ) -> String? {
    let folder = URL(fileURLWithPath: source).deletingLastPathComponent()
      .appendingPathComponent("Golden")
    let file = folder.appendingPathComponent(name)
    let stored = try? String(contentsOf: file, encoding: .utf8)
    let request = ProcessInfo.processInfo.environment["RECORD"]
    if request == "all" || (request == "missing" && stored == nil) {
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
      } catch {
        return "\(name) could not be written: \(error)"
      }
      return nil
    }
    guard let stored else { return "\(name) does not exist; RECORD=missing writes it:\n\(text)" }
    return stored == text ? nil : "\(name) differs:\n" + lines(stored, text)
  }

  /// The two texts line by line: `-` is stored, `+` is new.
  private static func lines(_ stored: String, _ new: String) -> String {
    let old = stored.split(separator: "\n", omittingEmptySubsequences: false)
    let new = new.split(separator: "\n", omittingEmptySubsequences: false)
    return (0..<max(old.count, new.count)).flatMap { index -> [String] in
      let before = index < old.count ? old[index] : nil
      let after = index < new.count ? new[index] : nil
      if before == after { return ["    \(before ?? "")"] }
      return [before.map { "  - \($0)" }, after.map { "  + \($0)" }].compactMap { $0 }
    }.joined(separator: "\n")
  }
}
