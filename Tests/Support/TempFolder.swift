import Foundation

/// A new, empty folder that is deleted with everything in it when let go.
package final class TempFolder: Sendable {
  /// Absolute path without a slash at its end.
  package let path: String

  /// Makes a folder below the system's temporary one; `name` helps to recognise a leftover.
  package init(_ name: String = "rushes-test") throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(name)-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` inside the folder, whether it exists or not.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Names of what lies directly in the folder, sorted, hidden ones too.
  package var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
