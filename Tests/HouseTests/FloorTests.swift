import Testing

@Suite struct `the floors of the house` {
  /// What each module may import: only modules on floors below its own.
  ///
  /// Glibc is for the hands, for what guards values, and for the program; Dispatch stays inside
  /// `Lanes`; each C library has one door, and one hand that opens it, ALSA's one for
  /// each direction of sound.
  static let floors: [String: Set<String>] = [
    // Floor 1: ground.
    "Units": [],
    "Frames": ["Units", "Glibc"],
    "Lanes": ["Units", "Dispatch", "Glibc"],
    // Floor 2: thought.
    "Recording": ["Units", "Frames"],
    "Merging": ["Units", "Recording"],
    "Settings": ["Units", "Recording"],
    "Screens": ["Units", "Frames", "Recording"],
    // Floor 3: hands.
    "Camera": ["CV4L2", "Units", "Frames", "Lanes", "Recording", "Glibc"],
    "Microphone": ["CALSA", "Units", "Frames", "Lanes", "Recording", "Glibc"],
    "Speaker": ["CALSA", "Units", "Lanes", "Recording", "Glibc"],
    "Codec": ["CLibAV", "Units", "Frames", "Lanes", "Recording", "Merging", "Glibc"],
    "Control": ["Units", "Lanes", "Recording", "Glibc"],
    "Disk": ["Units", "Recording", "Glibc", "FoundationEssentials"],
    "Sixel": ["CSixel", "Units", "Frames"],
    "Terminal": ["CNcurses", "CLinux", "Units", "Lanes", "Screens", "Glibc"],
    "TestCard": ["Units", "Frames", "Lanes", "Recording", "Glibc"],
    // Floor 4: engine.
    "Engine": ["Units", "Frames", "Lanes", "Recording", "Merging", "Screens"],
    // Floor 5: the program.
    "rushes": [
      "Units", "Frames", "Lanes", "Recording", "Merging", "Settings", "Screens", "Camera",
      "Microphone", "Speaker", "Codec", "Control", "Disk", "Sixel", "Terminal", "TestCard",
      "Engine", "Glibc",
      "FoundationEssentials",
    ],
  ]

  /// Doors to C libraries: module maps and headers, no Swift.
  static let doors: Set = ["CNcurses", "CLibAV", "CV4L2", "CALSA", "CLinux", "CSixel"]
  private static let system: Set = ["Glibc", "Dispatch", "FoundationEssentials"]

  @Test(arguments: SourceTree.swiftSources)
  func `are held by every import`(file: SourceFile) throws {
    let allowed = try #require(Self.floors[file.module], "\(file.module) has no floor")
    for module in imports(of: file) {
      #expect(allowed.contains(module), "\(file.module) must not import \(module)")
    }
  }

  @Test func `have room for every module and no empty rooms`() {
    let modules = Set(SourceTree.sources.map(\.module))
    #expect(modules == Set(Self.floors.keys).union(Self.doors))
    #expect(SourceTree.swiftSources.filter { Self.doors.contains($0.module) }.isEmpty)
  }

  @Test func `are those of the package's manifest`() throws {
    let line = /module\("(?<name>\w+)"(?:, needs: \[(?<needs>[^\]]*)\])?\),/
    var found: [String: Set<String>] = [:]
    for match in SourceTree.manifest.text.matches(of: line) {
      let needs = match.output.needs?.matches(of: /"(\w+)"/).map { String($0.output.1) }
      found[String(match.output.name)] = Set(needs ?? [])
    }
    var expected = Self.floors.mapValues { $0.subtracting(Self.system) }
    expected["rushes"] = nil
    #expect(found == expected)
  }

  @Test func `let the frames have a lock and nothing else of the system`() {
    let files = SourceTree.swiftSources.filter {
      $0.module == "Frames" && imports(of: $0).contains("Glibc")
    }
    #expect(files.map(\.name) == ["FrameLock.swift"])
  }

  @Test(arguments: [
    ("import Glibc", ["Glibc"]), ("package import Units", ["Units"]),
    ("@preconcurrency internal import Dispatch", ["Dispatch"]),
    ("@testable import Engine", ["Engine"]), ("import struct Foundation.URL", ["Foundation"]),
    ("  import CV4L2", ["CV4L2"]), ("// import Glibc", []), ("let important = 1", []),
  ])
  func `see every way to write an import`(line: String, modules: [String]) {
    #expect(imports(of: SourceFile(path: "x", text: "\n\(line)\n")) == modules)
  }

  private func imports(of file: SourceFile) -> [String] {
    let pattern =
      /^\s*(?:@\w+\s+)*(?:(?:package|public|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)/
    return file.lines.compactMap { $0.firstMatch(of: pattern).map { String($0.output.1) } }
  }
}
