import Frames
import Lanes
import Merging
import Recording
import Units

/// The pictures of a reel around the one that is shown: a few decoded ahead, a few kept behind.
///
/// So the next picture is there when its time has come, and a step back does not decode a whole key
/// frame group. Pictures are decoded in order; of those that are behind the wish when they come only
/// the last few are kept.
///
/// Unchecked: everything is guarded by `lane`, except `wish`, behind its lock.
final class PictureWindow: @unchecked Sendable {
  /// A picture, and whether the frame could be read.
  enum Entry: Sendable {
    case picture(PreviewPicture)
    /// There is nothing to be seen; why, where something is wrong.
    case nothing(Problem?)
  }

  private struct Wish: Sendable {
    var frame: Int64
    var room: PictureRoom
    var answer: @Sendable (Entry) -> Void
  }

  /// A quarter of a second at 30 frames a second, which outlasts the drawing of a picture; all
  /// together hold half a megabyte as half blocks, and 12 MB in pixels, at most.
  private static let (behind, ahead): (Int64, Int64) = (8, 8)

  private let lane = Lane("review pictures")
  private let reel: Reel
  private let tools: EngineTools
  private let wish = Locked<Wish?>(nil)
  private var entries: [Int64: Entry] = [:]
  private var room = PictureRoom(blocks: CellSize(columns: 0, rows: 0))
  /// The frame that was wished last.
  private var centre: Int64 = 0
  private var reader: (part: Int, reader: any ReviewReader)?
  private var isFilling = false

  /// Shows the pictures of `reel`.
  init(_ reel: Reel, tools: EngineTools) {
    self.reel = reel
    self.tools = tools
  }

  /// Asks for a frame; an earlier wish that was not begun is given up.
  ///
  /// `answer` is called on the window's lane.
  func want(
    _ frame: Int64, within room: PictureRoom, _ answer: @escaping @Sendable (Entry) -> Void
  ) {
    wish.withLock { $0 = Wish(frame: frame, room: room, answer: answer) }
    lane.async { [weak self] in self?.serve() }
  }

  private func serve() {
    lane.precondition()
    guard let wish = wish.withLock({ $0.take() }) else { return }
    if wish.room != room { entries = [:] }
    (room, centre) = (wish.room, wish.frame)
    if entries[centre] == nil { decode(upTo: centre) }
    wish.answer(entries[centre] ?? .nothing(nil))
    entries = entries.filter { (centre - Self.behind...centre + Self.ahead).contains($0.key) }
    if !isFilling {
      isFilling = true
      lane.async { [weak self] in self?.fill() }
    }
  }

  /// Decodes what leads to a frame, beginning with the few before it that are kept.
  private func decode(upTo frame: Int64) {
    guard let place = reel.place(of: frame) else { return }
    let first = max(reel.plan.parts[place.part].frames.lowerBound, frame - Self.behind)
    for next in first...frame where entries[next] == nil { entries[next] = entry(next) }
  }

  /// Decodes one frame ahead, and the next one after whatever was asked for meanwhile.
  private func fill() {
    lane.precondition()
    let next = (centre + 1...centre + Self.ahead).first { entries[$0] == nil }
    guard let next, next < reel.plan.frames else {
      isFilling = false
      return
    }
    entries[next] = entry(next)
    lane.async { [weak self] in self?.fill() }
  }

  private func entry(_ frame: Int64) -> Entry {
    guard let place = reel.place(of: frame) else { return .nothing(nil) }
    do {
      let reader = try reader(of: place.part)
      let picture = try reader?.picture(at: place.frame, within: room)
      return picture.map(Entry.picture) ?? .nothing(nil)
    } catch {
      return .nothing(tools.describe(error))
    }
  }

  private func reader(of part: Int) throws -> (any ReviewReader)? {
    if let reader, reader.part == part { return reader.reader }
    let opened = try tools.review?(reel.plan.parts[part].clip, reel)
    reader = opened.map { (part, $0) }
    return opened
  }
}
