import Units

/// Bringing an index up to what the files really hold, after a crash or damage.
extension SessionIndex {
  /// Compares the index with all files of its folder; returns a sentence for each thing that had to
  /// be changed.
  ///
  /// A take that was running when its recorder was killed gets its place at the end. A file that
  /// ends early makes its take shorter; one that cannot be read, or is gone, makes it bad. Files are
  /// only ever looked at.
  package mutating func mend(by found: [FoundTake]) -> [String] {
    let labels = found.compactMap(\.label).sorted { $0.pressed < $1.pressed }
    settings = settings ?? labels.first?.settings
    guard let settings else { return [] }
    var sentences: [String] = []
    for index in takes.indices {
      let take = found.first { $0.file == takes[index].file }
      sentences += takes[index].mend(by: take, number: index + 1, rate: settings.rate)
    }
    let known = Set(takes.map(\.file))
    let strays = found.filter { !known.contains($0.file) }
      .sorted { ($0.label?.pressed ?? .infinity) < ($1.label?.pressed ?? .infinity) }
    for stray in strays {
      guard let take = Take(adopting: stray, into: settings) else { continue }
      takes.append(take)
      sentences.append(take.adoption(number: takes.count, rate: settings.rate))
    }
    return sentences
  }
}

extension Take {
  /// A shorter one is dropped, as the recorder drops it.
  private static let fewestFrames: Int64 = 3

  /// A take that the index did not know; nil when there is nothing in it.
  fileprivate init?(adopting found: FoundTake, into settings: VideoSettings) {
    let contents = found.contents ?? TakeContents(frames: 0, samples: nil)
    // Without a readable picture it may be anything; with a label it was one of ours.
    guard contents.pictures > 0 || (found.contents == nil && found.label != nil) else { return nil }
    guard found.contents == nil || contents.frames >= Self.fewestFrames else { return nil }
    self.init(
      file: found.file, frames: contents.frames,
      samples: contents.samples.map { min($0, settings.rate.samples(ofFrame: contents.frames)) },
      leadIn: 0)
    began = found.label?.pressed
    framing = found.label?.settings.framing ?? settings.framing
    if settings.isVariable { pictures = contents.pictures }
    if found.contents == nil { spoil(found.obstacle) }
    if let own = found.label?.settings, !own.goes(with: settings) {
      spoil("is coded otherwise than the session's other takes")
    }
  }

  /// Takes over what its file holds; `nil` is a file that is gone.
  fileprivate mutating func mend(
    by found: FoundTake?, number: Int, rate: FrameRate
  ) -> [String] {
    guard let contents = found?.contents else {
      guard state == .ready else { return [] }
      spoil(found.map { $0.obstacle } ?? "has lost its file")
      return ["Take \(number) \(reason ?? "cannot be read"): it is left out of the movie."]
    }
    guard contents.frames < frames else { return [] }
    let lost = frames - contents.frames
    frames = contents.frames
    if let tail = trim?.tail { trim?.tail = max(0, tail - lost) }
    samples = contents.samples.map { min($0, rate.samples(ofFrame: frames)) }
    if pictures != nil { pictures = contents.pictures }
    guard frames > 0 else {
      spoil("has no whole picture")
      return ["Take \(number) has no whole picture: it is left out of the movie."]
    }
    return [
      "Take \(number) has lost its last \(rate.time(ofFrame: lost).text): its file ends early."
    ]
  }

  private mutating func spoil(_ why: String?) {
    state = .bad
    reason = why ?? "cannot be read"
  }

  fileprivate func adoption(number: Int, rate: FrameRate) -> String {
    if let reason { return "Take \(number) \(reason): it is left out of the movie." }
    return "Take \(number) was being recorded: \(rate.time(ofFrame: frames).text) of it are there."
  }
}

extension VideoSettings {
  /// True when takes of both can be joined; how each is framed may differ.
  fileprivate func goes(with other: VideoSettings) -> Bool {
    codec == other.codec && rate == other.rate && isVariable == other.isVariable
      && camera == other.camera
  }
}
