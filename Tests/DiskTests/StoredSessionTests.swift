import Foundation
import Recording
import Support
import Testing
import Units

@testable import Disk

@Suite struct `a session's index` {
  private let root: TempFolder

  init() throws { root = try TempFolder() }

  @Test func `comes back as it was written`() throws {
    let (folder, first) = try SessionStore(root: root.path).create()
    var index = first
    index.settings = VideoSettings(
      size: PixelSize(width: 1280, height: 720), rate: .thirty, quality: 22)
    index.takes = [
      Take(file: "take-1.mov", frames: 30, samples: 48_000, dropped: 1, audioFilled: 7, leadIn: 9),
      Take(file: "take-2.mov", frames: 3, samples: nil, state: .bad),
    ]
    try folder.write(index)
    #expect(try folder.index() == index)
    #expect(try SessionStore(root: root.path).list().map(\.index) == [index])
  }

  @Test func `remembers that its takes are JPEG pictures of an odd size`() throws {
    let (folder, first) = try SessionStore(root: root.path).create()
    var index = first
    index.settings = VideoSettings(
      size: PixelSize(width: 641, height: 481), rate: .thirty, quality: 22, codec: .mjpeg)
    try folder.write(index)
    #expect(try folder.index() == index)
    #expect(index.settings?.size == PixelSize(width: 641, height: 481))
  }

  @Test func `remembers that its takes keep the camera's own times`() throws {
    let (folder, first) = try SessionStore(root: root.path).create()
    var index = first
    let rate = try #require(FrameRate(30_000, per: 1001))
    index.settings = VideoSettings(
      size: PixelSize(width: 640, height: 480), rate: rate, quality: 22, isVariable: true)
    var take = Take(file: "take-1.mov", frames: 1234, samples: nil)
    take.pictures = 37
    take.began = 1_767_225_600.123456
    index.takes = [take]
    try folder.write(index)
    let found = try folder.index()
    #expect(found == index && found.settings?.isVariable == true)
    #expect(found.settings?.rate == .milliseconds && found.settings?.pictureRate == rate)
    #expect(found.takes[0].pictureCount == 37)
  }

  @Test func `is of H.264 when it was written before there was a choice`() throws {
    let (folder, first) = try SessionStore(root: root.path).create()
    let settings = #"{"width":640,"height":480,"rateFrames":30,"rateSeconds":1,"quality":22}"#
    let text =
      #"{"version":1,"id":"\#(first.id)","created":1,"settings":\#(settings),"takes":[]}"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/session.json"))
    let wanted = VideoSettings(
      size: PixelSize(width: 640, height: 480), rate: .thirty, quality: 22)
    #expect(try folder.index().settings == wanted)
  }

