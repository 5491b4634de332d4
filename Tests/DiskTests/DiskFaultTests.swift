import Foundation
import Recording
import Support
import Testing

@testable import Disk

/// A session's life from its first call to its last: begun, kept up, saved and removed.
private struct Life {
  let root: TempFolder

  init() throws { root = try TempFolder() }

  var store: SessionStore { SessionStore(root: root.file("sessions")) }
  var movies: [String] { root.names.filter { $0.hasSuffix(".mp4") } }

  /// Throws what the disk refused.
  func live(on disk: FaultyDisk) throws {
    let made = try SessionStore(root: root.file("sessions"), calls: disk.calls).create()
    var (folder, index) = (made.folder, made.index)
    try Data("take".utf8).write(to: URL(fileURLWithPath: folder.path(ofTake: "take-1.mov")))
    index.takes = [Take(file: "take-1.mov", frames: 9, samples: nil)]
    try folder.write(index)
    let target = MovieTarget(file: root.file("a.mp4"), overwrites: false, calls: disk.calls)
    let temporary = try target.temporaryPath()
    try Data("movie".utf8).write(to: URL(fileURLWithPath: temporary))
    do {
      _ = try target.publish(temporary)
    } catch {
      target.discard(temporary)
      throw error
    }
    try folder.removeTake(file: "take-1.mov")
    try folder.remove()
  }
}

@Suite struct `a disk of which one call fails` {
  /// Every closure of the floor by its name: a new one fails this test until it can be made to fail.
  @Test func `has no call that is not made to fail`() throws {
    let floor = Mirror(reflecting: DiskCalls.live).children.compactMap(\.label)
    #expect(Set(floor) == Set(FaultyDisk.Call.allCases.map(\.rawValue)))
    let plain = FaultyDisk { _, _ in nil }
    try Life().live(on: plain)
    #expect(Set(plain.log) == Set(FaultyDisk.Call.allCases), "and each of them is made")
  }

  @Test(arguments: [EIO, ENOSPC, EACCES])
  func `loses neither take nor movie, and leaves no half one`(code: Int32) throws {
    let plain = FaultyDisk { _, _ in nil }
    try Life().live(on: plain)
    for number in 1...plain.count {
      let life = try Life()
      let call = plain.log[number - 1]
      do {
        try life.live(on: FaultyDisk(failing: number, code: code))
      } catch {
        let error = try #require(error as? DiskError, "\(call), call \(number)")
        #expect(error.code == code, "\(call), call \(number)")
      }
      for movie in life.movies {
        #expect(try String(contentsOfFile: life.root.file(movie), encoding: .utf8) == "movie")
      }
      // Where no movie stands, the take is there as soon as it was.
      let sessions = try life.store.list()
      #expect(sessions.count <= 1, "\(call), call \(number)")
      let indexed = plain.log[..<(number - 1)].count { $0 == .rename } > 1
      if indexed, life.movies.isEmpty {
        #expect(sessions.first?.index?.takes.count == 1, "\(call), call \(number)")
        #expect(sessions.first?.files == ["take-1.mov"], "\(call), call \(number)")
      }
      let hidden = life.root.names.filter { $0.hasPrefix(".") }
      #expect(hidden.isEmpty || call == .unlink, "\(call), call \(number): \(hidden)")
    }
  }

  @Test func `is not taken for an empty one when it cannot be asked`() throws {
    // Longer than any path may be (ENAMETOOLONG): neither there nor known to be missing.
    let unknown = try TempFolder().path + String(repeating: "/x", count: 4096)
    #expect(throws: DiskError.self) { try SessionStore(root: unknown).list() }
    let target = MovieTarget(file: "\(unknown)/a.mp4", overwrites: false)
    let error = #expect(throws: DiskError.self) { try target.verify() }
    #expect(error?.code == ENAMETOOLONG, "not said to be missing")
  }
}
