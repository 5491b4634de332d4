import Foundation
import Support
import Testing

@testable import Disk

@Suite struct `the place of a live photo` {
  private let folder: TempFolder
  private let still: [UInt8] = Array("still".utf8)

  init() throws { folder = try TempFolder() }

  private func made(_ target: PhotoTarget) throws -> String {
    let path = try target.temporaryPath()
    try Data("movie".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func contents() throws -> [String: String] {
    var contents: [String: String] = [:]
    for name in folder.names {
      contents[name] = try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }
    return contents
  }

  @Test func `gets movie and still under one name`() throws {
    let target = PhotoTarget(file: folder.file("cat.mov"), overwrites: false, still: .beside(still))
    let (path, bytes) = try target.publish(try made(target))
    #expect(path == folder.file("cat.mov") && bytes == 10)
    #expect(target.still(of: path) == folder.file("cat.jpg"))
    #expect(try contents() == ["cat.mov": "movie", "cat.jpg": "still"])
  }

  @Test(arguments: ["cat.mov", "cat.jpg"])
  func `gets neither where one name is taken, or lost in a race`(taken: String) throws {
    let target = PhotoTarget(file: folder.file("cat.mov"), overwrites: false, still: .beside(still))
    let temporary = try made(target)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file(taken)))
    let late = #expect(throws: DiskError.self) { try target.publish(temporary) }
    #expect(late?.code == EEXIST && late?.subject == folder.file(taken))
    #expect(try contents() == [taken: "mine"])
    let early = #expect(throws: DiskError.self) { try target.verify() }
    #expect(early?.code == EEXIST && early?.subject == folder.file(taken))
  }

  /// Whichever call fails: both files are there, or none and nothing half made.
  @Test(arguments: 1...12)
  func `is there as a whole or not at all`(call: Int) throws {
    let disk = FaultyDisk(failing: call, code: EIO)
    let target = PhotoTarget(
      file: folder.file("cat.mov"), overwrites: false, still: .beside(still), calls: disk.calls)
    do {
      let temporary = try made(target)
      do { _ = try target.publish(temporary) } catch { target.discard(temporary) }
    } catch {}
    // A folder's failed sync is told, but the names are there; a failed unlink leaves a hidden file.
    let visible = try contents().filter { !$0.key.hasPrefix(".") }
    #expect(visible.isEmpty || visible == ["cat.mov": "movie", "cat.jpg": "still"], "\(visible)")
  }

  @Test func `replaces both when it was told to`() throws {
    for name in ["cat.mov", "cat.jpg"] {
      try Data("old".utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    let target = PhotoTarget(file: folder.file("cat.mov"), overwrites: true, still: .beside(still))
    _ = try target.publish(try made(target))
    #expect(try contents() == ["cat.mov": "movie", "cat.jpg": "still"])
  }

  @Test func `holds both in one file`() throws {
    let target = PhotoTarget(
      file: folder.file("cat.jpg"), overwrites: false, still: .around { Array("<\($0)>".utf8) })
    let (path, _) = try target.publish(try made(target))
    #expect(target.still(of: path) == path)
    #expect(try contents() == ["cat.jpg": "<5>movie"])
  }

  @Test func `names each by the date, a Motion Photo with its sign`() throws {
    let pair = PhotoTarget(folder: folder.file("new"), ending: "mov", still: .beside(still))
    let motion = PhotoTarget(
      folder: folder.file("new"), ending: "jpg", still: .around { _ in Array("<".utf8) })
    let alone = PhotoTarget(folder: folder.file("new"), ending: "jpg", still: .alone(still))
    var paths: [String] = []
    for _ in 0..<5 {
      paths.append(try pair.publish(try made(pair)).path)
      paths.append(try motion.publish(try made(motion)).path)
      paths.append(try alone.publishStill())
    }
    #expect(Set(paths).count == 15)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("new"))
    #expect(names.count == 20)
    #expect(
      names.count { $0.hasSuffix(".MP.jpg") } == 5 && names.count { $0.hasSuffix(".mov") } == 5)
    #expect(names.allSatisfy { !$0.hasPrefix(".") })
  }
}
