import Codec
import Frames
import Recording
import Support
import Units

/// A short coded clip made for one test.
struct Clip {
  var settings: VideoSettings
  var packets: [EncodedPacket]
  var configuration: [UInt8]

  /// Codes `frames` moving pictures, or what `picture` gives for each; another `seed` gives other
  /// moving ones.
  init(
    frames: Int, size: PixelSize = PixelSize(width: 96, height: 64), rate: FrameRate = .thirty,
    quality: Int = 23, seed: Int = 0, picture: ((PixelSize, Int) -> VideoFrame)? = nil
  ) throws {
    settings = VideoSettings(size: size, rate: rate, quality: quality)
    let encoder = try H264Encoder(settings: settings)
    packets = []
    for index in 0..<frames {
      let frame = picture?(size, index) ?? .moving(size, index: index, seed: seed)
      packets += try encoder.encode(frame, index: Int64(index))
    }
    packets += try encoder.finish()
    configuration = encoder.configuration
  }

  /// Writes it as a take, picture by picture, with `sound` spread evenly over the pictures.
  func writeTake(_ path: String, sound: [Int16]? = nil) throws {
    let take = try TakeFile(
      path: path, settings: settings, configuration: configuration, hasAudio: sound != nil)
    for packet in packets {
      try take.writeVideo(packet)
      guard let sound else { continue }
      let begin = sound.count / 2 * Int(packet.frame) / packets.count * 2
      let end = sound.count / 2 * Int(packet.frame + 1) / packets.count * 2
      try take.writeAudio(Array(sound[begin..<end]))
    }
    try take.close()
  }

  /// Writes it as a movie and says what the movie has to hold.
  @discardableResult
  func writeMovie(
    _ path: String, format: MovieFormat = .mp4, sound: [Int16]? = nil,
    chapters: [MovieSpecification.Chapter] = []
  ) throws -> MovieExpectation {
    let movie = self.movie(sound: sound.map { Int64($0.count / 2) }, chapters: chapters)
    let file = try MovieFile(path: path, format: format, movie: movie)
    for packet in packets { try file.writeVideo(packet) }
    if let sound { try file.write(sound) }
    try file.finish()
    return MovieExpectation(format: format, movie: movie, checksum: file.videoChecksum)
  }

  /// A movie of its pictures, copied in one run.
  func movie(
    sound: Int64? = nil, chapters: [MovieSpecification.Chapter] = []
  ) -> MovieSpecification {
    let frames = Int64(packets.count)
    return MovieSpecification(
      settings: settings, configuration: configuration, frames: frames, samples: sound,
      chapters: chapters, runs: [.init(frames: 0..<frames, isCopied: true)])
  }
}

extension MovieFile {
  /// Codes all of a movie's sound in one go.
  func write(_ sound: [Int16]) throws {
    let encoder = try AACEncoder()
    for block in try encoder.encode(sound) + encoder.finish() { try writeSound(block) }
  }
}

extension VideoFrame {
  /// Makes a frame of bytes laid out without padding.
  static func made(
    _ format: PixelFormat, _ size: PixelSize, _ colour: ColourTags = .take, bytes: [UInt8]
  ) -> VideoFrame {
    let memory = FramePool().fill(capacity: bytes.count) {
      $0.copyBytes(from: bytes)
      return bytes.count
    }
    return VideoFrame(
      format: format, size: size, stride: format.tightStride(width: size.width), colour: colour,
      capturedAt: .zero, memory: memory)
  }

  /// One grey, which says the number of the picture as those of `counted` clips do.
  static func counted(_ size: PixelSize, index: Int) -> VideoFrame {
    let luma = [UInt8](repeating: UInt8(16 + 4 * index), count: size.area)
    return made(.yu12, size, bytes: luma + [UInt8](repeating: 128, count: size.area / 2))
  }

  /// A bright square that moves over a textured ground.
  static func moving(_ size: PixelSize, index: Int, seed: Int) -> VideoFrame {
    let (width, height) = (size.width, size.height)
    var bytes = [UInt8](repeating: 128, count: width * height * 3 / 2)
    for row in 0..<height {
      for column in 0..<width {
        let isInside =
          (column - index * 3 - seed).magnitude < 12 && (row - height / 2).magnitude < 12
        let texture = (column * 7 + row * (13 + seed)) % 32
        bytes[row * width + column] = UInt8(isInside ? 220 : 64 + texture)
      }
    }
    return made(.yu12, size, bytes: bytes)
  }
}

/// Interleaved stereo silence with one click on both sides at each of `positions`.
func clicks(at positions: [Int], count: Int) -> [Int16] {
  var samples = [Int16](repeating: 0, count: count * 2)
  for position in positions {
    samples[2 * position] = 30_000
    samples[2 * position + 1] = 30_000
  }
  return samples
}

/// Runs a judge from the FFmpeg tools and returns its standard output.
func judge(_ tool: String, _ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
  let output = try Command.run(tool, ["-v", "error"] + arguments, input: input)
  guard output.status == 0, output.stderr.isEmpty else { throw Complaint(text: output.stderr) }
  return output.stdout
}

/// What a judge had to say.
struct Complaint: Error {
  var text: String
}

/// The lines a judge wrote, without empty ones.
func judgeLines(_ tool: String, _ arguments: [String]) throws -> [String] {
  String(decoding: try judge(tool, arguments), as: UTF8.self)
    .split(separator: "\n").map(String.init)
}

/// One decoded picture's planes after another, planar 4:2:0, as they lie in the file.
func decodedPictures(_ path: String) throws -> [UInt8] {
  try judge(
    "ffmpeg", ["-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "rawvideo", "-"])
}

/// The sound of a file as interleaved 48 kHz stereo.
func decodedSound(_ path: String) throws -> [Int16] {
  try judge("ffmpeg", ["-i", path, "-map", "0:a", "-f", "s16le", "-"]).withUnsafeBytes {
    Array($0.bindMemory(to: Int16.self))
  }
}
