import Codec
import Foundation
import Frames
import Glibc
import Recording
import Support
import Testing
import Units

@Suite struct `a take file` {
  private let folder: TempFolder
  private let path: String

  init() throws {
    folder = try TempFolder()
    path = folder.file("take.mov")
  }

  @Test(arguments: [(30, 1), (30_000, 1001), (24_000, 1001), (25, 1)])
  func `holds every picture at its place on the grid`(frames: Int64, seconds: Int64) throws {
    let rate = try #require(FrameRate(frames, per: seconds))
    let clip = try Clip(frames: 40, rate: rate)
    try clip.writeTake(path)
    let lines = try judgeLines(
      "ffprobe",
      ["-show_entries", "packet=pts,dts,size", "-of", "csv=p=0", path])
    let wanted = clip.packets.map { packet in
      let begin = rate.ticks(ofFrame: packet.frame)
      return "\(begin),\(begin),\(packet.bytes.count)"
    }
    #expect(lines == wanted)
    let stream = try judgeLines(
      "ffprobe",
      ["-show_entries", "stream=codec_name,codec_tag_string,profile,width,height,time_base"]
        + ["-show_entries", "stream=color_range,color_space,color_transfer,color_primaries"]
        + ["-of", "csv=p=0", path])
    #expect(stream == ["h264,High,avc1,96,64,tv,bt709,bt709,bt709,1/90000"])
  }

  @Test func `holds the sound sample by sample`() throws {
    let sound = (0..<2 * 48_000).map { Int16(truncatingIfNeeded: $0 &* 7919) }
    try Clip(frames: 30).writeTake(path, sound: sound)
    #expect(try decodedSound(path) == sound)
  }

  @Test func `is readable while it is being written, all but a quarter of a second`() throws {
    let clip = try Clip(frames: 100)
    let take = try TakeFile(
      path: path, settings: clip.settings, configuration: clip.configuration, hasAudio: true)
    for packet in clip.packets {
      try take.writeVideo(packet)
      try take.writeAudio([Int16](repeating: 5, count: 2 * 1600))
      guard packet.frame % 13 == 12 else { continue }
      // A copy is what a kill would leave behind: whatever the kernel has by now.
      let copy = folder.file("copy-\(packet.frame).mov")
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      let found = try TakeFileReader.contents(path: copy, rate: .thirty)
      let written = packet.frame + 1
      #expect(found.frames >= written - 7 && found.frames <= written)
      let samples = try #require(found.samples)
      #expect(samples >= 1600 * (written - 7) && samples <= 1600 * written)
      let judged = try decodedPictures(copy).count / (96 * 64 * 3 / 2)
      #expect(Int64(judged) == found.frames)
    }
    try take.close()
    let all = TakeContents(frames: 100, samples: 160_000, keys: [0, 30, 60, 90])
    #expect(try TakeFileReader.contents(path: path, rate: .thirty) == all)
  }

  @Test func `flushes one track when the other stalls`() throws {
    let clip = try Clip(frames: 60)
    let take = try TakeFile(
      path: path, settings: clip.settings, configuration: clip.configuration, hasAudio: true)
    for packet in clip.packets { try take.writeVideo(packet) }
    let found = try TakeFileReader.contents(path: path, rate: .thirty)
    #expect(found.frames >= 53 && found.samples == 0)
    try take.close()
  }

  @Test func `can be synced at any time`() throws {
    let clip = try Clip(frames: 10)
    let take = try TakeFile(
      path: path, settings: clip.settings, configuration: clip.configuration, hasAudio: false)
    try take.sync()
    for packet in clip.packets {
      try take.writeVideo(packet)
      try take.sync()
    }
    try take.close()
    let all = TakeContents(frames: 10, samples: nil, keys: [0])
    #expect(try TakeFileReader.contents(path: path, rate: .thirty) == all)
  }

  @Test func `never overwrites a file`() throws {
    let clip = try Clip(frames: 1)
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: CodecError(.create, .exists, path)) { try clip.writeTake(path) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test func `says that its folder is missing`() throws {
    let path = folder.file("no/take.mov")
    let error = #expect(throws: CodecError.self) { try Clip(frames: 1).writeTake(path) }
    #expect(error == CodecError(.create, .missing, path))
  }

  @Test func `takes any name as it is`() throws {
    for name in ["12:30 take.mov", "http:x.mov", "%03d.mov", "ü é.mov"] {
      let path = folder.file(name)
      try Clip(frames: 2).writeTake(path)
      let found = try TakeFileReader.contents(path: path, rate: .thirty)
      #expect(found == TakeContents(frames: 2, samples: nil, keys: [0]))
    }
  }

  @Test func `leaves nothing behind when it cannot begin`() throws {
    let settings = VideoSettings(size: PixelSize(width: 0, height: 0), rate: .thirty, quality: 23)
    #expect(throws: CodecError.self) {
      try TakeFile(path: path, settings: settings, configuration: [], hasAudio: false)
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `reports a full disk with the write that met it and keeps what was before`() throws {
    let clip = try Clip(frames: 60)
    let take = try TakeFile(
      path: path, settings: clip.settings, configuration: clip.configuration, hasAudio: false)
    for packet in clip.packets.prefix(30) { try take.writeVideo(packet) }
    let safe = try TakeFileReader.contents(path: path, rate: .thirty).frames
    #expect(safe >= 23)
    fillDisk(under: path)
    var failedAt: Int64?
    for packet in clip.packets.dropFirst(30) {
      do { try take.writeVideo(packet) } catch {
        let error = try #require(error as? CodecError)
        #expect(error == CodecError(.write, .noSpace, path) && error.code.isNoSpace)
        failedAt = packet.frame
        break
      }
    }
    #expect(try #require(failedAt) < 37, "the first fragment that does not fit is reported")
    let error = #expect(throws: CodecError.self) { try take.close() }
    #expect(error?.code == .noSpace)
    #expect(try TakeFileReader.contents(path: path, rate: .thirty).frames >= safe)
  }
}

/// Puts /dev/full, which fails every write with ENOSPC, under each open descriptor of `path`.
func fillDisk(under path: String) {
  let full = open("/dev/full", O_WRONLY)
  for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
    if target == path, let descriptor = Int32(name) { dup2(full, descriptor) }
  }
  close(full)
}
