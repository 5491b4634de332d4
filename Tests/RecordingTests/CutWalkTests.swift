import Recording
import Support
import Testing
import Units

/// A camera of any quality, a key and the lateness between them.
private struct Shot {
  var strip: Strip
  let rate: FrameRate
  let allowance: Int64
  let press: Double
  let release: Double?
  /// When frame `index` was captured.
  let stamps: [Double]
  /// How many pictures have arrived when the release is told.
  let toldAfter: Int

  init(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    rate =
      [FrameRate.thirty, FrameRate(30_000, per: 1001), FrameRate(60), FrameRate(7)]
      .compactMap(\.self)[Int(random.uniform(0, 4))]
    allowance = random.chance(0.5) ? .max : Int64(random.uniform(1, 200))
    press = random.uniform(900, 1500)
    let length = random.chance(0.2) ? random.uniform(-50, 50) : random.uniform(0, 5000)
    release = random.chance(0.9) ? press + length : nil
    strip = Strip(press: press, rate: rate, allowance: allowance)
    let frame = 1000 / (rate.perSecond * random.uniform(0.95, 1.05))
    let loss = random.chance(0.5) ? 0 : random.uniform(0, 0.5)
    let jitter = random.uniform(0, 0.45)
    let first = random.chance(0.8) ? 0 : random.uniform(1000, 2500)
    var stamps: [Double] = []
    for index in 0..<Int(9000 / frame) {
      let stamp = first + (Double(index) + random.uniform(0, jitter)) * frame
      if !random.chance(loss) { stamps.append(stamp) }
    }
    self.stamps = stamps
    toldAfter = Int(random.uniform(0, Double(stamps.count + 1)))
  }

  mutating func run() {
    for (index, stamp) in stamps.enumerated() {
      if index == toldAfter, let release { strip.release(release) }
      strip.arrive(stamp)
    }
    strip.described(strip.cut.gaveUp())
  }
}

@Suite struct `a walk over takes` {
  @Test(arguments: 0..<400)
  func `ends every take with exactly the frames between first and release`(seed: Int) throws {
    var shot = Shot(seed: UInt64(seed))
    shot.run()
    let length = try #require(shot.strip.length)
    #expect(shot.strip.log.count { $0.hasPrefix("end") } == 1)
    #expect(shot.strip.log.last == "end \(length)")
    #expect(length <= shot.allowance)
    // More may have been written in doubt, never less.
    #expect(shot.strip.written >= length)
    #expect(shot.strip.written <= shot.allowance)
    guard let first = shot.strip.frames.first else {
      #expect(length == 0)
      return
    }
    #expect(first == shot.stamps.last { $0 <= shot.press } ?? shot.stamps.first)
    #expect(shot.strip.log.first?.hasPrefix("begin") == true)
    #expect(shot.strip.frames == shot.strip.frames.sorted())
    // Told before the end was reached, nothing was written that had to be cut off again.
    let isTold = shot.release.map { told in
      shot.toldAfter < shot.stamps.count
        && (shot.toldAfter == 0 || shot.stamps[shot.toldAfter - 1] < told)
    }
    if isTold == true { #expect(shot.strip.written == length) }
    // A take at its allowance ended before its release was told.
    if let release = shot.release, length < shot.allowance,
      shot.toldAfter < shot.stamps.count
    {
      let time = MediaTime.seconds(max(release, shot.press) / 1000) - .seconds(first / 1000)
      #expect(shot.rate.time(ofFrame: length) >= time)
      #expect(length == 1 || shot.rate.time(ofFrame: length - 1) < time)
    }
  }
}
