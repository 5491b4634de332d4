import Foundation
import Support
import Testing

@testable import Disk

@Suite struct `the place of a movie` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  @Test func `gets the finished file under the name the user gave`() throws {
    let target = MovieTarget(file: folder.file("a.mp4"), overwrites: false)
    let (path, bytes) = try target.publish(try made(target, "movie"))
    #expect(path == folder.file("a.mp4"))
    #expect(bytes == 5)
    #expect(try contents() == ["a.mp4": "movie"])
  }

  @Test func `makes the movie beside its final name and hidden`() throws {
    let target = MovieTarget(file: folder.file("a.mp4"), overwrites: false)
    let (first, second) = (try target.temporaryPath(), try target.temporaryPath())
    #expect(first != second)
    #expect(first.hasPrefix("\(folder.path)/."))
    target.discard(try made(target, "half a movie"))
    // One that was never made is no failure either.
    target.discard(first)
    #expect(folder.names == [])
  }

  @Test func `is cleared of what killed recorders left, and of nothing else`() throws {
    // No process has this number: it is the most there can be.
    let (dead, alive) = (".rushes-4194304-7.part", ".rushes-\(getpid())-7.part")
    for name in [dead, alive, "x.part"] {
      try write("half a movie", name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: folder.file(name))
    }
    // Another machine's, which is busy with it.
    try write("half a movie", ".rushes-4194304-8.part")
    _ = try MovieTarget(file: folder.file("a.mp4"), overwrites: false).temporaryPath()
    #expect(Set(folder.names) == [alive, "x.part", ".rushes-4194304-8.part"])
  }

  @Test func `never takes the name of another file`() throws {
    let target = MovieTarget(file: folder.file("a.mp4"), overwrites: false)
    try write("mine", "a.mp4")
    for step in [{ try target.verify() }, { _ = try target.temporaryPath() }] {
      let error = #expect(throws: DiskError.self) { try step() }
      #expect(error?.code == EEXIST)
    }
    #expect(try contents() == ["a.mp4": "mine"])
  }

  /// With links, and on file systems without them.
  @Test(arguments: [0, EPERM, EOPNOTSUPP, ENOSYS])
  func `loses the race for a name rather than overwrite`(linkFails: Int32) throws {
    let disk = FaultyDisk { _, call in call == .link && linkFails != 0 ? linkFails : nil }
    let target = MovieTarget(file: folder.file("a.mp4"), overwrites: false, calls: disk.calls)
    try target.verify()
    let temporary = try made(target, "movie")
    try write("mine", "a.mp4")
    let error = #expect(throws: DiskError.self) { try target.publish(temporary) }
    #expect(error?.code == EEXIST)
    #expect(error?.operation == .rename)
    #expect(error?.subject == folder.file("a.mp4"))
    target.discard(temporary)
    #expect(try contents() == ["a.mp4": "mine"])
  }

  @Test(arguments: [EPERM, EOPNOTSUPP, ENOSYS])
  func `works on file systems without links`(code: Int32) throws {
    let disk = FaultyDisk(failing: .link, code: code)
    let target = MovieTarget(file: folder.file("a.mp4"), overwrites: false, calls: disk.calls)
    let (_, bytes) = try target.publish(try made(target, "movie"))
    #expect(bytes == 5)
    #expect(try contents() == ["a.mp4": "movie"])
  }

  @Test func `gives a reserved name back when the movie cannot have it`() throws {
    let disk = FaultyDisk { _, call in
      switch call {
      case .link: EPERM
      case .rename: EIO
      default: nil
      }
    }
    let target = MovieTarget(file: folder.file("a.mp4"), overwrites: false, calls: disk.calls)
    let temporary = try made(target, "movie")
    #expect(throws: DiskError.self) { try target.publish(temporary) }
    target.discard(temporary)
    #expect(folder.names == [])
  }

  @Test func `stands although its name cannot be made safe`() throws {
    let disk = FaultyDisk(failing: .sync, code: EIO)
    let target = MovieTarget(file: folder.file("a.mp4"), overwrites: false, calls: disk.calls)
    let (path, _) = try target.publish(try made(target, "movie"))
    #expect(path == folder.file("a.mp4"))
    let error = #expect(throws: DiskError.self) { try target.settle() }
    #expect(error?.operation == .sync && error?.code == EIO)
    #expect(try contents() == ["a.mp4": "movie"])
  }

  @Test func `replaces a file only when it was told to`() throws {
    try write("old", "a.mp4")
    let target = MovieTarget(file: folder.file("a.mp4"), overwrites: true)
    try target.verify()
    let temporary = try made(target, "movie")
    #expect(try contents().values.sorted() == ["movie", "old"])
    _ = try target.publish(temporary)
    #expect(try contents() == ["a.mp4": "movie"])
  }

  @Test func `keeps the old file when replacing it fails`() throws {
    try write("old", "a.mp4")
    let disk = FaultyDisk(failing: .rename, code: EIO)
    let target = MovieTarget(file: folder.file("a.mp4"), overwrites: true, calls: disk.calls)
    let temporary = try made(target, "movie")
    #expect(throws: DiskError.self) { try target.publish(temporary) }
    target.discard(temporary)
    #expect(try contents() == ["a.mp4": "old"])
  }

  @Test func `makes the folder for movies without a name only when there is one`() throws {
    let target = MovieTarget(folder: folder.file("deep/Videos"))
    try target.verify()
    #expect(folder.names == [])
    _ = try target.publish(try made(target, "movie"))
    #expect(folder.names == ["deep"])
  }

  @Test func `gives each movie without a name the date and a number`() throws {
    let target = MovieTarget(folder: folder.file("deep/Videos"), ending: "mov")
    try target.verify()
    var names: [String] = []
    for number in 1...40 {
      let (path, _) = try target.publish(try made(target, "movie \(number)"))
      names.append(URL(fileURLWithPath: path).lastPathComponent)
    }
    #expect(Set(names).count == 40)
    for name in names {
      #expect(name.wholeMatch(of: /rushes-\d{4}-\d\d-\d\d-\d{6}(-\d+)?\.mov/) != nil, "\(name)")
    }
    // Forty movies take less than forty seconds, so some second had two; they are named in order.
    let second = try #require(names.first { $0.hasSuffix("-2.mov") })
    #expect(names.contains(second.replacing("-2.mov", with: ".mov")))
  }

  @Test(arguments: ["a.mp4", "./a.mp4"])
  func `may be named without a folder`(name: String) throws {
    let target = MovieTarget(file: name, overwrites: false)
    #expect(try target.temporaryPath().hasPrefix("./."))
  }

  @Test func `has to be a folder that exists and takes files`() throws {
    try write("x", "file")
    try FileManager.default.createDirectory(
      atPath: folder.file("folder.mp4"), withIntermediateDirectories: false)
    let refused = [
      (MovieTarget(file: folder.file("none/a.mp4"), overwrites: false), ENOENT),
      (MovieTarget(file: folder.file("none/a.mp4"), overwrites: true), ENOENT),
      (MovieTarget(file: folder.file("file/a.mp4"), overwrites: false), ENOTDIR),
      (MovieTarget(file: folder.file("folder.mp4"), overwrites: true), EISDIR),
      (MovieTarget(folder: folder.file("file")), ENOTDIR),
      (MovieTarget(folder: folder.file("file/below")), ENOTDIR),
    ]
    for (target, code) in refused {
      let error = #expect(throws: DiskError.self) { try target.verify() }
      #expect(error?.code == code)
    }
    #expect(folder.names == ["file", "folder.mp4"])
  }

  @Test func `is refused early when nothing may be written there`() {
    let disk = FaultyDisk(failing: .mayWrite, code: EACCES)
    let targets = [
      MovieTarget(file: folder.file("a.mp4"), overwrites: false, calls: disk.calls),
      MovieTarget(folder: folder.path, calls: disk.calls),
    ]
    for target in targets {
      let error = #expect(throws: DiskError.self) { try target.verify() }
      #expect(
        error?.description
          == "Cannot write \(folder.path): permission denied. Choose a folder you may write to.")
    }
  }

  @Test func `tells a full disk from other failures`() throws {
    for (code, isNoSpace) in [(ENOSPC, true), (EDQUOT, true), (EIO, false)] {
      let disk = FaultyDisk(failing: .link, code: code)
      let target = MovieTarget(file: folder.file("a.mp4"), overwrites: false, calls: disk.calls)
      let temporary = try made(target, "movie")
      let error = #expect(throws: DiskError.self) { try target.publish(temporary) }
      #expect(error?.isNoSpace == isNoSpace)
      target.discard(temporary)
    }
    #expect(folder.names == [])
  }

  /// Writes the movie under the target's temporary name.
  private func made(_ target: MovieTarget, _ text: String) throws -> String {
    let path = try target.temporaryPath()
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
  }

  private func contents() throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: folder.names.map {
        ($0, try String(contentsOfFile: folder.file($0), encoding: .utf8))
      })
  }
}
