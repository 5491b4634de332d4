import Foundation
import Recording
import Support
import Testing

@testable import Disk

@Suite struct `the store of sessions` {
  private let root: TempFolder
  private let store: SessionStore

  init() throws {
    root = try TempFolder()
    store = SessionStore(root: root.file("deep/inside"))
  }

  @Test func `creates nothing before the first session`() throws {
    #expect(try store.list().isEmpty)
    #expect(try open(nil) == nil)
    #expect(root.names == [])
  }

  @Test func `gives every session a name of its own`() throws {
    let store = self.store
    let made = Box<String>()
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      if let session = try? store.create() { made.append(session.folder.id) }
    }
    #expect(made.all.count == 16)
    #expect(Set(made.all).count == 16)
    #expect(try store.list().map(\.id) == made.all.sorted())
  }

  @Test func `leaves nothing behind when a session cannot be begun`() throws {
    var failures = 0
    for number in 1...40 {
      let root = root.file("fault-\(number)")
      let disk = FaultyDisk(failing: number, code: ENOSPC)
      let store = SessionStore(root: root, calls: disk.calls)
      guard throwsNoSpace({ try store.create() }) else { continue }
      failures += 1
      let left = try? FileManager.default.contentsOfDirectory(atPath: root)
      #expect(left ?? [] == [], "after call \(number) failed")
    }
    #expect(failures > 8)
  }

  @Test func `refuses a session that another rushes holds`() throws {
    let (folder, _) = try store.create()
    let error = #expect(throws: DiskError.self) { try open(folder.id) }
    #expect(error?.operation == .lock)
    #expect(error?.description == "\(folder.path) is in use by another rushes.")
  }

  @Test func `passes over a session that goes while it is looked at`() throws {
    _ = try store.create()
    try FileManager.default.createSymbolicLink(
      atPath: "\(store.root)/gone", withDestinationPath: "\(store.root)/nowhere")
    #expect(try store.list().count == 1)
    #expect(try open(nil) == nil)
  }

  @Test func `gives a session back once it was let go`() throws {
    var held: StoredSession? = try store.create().folder
    let id = try #require(held?.id)
    held = nil
    #expect(try open(id)?.folder.id == id)
  }

  @Test func `opens the newest session with takes that nobody holds`() throws {
    try make("20260101-000000", takes: 1)
    try make("20260102-000000", takes: 1)
    try make("20260103-000000", takes: 1)
    try make("20260104-000000", takes: 0)
    let newest = try #require(try open(nil))
    #expect(newest.folder.id == "20260103-000000")
    let next = try #require(try open(nil))
    #expect(next.folder.id == "20260102-000000")
    #expect(next.index.takes.count == 1)
  }

  @Test(arguments: [true, false])
  func `lets the index be mended before it is judged`(hasIndex: Bool) throws {
    try make("20260101-000000", takes: 1)
    try make("20260104-000000", takes: 0)
    let folder = "\(store.root)/20260104-000000"
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/take-1.mov"))
    if !hasIndex { try FileManager.default.removeItem(atPath: "\(folder)/session.json") }
    let opened = try store.open(nil) { session, index in
      for file in try session.takeFiles() where index.takes.isEmpty {
        index.takes.append(Take(file: file, frames: 9, samples: nil))
      }
    }
    #expect(opened?.index.id == "20260104-000000")
    #expect(opened?.index.takes.map(\.file) == ["take-1.mov"])
    #expect(try open(nil)?.folder.id == "20260101-000000", "without takes it is passed over")
  }

  @Test func `removes a session in one step, and the next one ends what a kill left of that`()
    throws
  {
    try make("20260101-000000", takes: 1)
    try Data("x".utf8).write(
      to: URL(fileURLWithPath: "\(store.root)/20260101-000000/take-0.mov"))
    let disk = FaultyDisk(failing: .unlink, code: EIO)
    let killed = try StoredSession(
      id: "20260101-000000", path: "\(store.root)/20260101-000000", calls: disk.calls)
    #expect(throws: DiskError.self) { try killed.remove() }
    #expect(try store.list().isEmpty, "nobody sees half of it")
    let next = try store.create()
    let names = try FileManager.default.contentsOfDirectory(atPath: store.root)
    #expect(names == [next.folder.id])
  }

  @Test(arguments: ["", ".", "..", "nothing", "../inside/20260101-000000", "no-index"])
  func `knows no session of such a name`(id: String) throws {
    try make("20260101-000000", takes: 1)
    try FileManager.default.createDirectory(
      atPath: "\(store.root)/no-index", withIntermediateDirectories: true)
    #expect(try open(id) == nil)
  }

  @Test func `lists sessions from the oldest on, held ones too`() throws {
    try make("20260102-000000", takes: 2)
    try make("20260101-000000", takes: 1)
    let held = try open("20260101-000000")
    let file = "\(store.root)/20260102-000000/take-0.mov"
    try Data("x".utf8).write(to: URL(fileURLWithPath: file))
    let listed = try store.list()
    #expect(listed.map(\.isInUse) == [true, false])
    #expect(listed.map(\.files) == [[], ["take-0.mov"]])
    #expect(listed.map(\.id) == ["20260101-000000", "20260102-000000"])
    #expect(listed.map(\.index?.takes.count) == [1, 2])
    #expect(listed.first?.path == held?.folder.path)
  }

  @Test func `says when a file system cannot lock`() throws {
    try make("20260101-000000", takes: 1)
    let disk = FaultyDisk(failing: .lock, code: ENOLCK)
    let error = #expect(throws: DiskError.self) {
      try SessionStore(root: store.root, calls: disk.calls).open(nil) { _, _ in }
    }
    #expect(error?.code == ENOLCK)
  }

  @Test func `refuses a file in the place of its folder`() throws {
    try Data().write(to: URL(fileURLWithPath: root.file("taken")))
    for path in [root.file("taken"), root.file("taken/below")] {
      let error = #expect(throws: DiskError.self) { try SessionStore(root: path).create() }
      #expect(error?.operation == .createFolder)
      #expect(error?.subject.hasSuffix("taken") == true)
    }
  }

  @Test func `accepts a folder below one that is read-only`() throws {
    // mkdir answers EROFS there, although the folder exists.
    let disk = FaultyDisk { number, call in call == .makeFolder && number == 1 ? EROFS : nil }
    let session = try SessionStore(root: root.file("x"), calls: disk.calls).create()
    #expect(root.names == ["x"])
    #expect(session.index.takes.isEmpty)
  }

  private func open(_ id: String?) throws -> (folder: StoredSession, index: SessionIndex)? {
    try store.open(id) { _, _ in }
  }

  private func make(_ id: String, takes: Int) throws {
    let path = "\(store.root)/\(id)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var index = SessionIndex(id: id, created: 1)
    index.takes = (0..<takes).map { Take(file: "take-\($0).mov", frames: 30, samples: nil) }
    try StoredSession(id: id, path: path, calls: .live).write(index)
  }

  private func throwsNoSpace(_ body: () throws -> some Any) -> Bool {
    do {
      _ = try body()
      return false
    } catch {
      return (error as? DiskError)?.isNoSpace == true
    }
  }
}

/// A list that several threads append to.
///
/// Unchecked: it is guarded by its lock.
private final class Box<Element>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  func append(_ element: Element) { lock.withLock { elements.append(element) } }
  var all: [Element] { lock.withLock { elements } }
}
