import CV4L2
import Camera
import Codec
import Foundation
import Frames
import Recording
import Support
import Testing
import Units

/// No driver at hand gives coded pictures, so these come from the driver's buffers of a fake one
/// and go the whole way to the file.
@Suite struct `a camera that codes its pictures` {
  private static let size = PixelSize(width: 96, height: 64)
  private static let wish = CameraWish(size: size)

  private func camera(_ format: String, _ frames: [FakeFrame]) -> FakeCamera {
    FakeCamera { state in
      state.formats = [format]
      state.sizes = [Self.size]
      state.planeSizes = [100_000]
      state.frames = frames
    }
  }

  @Test func `has its JPEG bytes in the movie, less padding and damage`() async throws {
    let folder = try TempFolder()
    let jpegs = try CameraBytes.jpegs(10, width: 96, height: 64)
    let buffers = jpegs.enumerated().map { number, jpeg in
      // The fourth was cut off on the bus; the others are filled up to a block.
      let bytes = number == 3 ? Array(jpeg.dropLast(99)) : jpeg + picture(0, count: 37)
      return FakeFrame(bytes, at: 1_000_010 + 33 * Int64(number))
    }
    let device = try CameraDevice.open(
      "/dev/video0", wish: Self.wish, calls: camera("MJPG", buffers).calls)
    #expect(device.facts.format == .mjpeg)
    let list = await events(of: device)
    #expect(reasons(in: list) == ["a JPEG without its end"])
    let settings = VideoSettings(size: Self.size, rate: .thirty, quality: 22, codec: .mjpeg)
    let (store, path) = (JPEGStore(settings: settings), folder.file("movie.mov"))
    let movie = try MovieFile(
      path: path, format: .mov,
      movie: MovieSpecification(
        settings: settings, configuration: store.configuration, frames: 9, samples: nil,
        chapters: [], runs: [.init(frames: 0..<9, isCopied: true)]))
    for (index, frame) in frames(in: list).enumerated() {
      for packet in try store.encode(frame, index: Int64(index)) { try movie.writeVideo(packet) }
    }
    try movie.finish()
    let stream = try Command.run(
      "ffmpeg", ["-v", "error", "-i", path, "-c", "copy", "-f", "mjpeg", "-"])
    let wanted = jpegs.enumerated().filter { $0.offset != 3 }.flatMap(\.element)
    #expect(stream.stdout == wanted && stream.stderr.isEmpty)
  }

  @Test func `shows no picture that hangs on a lost one`() async throws {
    let (units, pictures) = try CameraBytes.accessUnits(40, width: 96, height: 64, interval: 20)
    // The driver had no buffer for three of them.
    let buffers = units.indices.filter { !(7...9).contains($0) }.map { number in
      var frame = FakeFrame(units[number], at: 1_000_010 + 33 * Int64(number))
      frame.sequence = UInt32(number)
      return frame
    }
    let device = try CameraDevice.open(
      "/dev/video0", wish: Self.wish, calls: camera("H264", buffers).calls)
    let list = await events(of: try DecodedSource(device, mostWaiting: 1000))
    let shown = frames(in: list)
    #expect(
      shown.map { $0.memory.withBytes { Array($0) } }
        == Array(pictures[..<7]) + Array(pictures[20...]))
    #expect(
      shown.map(\.capturedAt)
        == (Array(0..<7) + Array(20..<40)).map { .milliseconds(1_000_010 + 33 * Int64($0)) })
    // Ten hung on the lost ones, which are told as one event.
    #expect(reasons(in: list).first == "3 lost before it" && reasons(in: list).count == 11)
    #expect(ending(of: list) == "The camera Fake (/dev/video0) has stopped delivering frames.")
  }
}
