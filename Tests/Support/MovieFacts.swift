import Foundation

/// What ffprobe says about a media file, without decoding it.
package struct MovieFacts: Sendable {
  /// One stream; numbers that do not apply to its kind are 0.
  package struct Stream: Sendable {
    /// FFmpeg's name of the codec, such as h264 or aac.
    package var codec: String
    /// Shown width: of the coded picture, turned as the display matrix says.
    package var width: Int
    /// Shown height, likewise.
    package var height: Int
    /// Degrees counterclockwise as the display matrix has it (ffprobe's `rotation`).
    package var rotation: Int
    /// Frames a second as ffprobe's `r_frame_rate`.
    package var rate: Double
    /// Colour matrix, primaries, transfer and range, such as "bt709 bt709 bt709 tv".
    package var colour: String
    /// Samples a second as coded.
    package var sampleRate: Int
    /// Channels as coded.
    package var channels: Int
    /// When the stream begins, in seconds.
    package var start: Double
    /// How long it lasts in seconds, after edit lists; nil when the file does not say.
    package var duration: Double?
  }

  /// A named stretch of the movie.
  package struct Chapter: Sendable, Hashable {
    /// Where it begins, in seconds.
    package var start: Double
    /// Where it ends, in seconds.
    package var end: Double
    /// Its `title` tag, empty without one.
    package var title: String

    /// Names a stretch, to compare with.
    package init(start: Double, end: Double, title: String) {
      self.start = start
      self.end = end
      self.title = title
    }
  }

  /// FFmpeg's name of the container.
  package private(set) var container = ""
  /// The first video stream, which of a still is the picture itself.
  package private(set) var video: Stream?
  /// The first audio stream.
  package private(set) var audio: Stream?
  /// Chapters in order.
  package private(set) var chapters: [Chapter] = []
  /// Presentation time of each shown frame in seconds, in order of showing.
  package private(set) var frameTimes: [Double] = []
  /// Types of the file's top-level boxes in order; empty when it does not consist of boxes.
  package private(set) var boxes: [String] = []

  /// Asks ffprobe about the file at `path`; an unreadable file is an error.
  package init(path: String) throws {
    boxes = Self.boxes(of: path)
    let output = try Command.run(
      "ffprobe",
      ["-v", "error", "-show_streams", "-show_chapters", "-show_format", "-of", "json", path])
    guard output.status == 0 else { throw JudgeError(path: path, said: output.stderr) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let probe = try decoder.decode(Probe.self, from: Data(output.stdout))
    container = probe.format.formatName
    video = probe.streams.first { $0.codecType == "video" }.map(\.stream)
    audio = probe.streams.first { $0.codecType == "audio" }.map(\.stream)
    chapters = (probe.chapters ?? []).map {
      Chapter(start: $0.startTime.number, end: $0.endTime.number, title: $0.tags?.title ?? "")
    }
    if video != nil { frameTimes = try Self.frameTimes(of: path) }
  }

  /// True when the index lies before the media (`moov` before `mdat`), so that playing can begin
  /// while the file is still loading.
  package var isIndexFirst: Bool {
    guard let moov = boxes.firstIndex(of: "moov"), let mdat = boxes.firstIndex(of: "mdat") else {
      return false
    }
    return moov < mdat
  }

  private static func frameTimes(of path: String) throws -> [Double] {
    // Packets and not frames: the same times without a second decoding. Those that an edit list
    // hides carry the flag D.
    let output = try Command.run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,flags", "-of",
        "csv=p=0", path,
      ])
    return output.text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ",")
      guard let flags = fields.last, !flags.contains("D") else { return nil }
      return Double(fields[0])
    }.sorted()
  }

  /// Walks the boxes of ISO/IEC 14496-12: a 32-bit size, a type, and a 64-bit size where the first
  /// one is 1.
  private static func boxes(of path: String) -> [String] {
    guard let file = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? file.close() }
    var types: [String] = []
    var offset: UInt64 = 0
    while let head = try? file.read(upToCount: 16), head.count >= 8 {
      func number(_ range: Range<Int>) -> UInt64 {
        head[range].reduce(0) { $0 << 8 | UInt64($1) }
      }
      let type = String(decoding: head[4..<8], as: UTF8.self)
      guard type.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { break }
      types.append(type)
      let short = number(0..<4)
      let size = short == 1 && head.count == 16 ? number(8..<16) : short
      // Size 0 means "to the end of the file".
      guard size >= 8 else { break }
      offset += size
      try? file.seek(toOffset: offset)
    }
    // Other containers may begin with bytes that look like one box.
    return types.contains("ftyp") || types.contains("moov") ? types : []
  }
}

/// Why a file could not be judged at all, in FFmpeg's words.
package struct JudgeError: Error, CustomStringConvertible {
  /// The file that was to be judged.
  package var path: String
  /// What ffmpeg or ffprobe wrote about it.
  package var said: String

  /// Keeps the words of `path`'s failure.
  package init(path: String, said: String) {
    self.path = path
    self.said = said
  }

  package var description: String { "\(path) is no readable movie: \(said)" }
}

/// ffprobe's JSON, as far as it is used; it writes most numbers as texts.
private struct Probe: Decodable {
  struct Format: Decodable { var formatName: String }
  struct Tags: Decodable {
    var title: String?
    var duration: String?

    enum CodingKeys: String, CodingKey {
      case title
      // Matroska keeps the end of a stream here, counted from the movie's zero.
      case duration = "DURATION"
    }
  }
  struct SideData: Decodable { var rotation: Int? }
  struct Chapter: Decodable {
    var startTime: String
    var endTime: String
    var tags: Tags?
  }
  struct Stream: Decodable {
    var codecType: String?
    var codecName: String?
    var width: Int?
    var height: Int?
    var rFrameRate: String?
    var colorSpace: String?
    var colorPrimaries: String?
    var colorTransfer: String?
    var colorRange: String?
    var sampleRate: String?
    var channels: Int?
    var startTime: String?
    var duration: String?
    var tags: Tags?
    var sideDataList: [SideData]?
  }
  var streams: [Stream]
  var chapters: [Chapter]?
  var format: Format
}

extension Probe.Stream {
  var stream: MovieFacts.Stream {
    let rotation = sideDataList?.compactMap(\.rotation).first ?? 0
    let begin = startTime?.number ?? 0
    let isUpright = rotation % 180 == 0
    return MovieFacts.Stream(
      codec: codecName ?? "", width: (isUpright ? width : height) ?? 0,
      height: (isUpright ? height : width) ?? 0, rotation: rotation,
      rate: rFrameRate?.number ?? 0,
      colour: [colorSpace, colorPrimaries, colorTransfer, colorRange]
        .map { $0 ?? "unknown" }.joined(separator: " "),
      sampleRate: Int(sampleRate ?? "") ?? 0, channels: channels ?? 0,
      start: begin,
      duration: duration?.number ?? tags?.duration.map { $0.number - begin })
  }
}

extension String {
  /// The number of `1.5`, `30000/1001` or `00:00:01.500`; 0 for anything else.
  fileprivate var number: Double {
    let ratio = split(separator: "/").compactMap { Double($0) }
    if ratio.count == 2 && ratio[1] != 0 { return ratio[0] / ratio[1] }
    return split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? 0) }
  }
}
