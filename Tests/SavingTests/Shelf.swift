import Codec
import Disk
import Engine
import Foundation
import Frames
import Merging
import Recording
import Settings
import Support
import Testing
import Units

@testable import rushes

/// A session of two takes on disk, whose first one can be damaged, and `rushes save` in this process.
struct Shelf {
  /// What came of saving.
  enum Outcome {
    /// The numbers in the movie's pictures, the takes that went into it, and those that are bad.
    case saved(numbers: [Int], takes: [Take], bad: [Take])
    /// A sentence that says why not.
    case refused(String)
  }

  /// Pictures of the first and of the second take, which count on.
  static let (first, second) = (24, 12)

  let root: TempFolder
  let context: Context
  let index: SessionIndex
  /// The file that can be damaged, and what was in it.
  let damaged: URL
  let whole: Data

  init() throws {
    root = try TempFolder()
    var options = Options()
    options.output = root.file("movie.mp4")
    options.overwrites = true
    options.keepsTakes = true
    options.isQuiet = true
    context = Context(
      options: options, session: nil, files: [], request: nil,
      folders: UserFolders(environment: ["HOME": root.path]), environment: [:])
    var (folder, index) = try context.store.create()
    index.settings = VideoSettings(
      size: PixelSize(width: 64, height: 48), rate: .thirty, quality: 20)
    let takes = [0..<Self.first, Self.first..<Self.first + Self.second]
    for (number, numbers) in takes.enumerated() {
      let file = "take-\(number).mov"
      try Self.write(
        numbers, to: folder.path(ofTake: file), try #require(index.settings), at: Double(number))
      index.takes.append(
        Take(file: file, frames: Int64(numbers.count), samples: Int64(numbers.count * 1600)))
    }
    try folder.write(index)
    self.index = index
    damaged = URL(fileURLWithPath: folder.path(ofTake: "take-0.mov"))
    whole = try Data(contentsOf: damaged)
  }

  private static func write(
    _ numbers: Range<Int>, to path: String, _ settings: VideoSettings, at pressed: Double
  ) throws {
    let encoder = try H264Encoder(settings: settings)
    let label = TakeLabel(settings: settings, pressed: pressed)
    let file = try TakeFile(
      path: path, settings: settings, configuration: encoder.configuration, hasAudio: true,
      label: JSONText.text(label))
    func write(_ packets: [EncodedPacket]) throws {
      for packet in packets {
        try file.writeVideo(packet)
        try file.writeAudio([Int16](repeating: 1000, count: 2 * 1600))
      }
    }
    for (index, number) in numbers.enumerated() {
      try write(encoder.encode(.grey(number, settings.size), index: Int64(index)))
    }
    try write(encoder.finish())
    try file.close()
  }

  /// Puts other bytes in the place of the first take's file, with the index as it was.
  ///
  /// An index that is `lost` leaves all to what the files say of themselves.
  func damage(_ bytes: Data, index isThere: Bool) throws {
    try bytes.write(to: damaged)
    let path = damaged.deletingLastPathComponent().appendingPathComponent("session.json")
    if isThere {
      try JSONEncoder().encode(index).write(to: path)
    } else {
      try? FileManager.default.removeItem(at: path)
    }
  }

  /// Has `rushes save` make the session's movie, and reads it.
  func save() throws -> Outcome {
    do { _ = try SaveCommand(context: context).run() } catch {
      return .refused(problem(of: error).sentence)
    }
    let takes = try Recovery(context: context).list().first?.index?.takes ?? []
    return .saved(
      numbers: try Self.numbers(root.file("movie.mp4")),
      takes: takes.filter { $0.state == .ready }, bad: takes.filter { $0.state == .bad })
  }

  /// Merges files as `rushes merge` does, and reads the movie; nil when it would be too long to try.
  func merge(_ paths: [String]) throws -> Outcome? {
    do {
      let sources = try paths.map { path in
        StreamMatch.Source(facts: try MediaScan.facts(path: path), title: path)
      }
      let match = StreamMatch(
        sources, size: nil, rate: nil, quality: 20, container: MovieFormat.mp4.codecs)
      let plan = MergePlan(clips: match.clips, rate: match.settings.rate)
      guard plan.frames < 500, match.settings.size.area < 1 << 20 else { return nil }
      let movie = try merge(plan, match.settings, match.colour, match.reorder)
      return .saved(numbers: try Self.numbers(movie), takes: [], bad: [])
    } catch {
      return .refused(problem(of: error).sentence)
    }
  }

  private func merge(
    _ plan: MergePlan, _ settings: VideoSettings, _ colour: ColourCode, _ reorder: Int64
  ) throws -> String {
    let path = root.file("movie.mp4")
    _ = try MergeRunner(
      tools: .live(format: .mp4), plan: plan, settings: settings, colour: colour, reorder: reorder,
      place: MovieTarget(file: path, overwrites: true)
    ).run(advanced: { _ in }, isCancelled: { false })
    return path
  }

  /// The numbers of a file's pictures.
  static func numbers(_ path: String) throws -> [Int] {
    let reader = try MediaReader(path: path, part: .pictures)
    let pool = FramePool(mostIdle: 1)
    var numbers: [Int] = []
    while let piece = try reader.next() {
      guard case .picture(let picture) = piece else { continue }
      let frame = picture.frame(from: pool, capturedAt: picture.time)
      let luma = frame.memory.withBytes { $0.prefix(frame.size.area).reduce(0) { $0 + Int($1) } }
      numbers.append(Int((Double(luma) / Double(frame.size.area) - 16) / 5 + 0.5))
    }
    return numbers
  }

  /// Names left where the movie is made, besides the session and a finished one.
  var leftovers: [String] { root.names.filter { $0.hasSuffix(".part") } }
}

extension VideoFrame {
  /// A picture of one grey, which says its number.
  fileprivate static func grey(_ number: Int, _ size: PixelSize) -> VideoFrame {
    let memory = FramePool().fill(capacity: size.area * 3 / 2) { bytes in
      for index in bytes.indices { bytes[index] = index < size.area ? UInt8(16 + 5 * number) : 128 }
      return bytes.count
    }
    return VideoFrame(
      format: .yu12, size: size, stride: size.width, colour: .take, capturedAt: .zero,
      memory: memory)
  }
}
