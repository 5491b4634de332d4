import Codec
import Foundation
import Merging
import Support
import Testing
import Units

@Suite struct `a file that is looked through` {
  private let folder: TempFolder

  init() throws { folder = try TempFolder() }

  private func take(_ rate: FrameRate, sound: Bool = true) throws -> String {
    let path = folder.file("take.mov")
    let clip = try Clip(frames: 40, rate: rate)
    try clip.writeTake(
      path, sound: sound ? clicks(at: [4800], count: Int(rate.samples(ofFrame: 40))) : nil)
    return path
  }

  @Test(
    arguments: [(24, 1), (24_000, 1001), (25, 1), (30_000, 1001), (30, 1), (50, 1), (60, 1)],
    [true, false])
  func `is described by its header when it is a take`(rate: (Int, Int), sound: Bool) throws {
    let rate = try #require(FrameRate(Int64(rate.0), per: Int64(rate.1)))
    let path = try take(rate, sound: sound)
    let quick = try #require(try MediaScan.quickFacts(path: path))
    #expect(try quick == MediaScan.thoroughFacts(path: path))
    #expect(quick.rate == rate && quick.keys.first == 0 && quick.hasAudio == sound)
  }

  /// Files that take something a header does not say, as arguments of ffmpeg.
  static let others: [(name: String, options: String)] = [
    ("b.mp4", "-bf 2 -c:a aac"), ("full.mov", "-pix_fmt yuvj420p -color_range pc"),
    ("untagged.mov", "-pix_fmt yuv420p"), ("wide.mov", "-vf setsar=4/3"),
    ("fields.mov", "-flags +ilme+ildct -x264-params tff=1"), ("chroma.mov", "-pix_fmt yuv422p"),
    ("plain.mkv", ""), ("reordered.mov", "-bf 2"), ("deep.mov", "-pix_fmt yuv420p10le"),
    ("uneven.mov", "-vf select='not(eq(n,7))' -fps_mode vfr"), ("late.mov", "-output_ts_offset 1"),
    ("turned.mov", "-metadata:s:v rotate=90"), ("voice.mp4", "-c:a aac"),
    ("odd.mov", "-vf scale=98:66"), ("jpeg.mov", "-c:v mjpeg -pix_fmt yuvj420p"),
  ]

  @Test(arguments: others)
  func `has the same facts whichever way it is looked at`(name: String, options: String) throws {
    let path = folder.file(name)
    let video = options.contains("-c:v") ? "" : "-c:v libx264 -bf 0 -g 10 "
    let audio = options.contains("-c:a") ? "" : "-c:a pcm_s16le "
    _ = try judge(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30,format=yuv420p", "-f", "lavfi", "-i",
        "sine=r=48000", "-t", "1",
      ] + "\(video)\(audio)\(options)".split(separator: " ").map(String.init) + [path])
    let thorough = try MediaScan.thoroughFacts(path: path)
    #expect(try MediaScan.facts(path: path) == thorough)
    if let quick = try MediaScan.quickFacts(path: path) { #expect(quick == thorough) }
  }

  @Test func `is looked into where its header is damaged`() throws {
    let path = try take(.thirty)
    let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let thorough = try MediaScan.thoroughFacts(path: path)
    let box = try #require(
      whole.indices.first { whole[$0...].starts(with: Array("avcC".utf8)) })
    let length = Int(whole[box - 1])
    for place in box + 4..<box + length - 4 {
      for bit in 0..<8 {
        var damaged = whole
        damaged[place] ^= 1 << UInt8(bit)
        try Data(damaged).write(to: URL(fileURLWithPath: path))
        guard let quick = try? MediaScan.quickFacts(path: path) else { continue }
        // What it believes is at least what the container says.
        #expect(quick.size == thorough.size && quick.colour == thorough.colour)
      }
    }
  }
}
