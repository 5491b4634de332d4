import Engine
import FoundationEssentials
import Merging
import Recording
import Units

/// What `--json` prints at the end of a recording; the names are part of the contract.
struct RecordReport: Encodable {
  struct TakeReport: Encodable {
    var file: String
    var duration: Double
    var frames: Int64
    var dropped: Int
    var audioFilled: Double
    /// Seconds from the first frame's capture to the press.
    var leadIn: Double
    /// Unix seconds of the first frame's capture; absent for files and in older sessions.
    var began: Double?
  }

  struct VideoReport: Encodable {
    var codec: String
    var width: Int
    var height: Int
    /// The constant rate, or the camera's when `vfr` is true.
    var fps: Double
    /// True where pictures keep the camera's own times.
    var vfr: Bool
    var asked: String
    var got: String
  }

  struct AudioReport: Encodable {
    var codec = "aac"
    var rate = AudioFormat.take.rate
    var channels = AudioFormat.take.channels
    var got: String
  }

  var movie: String?
  var duration = 0.0
  var frames: Int64 = 0
  var takes: [TakeReport] = []
  var video: VideoReport
  var audio: AudioReport?
  var warnings: [String]
  private var rate: FrameRate
  private var names: [String]
  private var framing: Framing

  private enum CodingKeys: String, CodingKey {
    case movie, duration, frames, takes, video, audio, warnings
  }

  init(parts: Recorder.Parts, warnings: [String]) {
    let facts = parts.camera.facts
    video = VideoReport(
      codec: parts.settings.codec.rawValue, width: parts.settings.width,
      height: parts.settings.height,
      fps: parts.settings.pictureRate.perSecond, vfr: parts.settings.isVariable,
      asked: facts.asked, got: facts.got)
    audio = parts.microphone.map { AudioReport(got: $0.facts.got) }
    rate = parts.settings.rate
    names = [facts.title, parts.microphone?.facts.name ?? "no microphone"]
    framing = parts.settings.framing ?? .native
    self.warnings = warnings
  }

  /// A report on takes that were made earlier.
  init(settings: VideoSettings, hasAudio: Bool, got: String = "takes on disk") {
    let size = settings.size.description
    video = VideoReport(
      codec: settings.codec.rawValue, width: settings.width, height: settings.height,
      fps: settings.pictureRate.perSecond, vfr: settings.isVariable, asked: size, got: size)
    audio = hasAudio ? AudioReport(got: got) : nil
    rate = settings.rate
    names = []
    framing = settings.framing ?? .native
    warnings = []
  }

  /// What was asked and got, for people.
  var sources: [String] {
    var lines = ["\(names[0]): asked \(video.asked), got \(video.got)"]
    if framing != .native {
      lines[0] += ", framed as \(framing)"
    }
    lines.append(audio.map { "\(names[1]): \($0.got)" } ?? names[1])
    return lines
  }

  /// Notes the finished movie and the takes in it.
  mutating func saved(_ movie: SavedMovie, _ takes: [Take]) {
    self.movie = movie.path
    duration = movie.length.seconds
    frames = movie.frames
    self.takes = takes.map { take in
      let played = take.played
      let cut = rate.time(ofFrame: played.lowerBound).seconds
      return TakeReport(
        file: take.file, duration: rate.time(ofFrame: Int64(played.count)).seconds,
        frames: take.pictures ?? Int64(played.count), dropped: take.dropped,
        audioFilled: AudioFormat.take.duration(of: take.audioFilled).seconds,
        leadIn: MediaTime(nanoseconds: take.leadIn).seconds, began: take.began.map { $0 + cut })
    }
  }

  /// Notes a merged movie and the files in it.
  mutating func saved(_ movie: SavedMovie, _ plan: MergePlan) {
    self.movie = movie.path
    duration = movie.length.seconds
    frames = movie.frames
    takes = plan.parts.map { part in
      let frames = Int64(part.clip.range.count)
      return TakeReport(
        file: part.clip.path, duration: rate.time(ofFrame: frames).seconds, frames: frames,
        dropped: 0, audioFilled: 0, leadIn: 0)
    }
  }

  /// The object as one line.
  var json: String { JSONText.line(self) }
}

/// Bytes for people.
struct ByteCount {
  let bytes: Int64

  init(_ bytes: Int64) { self.bytes = bytes }

  /// The count in kB, MB or GB with one decimal.
  var text: String {
    let steps: [(Double, String)] = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    guard let (size, unit) = steps.first(where: { Double(bytes) >= $0.0 }) else {
      return "\(bytes) bytes"
    }
    let tenths = Int64((Double(bytes) / size * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit)"
  }
}

extension SavedMovie {
  /// What people are told when the movie stands.
  var sentence: String {
    let size = bytes > 0 ? ", \(ByteCount(bytes).text)" : ""
    return "Saved \(path) (\(length.text)\(size))."
  }
}
