/// Judges a finished movie by what a viewer sees and hears: every frame and sample is decoded by
/// the `ffmpeg` command and the test picture's counter, flash and tone are read from them.
package struct MovieJudge: Sendable {
  /// The file.
  package let path: String
  /// Streams, chapters and times as ffprobe tells them.
  package let facts: MovieFacts
  /// The frame counter of each decoded frame; nil where it cannot be read.
  package let counters: [Int?]
  /// Indexes of the frames with a white square.
  package let flashes: [Int]
  /// The sound as 48 kHz mono, by count of samples, edit lists applied.
  package let samples: [Int16]
  /// Index of the first sample of each burst.
  package let toneOnsets: [Int]
  /// What ffmpeg complained about while decoding; empty for a sound file.
  package let errors: String

  /// Decodes the whole movie at `path`; `view` says how the test picture lies in it.
  package init(path: String, view: CardView = CardView()) throws {
    self.path = path
    facts = try MovieFacts(path: path)
    let sight = try Self.watch(path, facts, view)
    let sound = try Self.listen(path, facts)
    counters = sight.counters
    flashes = sight.flashes
    samples = sound.samples
    toneOnsets = ToneEar.onsets(in: sound.samples)
    errors = sight.errors + sound.errors
  }

  /// Decoded frames.
  package var frameCount: Int { counters.count }

  /// Seconds of sound, by decoded samples.
  package var soundLength: Double { Double(samples.count) / 48_000 }

  private static func watch(
    _ path: String, _ facts: MovieFacts, _ view: CardView
  ) throws -> (counters: [Int?], flashes: [Int], errors: String) {
    guard let video = facts.video, video.width > 0, video.height > 0 else { return ([], [], "") }
    let reader = CardReader(width: video.width, height: video.height, view: view)
    var counters: [Int?] = []
    var flashes: [Int] = []
    var frame = FrameAssembler(byteCount: video.width * video.height) { bytes in
      if reader.isFlashing(in: bytes) { flashes.append(counters.count) }
      counters.append(reader.counter(in: bytes))
    }
    // Passthrough: else frames would be repeated or dropped to reach a constant rate.
    let output = try Command.stream(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough"]
        // The file's own: else close pictures would seem to come at once.
        + ["-enc_time_base", "-1"]
        + ["-f", "rawvideo", "-pix_fmt", "gray", "-"], timeout: 300
    ) { frame.append($0) }
    return (counters, flashes, complaint(output, left: frame.leftover))
  }

  private static func listen(
    _ path: String, _ facts: MovieFacts
  ) throws -> (samples: [Int16], errors: String) {
    guard facts.audio != nil else { return ([], "") }
    let output = try Command.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:a:0", "-f", "s16le"]
        + ["-ac", "1", "-ar", "48000", "-"], timeout: 300)
    // s16le is this machine's own order on every platform that rushes runs on.
    let samples = [Int16](unsafeUninitializedCapacity: output.stdout.count / 2) { samples, used in
      used = samples.count
      output.stdout.withUnsafeBytes { bytes in
        copy(
          UnsafeRawBufferPointer(rebasing: bytes[..<(used * 2)]),
          to: UnsafeMutableRawBufferPointer(samples), at: 0)
      }
    }
    return (samples, complaint(output, left: output.stdout.count % 2))
  }

  private static func complaint(_ output: Command.Output, left: Int) -> String {
    var text = output.stderr
    if output.status != 0 { text += "ffmpeg ended with \(output.status)\n" }
    if left != 0 { text += "\(left) bytes too many were decoded\n" }
    return text
  }
}
