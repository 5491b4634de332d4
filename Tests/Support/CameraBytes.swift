/// What cameras with an encoder of their own send, made by FFmpeg.
package enum CameraBytes {
  /// JPEG pictures in 4:2:2, as most cameras sample, with the Huffman tables of ITU-T T.81.
  package static func jpegs(_ count: Int, width: Int, height: Int) throws -> [[UInt8]] {
    let stream = try ffmpeg(
      ["-f", "lavfi", "-i", "testsrc=s=\(width)x\(height):r=30", "-frames:v", "\(count)"]
        + ["-pix_fmt", "yuvj422p", "-c:v", "mjpeg", "-huffman", "default", "-q:v", "3"]
        + ["-f", "mjpeg", "-"])
    var (pictures, begin) = ([[UInt8]](), 0)
    // Entropy-coded bytes cannot contain the end mark.
    for index in stream.indices.dropLast() where stream[index] == 0xff && stream[index + 1] == 0xd9
    {
      pictures.append(Array(stream[begin..<index + 2]))
      begin = index + 2
    }
    return pictures
  }

  /// H.264 access units in Annex B form, parameter sets before each key frame, and the planar 4:2:0
  /// picture that FFmpeg decodes from each.
  ///
  /// `tune` is the zero-latency kind that cameras send; `x264` adds settings of that library.
  package static func accessUnits(
    _ count: Int, width: Int, height: Int, interval: Int,
    tune: [String] = ["-tune", "zerolatency"], x264: [String] = []
  ) throws -> (units: [[UInt8]], pictures: [[UInt8]]) {
    let parameters = ["aud=1", "keyint=\(interval)", "scenecut=0"] + x264
    let stream = try ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=\(width)x\(height):r=30", "-frames:v", "\(count)"]
        + ["-pix_fmt", "yuv420p", "-c:v", "libx264"] + tune
        + ["-x264-params", parameters.joined(separator: ":"), "-f", "h264", "-"])
    // Each unit begins with a delimiter (NAL unit type 9).
    let starts = stream.indices.dropLast(5).filter { stream[$0..<$0 + 5] == [0, 0, 0, 1, 9] }
    let decoded = try ffmpeg(
      ["-f", "h264", "-i", "-", "-fps_mode", "passthrough", "-f", "rawvideo", "-"], input: stream)
    let length = width * height * 3 / 2
    return (
      zip(starts, starts.dropFirst() + [stream.count]).map { Array(stream[$0..<$1]) },
      stride(from: 0, to: decoded.count, by: length).map { Array(decoded[$0..<$0 + length]) }
    )
  }

  private static func ffmpeg(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
    let output = try Command.run("ffmpeg", ["-v", "error"] + arguments, input: input)
    guard output.status == 0 else { throw JudgeError(path: "-", said: output.stderr) }
    return output.stdout
  }
}
