package import Frames
package import Units

/// What a camera, a file or the test picture tells while it runs.
package enum VideoSourceEvent: Sendable {
  /// A whole frame; stamps rise strictly.
  case frame(VideoFrame)
  /// A broken frame was left out; the text says what was wrong with it.
  case skipped(String)
  /// The source has ended by itself and will deliver nothing more; a full sentence.
  case lost(String)
}

/// What the user asked of a source and what it gave.
package struct VideoFacts: Sendable, Hashable {
  /// The name for people, such as "Integrated Camera" or "test picture".
  package var name: String
  /// What was asked for, such as "1280x720 at 30".
  package var asked: String
  /// What the device gives, read back from it, such as "MJPG 1280x720 at 30".
  package var got: String
  /// Size of each frame.
  package var size: PixelSize
  /// Frames a second the device says it gives.
  package var rate: FrameRate

  /// Puts the facts of an opened source together.
  package init(name: String, asked: String, got: String, size: PixelSize, rate: FrameRate) {
    self.name = name
    self.asked = asked
    self.got = got
    self.size = size
    self.rate = rate
  }
}

/// Something that delivers pictures on a lane of its own.
package protocol VideoSource: AnyObject, Sendable {
  /// What was asked and got.
  var facts: VideoFacts { get }
  /// Begins to deliver; `deliver` is called on the source's lane and must return at once.
  func start(_ deliver: @escaping @Sendable (VideoSourceEvent) -> Void)
  /// Ends delivery and lets the device go; when it returns, nothing more is delivered.
  func stop()
}

/// What a microphone, a file or the test tone tells while it runs.
package enum AudioSourceEvent: Sendable {
  /// A run of samples; runs follow each other unless one says it follows a hole.
  case chunk(AudioChunk)
  /// The source has ended by itself and will deliver nothing more; a full sentence.
  case lost(String)
}

/// What a microphone gives.
package struct AudioFacts: Sendable, Hashable {
  /// The name for people.
  package var name: String
  /// What the device gives, such as "48000 Hz, 2 channels, S16_LE".
  package var got: String
  /// The format of every chunk.
  package var format: AudioFormat

  /// Puts the facts of an opened source together.
  package init(name: String, got: String, format: AudioFormat) {
    self.name = name
    self.got = got
    self.format = format
  }
}

/// Something that delivers sound on a lane of its own.
package protocol AudioSource: AnyObject, Sendable {
  /// What the device gives.
  var facts: AudioFacts { get }
  /// Begins to deliver; `deliver` is called on the source's lane and must return at once.
  func start(_ deliver: @escaping @Sendable (AudioSourceEvent) -> Void)
  /// Ends delivery and lets the device go; when it returns, nothing more is delivered.
  func stop()
}

/// How the pictures of a session are coded; equal settings make takes that can be joined by
/// copying.
package struct VideoSettings: Sendable, Hashable, Codable {
  /// Coded size, both sides even.
  package var width: Int
  /// Coded size, both sides even.
  package var height: Int
  /// The grid's frames in `rateSeconds` seconds.
  package var rateFrames: Int64
  /// See `rateFrames`.
  package var rateSeconds: Int64
  /// x264's constant rate factor, 0 (lossless) to 51 (worst).
  package var quality: Int
  /// How the coded pictures are framed; nil in older sessions, whose pictures are the camera's.
  package var framing: Framing?
  /// Size of the camera's pictures, both sides even; see `camera`.
  package var cameraWidth: Int?
  /// See `cameraWidth`.
  package var cameraHeight: Int?

  /// Settings for pictures of `size`, rounded to even, on a grid of `rate`.
  package init(size: PixelSize, rate: FrameRate, quality: Int) {
    width = size.roundedToEven.width
    height = size.roundedToEven.height
    rateFrames = rate.frames
    rateSeconds = rate.seconds
    self.quality = quality
  }

  /// The coded size.
  package var size: PixelSize { PixelSize(width: width, height: height) }

  /// The grid.
  package var rate: FrameRate { FrameRate(rateFrames, per: rateSeconds) ?? .thirty }
}

/// Codes the pictures of one take; it stays on the encoder lane.
package protocol VideoEncoder: AnyObject {
  /// Codes `frame` as frame `index` of the take (scaled to the coded size when it differs) and
  /// returns what became ready, in order. A frame that cannot be decoded (MJPEG) repeats the
  /// previous one and is counted in `damagedFrames`.
  func encode(_ frame: VideoFrame, index: Int64) throws -> [EncodedPacket]
  /// Codes the previous picture again as frame `index`.
  func repeatLast(index: Int64) throws -> [EncodedPacket]
  /// Returns what was still held back; nothing may be encoded afterwards.
  func finish() throws -> [EncodedPacket]
  /// The decoder configuration (an `avcC` record) that its packets need.
  var configuration: [UInt8] { get }
  /// Frames that could not be decoded so far.
  var damagedFrames: Int { get }
}

/// One take's file while it is being written; it stays on the writer lane.
package protocol TakeWriter: AnyObject {
  /// Appends a coded picture.
  func writeVideo(_ packet: EncodedPacket) throws
  /// Appends 48 kHz stereo samples, interleaved.
  func writeAudio(_ samples: [Int16]) throws
  /// Makes everything written so far survive a power cut (fdatasync).
  func sync() throws
  /// Ends the file and syncs it. After an error the file still holds what was written before.
  func close() throws
}

/// Converts a source's samples to 48 kHz stereo, stretching time by a hair against drift; it stays
/// on the recorder lane.
package protocol AudioConverter: AnyObject {
  /// Converts a run of interleaved samples; the result may be shorter or longer by what the
  /// filter holds back.
  func convert(_ samples: [Float]) throws -> [Int16]
  /// Makes the next `distance` output samples come out as `distance + delta`.
  func compensate(delta: Int, over distance: Int) throws
  /// Output samples' worth of input still held by the filter.
  var delay: Double { get }
}

/// What is inside a take file, read from the file alone.
package struct TakeContents: Sendable, Hashable {
  /// Whole pictures.
  package var frames: Int64
  /// Sample frames of audio; nil without an audio track.
  package var samples: Int64?

  /// Says what was found.
  package init(frames: Int64, samples: Int64?) {
    self.frames = frames
    self.samples = samples
  }
}
