import Foundation
import Support
import TestCard
import Units

/// A movie of the test picture and tone, made by the `ffmpeg` command and not by our own codec.
struct Clip {
  var width = 320
  var height = 180
  var rate = FrameRate.thirty
  /// The frames of the movie by their numbers, in order.
  var numbers = Array(Int64(0)..<75)
  /// Samples of the tone that the movie holds; nil for as long as the frames last.
  var sound: Range<Int64>?
  /// How ffmpeg codes it.
  var coding = ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]
  var name = "clip.mp4"

  /// Writes the movie into `folder` and returns its path.
  func write(into folder: TempFolder) throws -> String {
    let frames = DrawnFrames(width, height, rate: rate)
    var pictures = Data()
    for number in numbers { pictures.append(contentsOf: frames.bytes(number)) }
    try pictures.write(to: URL(fileURLWithPath: folder.file("video.yuv")))
    let begin = rate.samples(ofFrame: numbers.first ?? 0)
    let end = begin + rate.samples(ofFrame: Int64(numbers.count))
    let tone = TestTone(rate: rate).samples(in: sound ?? begin..<end)
    try tone.withUnsafeBytes { Data($0) }
      .write(to: URL(fileURLWithPath: folder.file("audio.f32")))
    let output = try Command.run(
      "ffmpeg",
      ["-y", "-nostdin", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p"]
        + ["-s", "\(width)x\(height)", "-r", "\(rate.frames)/\(rate.seconds)"]
        + ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
        + ["-color_range", "tv", "-i", folder.file("video.yuv")]
        + ["-f", "f32le", "-ar", "48000", "-ac", "2", "-i", folder.file("audio.f32")]
        + coding + [folder.file(name)])
    if output.status != 0 { throw JudgeError(path: name, said: output.stderr) }
    return folder.file(name)
  }

  /// Writes the movie and judges it.
  func judged(in folder: TempFolder, view: CardView = CardView()) throws -> MovieJudge {
    try MovieJudge(path: write(into: folder), view: view)
  }
}