  @Test(arguments: [EIO, ENOSPC])
  func `is the old or the new one whatever call fails`(code: Int32) throws {
    var failures = 0
    for number in 1...20 {
      let (path, old) = try session("s\(number)")
      var new = old
      new.takes = [Take(file: "take-1.mov", frames: 9, samples: nil)]
      let disk = FaultyDisk(failing: number, code: code)
      // The first two calls open and lock the folder.
      guard let folder = try? StoredSession(id: old.id, path: path, calls: disk.calls) else {
        continue
      }
      let result = Result { try folder.write(new) }
      let after = try #require(
        StoredSession.peek(old.id, path), "no index after call \(number) failed")
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["session.json"])
      switch result {
      case .success:
        #expect(after == new)
      case .failure(let error):
        failures += 1
        #expect(after == old || after == new)
        let error = try #require(error as? DiskError)
        #expect(error.code == code)
        #expect(error.isNoSpace == (code == ENOSPC))
      }
    }
    // Opening, writing and syncing the new file, its rename, opening and syncing the folder.
    #expect(failures == 6)
  }

  @Test func `is written whole although the disk takes it in pieces`() throws {
    let (path, old) = try session("s")
    var calls = DiskCalls.live
    calls.write = { descriptor, bytes in
      DiskCalls.live.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(7)))
    }
    var new = old
    new.takes = [Take(file: "take-1.mov", frames: 9, samples: nil)]
    try StoredSession(id: "s", path: path, calls: calls).write(new)
    #expect(StoredSession.peek("s", path) == new)
  }

  @Test func `is not disturbed by what a killed writer left`() throws {
    let (path, old) = try session("s")
    try "half an ind".write(
      toFile: "\(path)/.session.json.new", atomically: false, encoding: .utf8)
    let folder = try StoredSession(id: "s", path: path, calls: .live)
    #expect(try folder.index() == old)
    try folder.write(old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["session.json"])
  }

  @Test(arguments: ["", "{", "[]", #"{"version":1,"id":7}"#])
  func `is empty when it is damaged: the takes' files tell the rest`(text: String) throws {
    let (path, _) = try session("s")
    try text.write(toFile: "\(path)/session.json", atomically: false, encoding: .utf8)
    let index = try StoredSession(id: "s", path: path, calls: .live).index()
    #expect(index.id == "s" && index.takes.isEmpty && index.created > 1_700_000_000)
    #expect(try SessionStore(root: root.path).list().map(\.index) == [index])
  }

  @Test func `is read, empty or refused whichever bits are turned over`() throws {
    let (path, _) = try session("s")
    var index = SessionIndex(id: "s", created: 1)
    index.settings = VideoSettings(
      size: PixelSize(width: 640, height: 360), rate: .thirty, quality: 22
    ).framed(.native)
    index.takes = (1...3).map { Take(file: "take-\($0).mov", frames: 90, samples: 144_000) }
    try StoredSession(id: "s", path: path, calls: .live).write(index)
    let file = URL(fileURLWithPath: "\(path)/session.json")
    let whole = try Data(contentsOf: file)
    for seed in Torture.seeds(usual: 2000) {
      try Torture.flipped(whole, seed: seed).write(to: file)
      guard var found = StoredSession.peek("s", path) else { continue }
      // Files that lie there are not the index's word alone.
      _ = found.mend(
        by: index.takes.map { take in
          FoundTake(
            file: take.file, label: nil, contents: TakeContents(frames: 90, samples: 144_000))
        })
      #expect(
        found.takes.allSatisfy { $0.state == .bad || (0...90).contains($0.frames) }, "\(seed)")
    }
  }

  @Test func `is refused when it is newer, whatever else it says`() throws {
    let text = #"{"version":2,"things":[]}"#
    let (path, _) = try session("s")
    try text.write(toFile: "\(path)/session.json", atomically: false, encoding: .utf8)
    let folder = try StoredSession(id: "s", path: path, calls: .live)
    let error = #expect(throws: DiskError.self) { try folder.index() }
    #expect(error?.operation == .decode)
    let listed = try SessionStore(root: root.path).list()
    #expect(listed.count == 1)
    #expect(listed.first?.index == nil)
  }

  /// A session of a fixed name with an empty index, closed again.
  private func session(_ id: String) throws -> (path: String, SessionIndex) {
    let path = root.file(id)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let index = SessionIndex(id: id, created: 1)
    try StoredSession(id: id, path: path, calls: .live).write(index)
    return (path, index)
  }
}

@Suite struct `a session's folder` {
  private let root: TempFolder
  private let folder: StoredSession

  init() throws {
    root = try TempFolder()
    folder = try SessionStore(root: root.path).create().folder
  }

  @Test func `loses one take at a time`() throws {
    try make("take-a.mov", "take-b.mov")
    try folder.removeTake(file: "take-a.mov")
    #expect(try folder.takeFiles() == ["take-b.mov"])
    // One that is gone already is no failure.
    try folder.removeTake(file: "take-a.mov")
  }

  @Test func `knows its takes by their names`() throws {
    try make("take-b.mov", "take-a.mov", "take-c.txt", "notes.mov")
    #expect(try folder.takeFiles() == ["take-a.mov", "take-b.mov"])
    #expect(folder.path(ofTake: "take-a.mov") == "\(folder.path)/take-a.mov")
  }

  @Test func `is removed with everything in it`() throws {
    try make("take-a.mov", ".session.json.new")
    try folder.remove()
    #expect(root.names == [])
  }

  @Test(arguments: [false, true])
  func `may be swept by another rushes while it is removed`(isEmptied: Bool) throws {
    let store = SessionStore(root: root.path)
    var calls = DiskCalls.live
    let sweep: @Sendable () -> Void = { _ = try? store.create() }
    if isEmptied {
      calls.removeFolder = { path in
        sweep()
        return DiskCalls.live.removeFolder(path)
      }
    } else {
      calls.rename = { from, to in
        defer { sweep() }
        return DiskCalls.live.rename(from, to)
      }
    }
    let folder = try StoredSession(id: "x", path: store.create().folder.path, calls: calls)
    try folder.remove()
    #expect(try store.list().count == 2 && root.names.allSatisfy { !$0.hasSuffix(".removed") })
  }

  @Test func `counts its bytes and the disk's`() throws {
    let before = folder.usedBytes()
    try Data(count: 12_345).write(to: URL(fileURLWithPath: folder.path(ofTake: "take-a.mov")))
    #expect(folder.usedBytes() == before + 12_345)
    #expect(try #require(folder.freeBytes()) > 0)
  }

  @Test func `says why it cannot be removed`() throws {
    let disk = FaultyDisk(failing: .unlink, code: EROFS)
    let folder = try StoredSession(
      id: "x", path: SessionStore(root: root.path).create().folder.path, calls: disk.calls)
    let error = #expect(throws: DiskError.self) { try folder.remove() }
    #expect(error?.operation == .remove)
    #expect(error?.code == EROFS)
  }

  private func make(_ names: String...) throws {
    for name in names {
      try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
  }
}
