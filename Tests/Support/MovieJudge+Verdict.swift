extension MovieJudge {
  /// True when the counter rises by exactly one from each frame of `range` to the next.
  package func isContinuous(_ range: Range<Int>) -> Bool {
    range.allSatisfy { counters[$0] != nil } && range.dropFirst().allSatisfy(continues)
  }

  /// The stretches in which the counter rises by one from frame to frame; frames whose counter
  /// cannot be read, as inside a crossfade, belong to none.
  package var takes: [Range<Int>] {
    var takes: [Range<Int>] = []
    for index in counters.indices where counters[index] != nil {
      if let last = takes.last, last.upperBound == index, continues(index) {
        takes[takes.count - 1] = last.lowerBound..<index + 1
      } else {
        takes.append(index..<index + 1)
      }
    }
    return takes
  }

  private func continues(_ index: Int) -> Bool {
    guard let before = counters[index - 1], let now = counters[index] else { return false }
    return now == (before + 1) & 0xffff
  }

  /// For each flash the seconds from its frame to the nearest burst, positive when the sound is
  /// late; nil when there is none within 0.2 s.
  package var syncErrors: [Double?] { flashes.map(syncError) }

  /// The same for the flashes that stand at least two frames inside their take, whose bursts no cut
  /// can have touched.
  package var innerSyncErrors: [Double?] {
    let inner = takes.map { $0.dropFirst(2).dropLast(2) }
    return flashes.filter { flash in inner.contains { $0.contains(flash) } }.map(syncError)
  }

  private func syncError(ofFlash frame: Int) -> Double? {
    guard facts.frameTimes.indices.contains(frame) else { return nil }
    let shown = facts.frameTimes[frame] - (facts.audio?.start ?? 0)
    let nearest = toneOnsets.map { Double($0) / 48_000 - shown }.min { abs($0) < abs($1) }
    return nearest.flatMap { abs($0) <= 0.2 ? $0 : nil }
  }

  /// Everything that was found, for the message of a failing test.
  package var report: String {
    var lines = [
      path, "  container \(facts.container), boxes \(facts.boxes.joined(separator: " "))",
    ]
    if let video = facts.video {
      let duration = video.duration.map { "\($0) s" } ?? "no length"
      lines.append(
        "  video \(video.codec) \(video.width)x\(video.height) at \(video.rate), turned "
          + "\(video.rotation), \(video.colour), from \(video.start) s, \(duration), "
          + "\(frameCount) frames")
    }
    if let audio = facts.audio {
      let duration = audio.duration.map { "\($0) s" } ?? "no length"
      lines.append(
        "  audio \(audio.codec) \(audio.sampleRate) Hz, \(audio.channels) channels, from "
          + "\(audio.start) s, \(duration), \(samples.count) samples (\(soundLength) s)")
    }
    for chapter in facts.chapters {
      lines.append("  chapter \(chapter.start)-\(chapter.end) \(chapter.title)")
    }
    let runs = takes.map {
      "\($0.lowerBound)..<\($0.upperBound) from \(counters[$0.lowerBound] ?? 0)"
    }
    lines.append("  takes (frames, first counter): " + runs.joined(separator: ", "))
    lines.append("  unreadable frames: \(counters.count { $0 == nil })")
    lines.append("  flashes at frames \(flashes), tones at samples \(toneOnsets)")
    let milliseconds = syncErrors.map { $0.map { "\(($0 * 1e5).rounded() / 100)" } ?? "none" }
    lines.append("  sound after flash in ms: " + milliseconds.joined(separator: ", "))
    lines.append(errors.isEmpty ? "  decodes without complaint" : "  ffmpeg: \(errors)")
    return lines.joined(separator: "\n")
  }
}
