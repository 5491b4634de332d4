import Units

/// Bringing an index up to what the files really hold, after a crash or damage.
extension SessionIndex {
  /// Compares the index with all files of its folder; returns a sentence for each thing that had to
  /// be changed.
  ///
  /// A take that was running when its recorder was killed gets its place at the end. A file that
  /// ends early makes its take shorter; one that cannot be read, or is gone, makes it bad until it
  /// can be read again. Files are only ever looked at.
  package mutating func mend(by found: [FoundTake]) -> [String] {
    let inOrder = found.sorted {
      ($0.label?.pressed ?? .infinity) < ($1.label?.pressed ?? .infinity)
    }
    let labelled = inOrder.filter { $0.label != nil }
    let model = labelled.first { !$0.isContradictory } ?? labelled.first
    settings = settings ?? model?.label?.settings
    guard let settings else { return [] }
    var sentences: [String] = []
    for index in takes.indices {
      let take = found.first { $0.file == takes[index].file }
      sentences += takes[index].mend(by: take, number: index + 1, settings: settings)
    }
    let known = Set(takes.map(\.file))
    for stray in inOrder where !known.contains(stray.file) {
      guard let take = Take(adopting: stray, into: settings) else { continue }
      takes.append(take)
      sentences.append(take.adoption(number: takes.count, rate: settings.rate))
    }
    return sentences
  }

  /// Makes bad the takes in these files, whose headers are not those of the others and tell decoders
  /// what their pictures are not; returns a sentence for each.
  package mutating func leaveOut(_ files: Set<String>) -> [String] {
    takes.indices.filter { files.contains(takes[$0].file) }.map { index in
      let why = "has a damaged header"
      takes[index].spoil(why)
      return "Take \(index + 1) \(why): it is left out of the movie."
    }
  }
}

extension Take {
  /// A shorter one is dropped, as the recorder drops it.
  private static let fewestFrames: Int64 = 3

  /// A take that the index did not know; nil when there is nothing in it.
  fileprivate init?(adopting found: FoundTake, into settings: VideoSettings) {
    let contents = found.contents ?? TakeContents(frames: 0, samples: nil)
    // Without a readable picture it may be anything; with a label it was one of ours, and what a
    // failing disk kept back may have been.
    let isKept = found.label != nil || found.mayBeWhole
    guard contents.pictures > 0 || (found.contents == nil && isKept) else { return nil }
    let surplus = found.label?.surplus
    guard found.contents == nil || contents.frames - (surplus ?? 0) >= Self.fewestFrames
    else { return nil }
    self.init(
      file: found.file, frames: contents.frames,
      samples: contents.samples.map { min($0, settings.rate.samples(ofFrame: contents.frames)) },
      leadIn: 0)
    self.surplus = surplus
    coding = found.label?.coding
    if !settings.isVariable { note(keys: contents.keys, settings: settings) }
    began = found.label?.began ?? found.label?.pressed
    framing = found.label?.settings.framing ?? settings.framing
    if settings.isVariable { pictures = contents.pictures }
    if found.contents == nil { spoil(found.obstacle) }
    let isMislabelled = found.isContradictory && found.size == settings.size
    if let own = found.label?.settings, !own.goes(with: settings), !isMislabelled {
      spoil("is coded otherwise than the session's other takes")
    }
  }

  /// Takes over what its file holds; `nil` is a file that is gone.
  fileprivate mutating func mend(
    by found: FoundTake?, number: Int, settings: VideoSettings
  ) -> [String] {
    guard let found, let contents = found.contents else {
      guard state == .ready else { return [] }
      spoil(found.map { $0.obstacle } ?? FoundTake.isGone)
      return ["Take \(number) \(reason ?? FoundTake.cannotBeRead): it is left out of the movie."]
    }
    if state == .bad {
      // Damaged pictures are found by decoding alone, and are damaged whatever else can be read.
      guard reason == FoundTake.cannotBeRead || reason == FoundTake.isGone else { return [] }
      return recover(as: found, number: number, settings: settings)
    }
    let rate = settings.rate
    guard contents.frames < frames else { return [] }
    let lost = frames - contents.frames
    frames = contents.frames
    if let tail = trim?.tail { trim?.tail = max(0, tail - lost) }
    samples = contents.samples.map { min($0, rate.samples(ofFrame: frames)) }
    if pictures != nil { pictures = contents.pictures }
    guard frames > surplus ?? 0 else {
      spoil("has no whole picture")
      return ["Take \(number) has no whole picture: it is left out of the movie."]
    }
    return [
      "Take \(number) has lost its last \(rate.time(ofFrame: lost).text): "
        + "\(found.obstacle ?? "its file ends early")."
    ]
  }

  /// Becomes whole again where its file can be read after all.
  private mutating func recover(
    as found: FoundTake, number: Int, settings: VideoSettings
  ) -> [String] {
    guard let whole = Take(adopting: found, into: settings), whole.state == .ready else {
      return []
    }
    // What the index knew of it counts, as far as the file holds it.
    if frames == 0 || frames > whole.frames {
      (frames, samples, pictures) = (whole.frames, whole.samples, whole.pictures)
    }
    began = began ?? whole.began
    framing = framing ?? whole.framing
    (surplus, coding) = (surplus ?? whole.surplus, coding ?? whole.coding)
    (keyInterval, keys) = (whole.keyInterval, whole.keys)
    (state, reason) = (.ready, nil)
    return ["Take \(number) can be read again: \(settings.rate.time(ofFrame: frames).text)."]
  }

  fileprivate mutating func spoil(_ why: String?) {
    state = .bad
    reason = why ?? "cannot be read"
  }

  fileprivate func adoption(number: Int, rate: FrameRate) -> String {
    if let reason { return "Take \(number) \(reason): it is left out of the movie." }
    return
      "Take \(number) was being recorded: \(rate.time(ofFrame: Int64(played.count)).text) of it are "
      + "there."
  }
}

extension VideoSettings {
  /// True when takes of both can be joined; how each is framed may differ.
  fileprivate func goes(with other: VideoSettings) -> Bool {
    codec == other.codec && rate == other.rate && isVariable == other.isVariable
      && camera == other.camera
  }
}
