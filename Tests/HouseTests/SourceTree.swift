import Foundation

/// One text file of the repository.
struct SourceFile: Sendable, CustomStringConvertible {
  /// Path below the repository's root, such as `Sources/Units/FourCC.swift`.
  let path: String
  let text: String

  var name: String { String(path.split(separator: "/").last ?? "") }
  /// The folder below `Sources` or `Tests`: the module.
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  var description: String { path }
}

/// The repository as these tests see it.
enum SourceTree {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Swift files and C headers of the program.
  static let sources = files(in: "Sources")
  /// Swift files and C headers of the tests.
  static let tests = files(in: "Tests")
  static let swiftSources = sources.filter { $0.name.hasSuffix(".swift") }
  static let headers = sources.filter { $0.name.hasSuffix(".h") }
  /// The package's manifest.
  static let manifest = SourceFile(path: "Package.swift", text: text("Package.swift"))

  /// Every file of a folder and those below it, by paths relative to the root.
  static func paths(in folder: String) -> [String] {
    // An enumerator does not follow a link that it is given as its start.
    let start = root.appendingPathComponent(folder).resolvingSymlinksInPath()
    let all = FileManager.default.enumerator(atPath: start.path)?.allObjects as? [String] ?? []
    return all.sorted().map { "\(folder)/\($0)" }
  }

  private static func files(in folder: String) -> [SourceFile] {
    paths(in: folder).filter { $0.hasSuffix(".swift") || $0.hasSuffix(".h") }
      .map { SourceFile(path: $0, text: text($0)) }
  }

  private static func text(_ path: String) -> String {
    (try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)) ?? ""
  }
}
