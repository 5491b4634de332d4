package import Frames
package import Units

/// What a camera, a file or the test picture tells while it runs.
package enum VideoSourceEvent: Sendable {
  /// A whole frame; stamps rise strictly.
  case frame(VideoFrame)
  /// A broken frame was left out; the text says what was wrong with it.
  case skipped(String)
  /// All there was to deliver has been delivered, as a file that is played does at its end; a full
  /// sentence. Nothing is wrong.
  case ended(String)
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
  /// How the frames are laid out; nil for a source that may change it.
  package var format: PixelFormat?
  /// True when its frames bring along the H.264 that the camera made of them.
  package var keepsCoding = false
  /// What it can be switched between, by name: HDMI, S-Video and so on of a capture card, one entry
  /// for most cameras, none for what is no device.
  package var inputs: [String]
  /// Which of them is in force.
  package var input: Int

  /// Puts the facts of an opened source together.
  package init(
    name: String, asked: String, got: String, size: PixelSize, rate: FrameRate,
    format: PixelFormat? = nil, inputs: [String] = [], input: Int = 0
  ) {
    self.name = name
    self.asked = asked
    self.got = got
    self.size = size
    self.rate = rate
    self.format = format
    self.inputs = inputs
    self.input = input
  }

  /// The name for people, with the input where there is a choice: "HDMI 1 of Grabber".
  package var title: String {
    guard inputs.count > 1, inputs.indices.contains(input) else { return name }
    return "\(inputs[input]) of \(name)"
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
  /// Gives out what is held back, soon at the latest, and goes on with a key frame.
  func flush() throws -> [EncodedPacket]
  /// The decoder configuration that its packets need: an `avcC` record, empty for JPEG.
  var configuration: [UInt8] { get }
  /// Frames that could not be decoded so far.
  var damagedFrames: Int { get }
  /// What its pictures mean when they are the camera's own H.264; nil when they are not.
  var colour: ColourCode? { get }
  /// Why it codes what it was to store as it came, as a full sentence; nil while it need not.
  var note: String? { get }
}

extension VideoEncoder {
  /// An encoder that holds nothing back has nothing to give.
  package func flush() throws -> [EncodedPacket] { [] }
  /// Coded by rushes.
  package var colour: ColourCode? { nil }
  /// Nothing to tell.
  package var note: String? { nil }
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
  /// Frames that its whole pictures fill.
  package var frames: Int64
  /// Whole pictures.
  package var pictures: Int64
  /// Sample frames of audio; nil without an audio track.
  package var samples: Int64?
  /// The frames at which decoding can begin.
  package var keys: [Int64]

  /// Says what was found; without `pictures` there is one in each frame.
  package init(frames: Int64, pictures: Int64? = nil, samples: Int64?, keys: [Int64] = []) {
    self.frames = frames
    self.keys = keys
    self.pictures = pictures ?? frames
    self.samples = samples
  }
}
