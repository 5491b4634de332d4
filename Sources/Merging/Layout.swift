import Recording

/// Finds what can be copied of each clip and what has to be coded anew between.
struct Layout {
  private let clips: [Clip]
  private let overlaps: [Int64]
  private(set) var segments: [MergePlan.Segment] = []
  private var end: Int64 = 0

  /// Lays out `clips`, each overlapping the one before it by its number of frames.
  init(clips: [Clip], overlaps: [Int64]) {
    self.clips = clips
    self.overlaps = overlaps
    for index in clips.indices { append(index) }
  }

  private mutating func append(_ index: Int) {
    let (clip, overlap) = (clips[index], overlaps[index])
    let next = index + 1 < clips.count ? overlaps[index + 1] : 0
    if overlap > 0 { appendTransition(into: index, overlap) }
    // What is seen of this clip alone.
    let body = (clip.range.lowerBound + overlap)..<(clip.range.upperBound - next)
    guard !body.isEmpty else { return }
    guard clip.obstacle == nil else {
      code(Shot(clip: index, frames: body), .conversion(clip: index))
      return
    }
    guard let copied = copyable(body, of: clip) else {
      code(Shot(clip: index, frames: body), .cut(clip: index))
      return
    }
    let head = body.lowerBound..<copied.lowerBound
    if !head.isEmpty { code(Shot(clip: index, frames: head), .cut(clip: index)) }
    extendLoneFrame()
    segments.append(
      .copy(
        frames: end..<end + Int64(copied.count), part: index, source: copied.lowerBound))
    end += Int64(copied.count)
    let tail = copied.upperBound..<body.upperBound
    if !tail.isEmpty { code(Shot(clip: index, frames: tail), .cut(clip: index)) }
  }

  /// From the first key frame on, up to where copying can stop.
  private func copyable(_ body: Range<Int64>, of clip: Clip) -> Range<Int64>? {
    guard let begin = clip.keys.first(atOrAfter: body.lowerBound, before: body.upperBound)
    else { return nil }
    if clip.endsAnywhere || body.upperBound == clip.length { return begin..<body.upperBound }
    guard let end = clip.keys.last(atOrBefore: body.upperBound), end > begin else { return nil }
    return begin..<end
  }

  private mutating func appendTransition(into index: Int, _ overlap: Int64) {
    let (before, clip) = (clips[index - 1], clips[index])
    guard let kind = clip.transition?.kind else { return }
    let incoming = Shot.Incoming(
      clip: index, start: clip.range.lowerBound, kind: kind, elapsed: 0, length: overlap)
    let frames = (before.range.upperBound - overlap)..<before.range.upperBound
    code(
      Shot(clip: index - 1, frames: frames, incoming: incoming), .transition(into: index))
  }

  private mutating func code(_ shot: Shot, _ reason: Stretch.Reason) {
    let upperBound = end + Int64(shot.frames.count)
    if case .code(var stretch)? = segments.last {
      stretch.frames = stretch.frames.lowerBound..<upperBound
      stretch.shots.append(shot)
      if stretch.reasons.last != reason { stretch.reasons.append(reason) }
      segments[segments.count - 1] = .code(stretch)
    } else {
      segments.append(
        .code(Stretch(frames: end..<upperBound, shots: [shot], reasons: [reason])))
    }
    end = upperBound
  }

  /// Gives a stretch of one frame, which a copied key frame is to follow, a second one.
  ///
  /// Two key frames in a row need different numbers (`idr_pic_id`, ITU-T H.264, 7.4.3), and those
  /// of copied ones are what they are.
  private mutating func extendLoneFrame() {
    guard segments.count > 1, case .code(var stretch)? = segments.last,
      stretch.frames.count == 1,
      case .copy(let frames, let part, let source) = segments[segments.count - 2],
      frames.count > 1, clips[part].endsAnywhere
    else { return }
    let last = source + Int64(frames.count) - 1
    segments[segments.count - 2] = .copy(
      frames: frames.lowerBound..<frames.upperBound - 1, part: part, source: source)
    stretch.frames = frames.upperBound - 1..<stretch.frames.upperBound
    stretch.shots.insert(Shot(clip: part, frames: last..<last + 1), at: 0)
    stretch.reasons.insert(.cut(clip: part), at: 0)
    segments[segments.count - 1] = .code(stretch)
  }
}
