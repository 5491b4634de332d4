import Recording
import Support
import Testing
import Units

@Suite struct `the first frame of a take` {
  @Test func `is the newest one captured at or before the press`() {
    var strip = Strip(press: 1000)
    for time: Double in [900, 933, 967] { #expect(strip.arrive(time).isEmpty) }
    #expect(strip.arrive(1001) == ["begin 967", "write 967", "write 1001"])
    #expect(strip.cut.firstFrameAt == .milliseconds(967))
  }

  @Test func `may be captured at the very press`() {
    var strip = Strip(press: 1000)
    #expect(strip.arrive(967).isEmpty)
    #expect(strip.arrive(1000).isEmpty)
    #expect(strip.arrive(1033) == ["begin 1000", "write 1000", "write 1033"])
  }

  @Test func `is found by its stamp, however late frames arrive`() {
    // The frames from around the press arrive half a second after it, even after the release.
    var strip = Strip(press: 1000)
    #expect(strip.release(1100).isEmpty)
    #expect(strip.cut.releasedAt == .milliseconds(1100))
    strip.arrive([933, 967])
    #expect(strip.log.isEmpty)
    strip.arrive([1000.2, 1033.5, 1067])
    #expect(strip.arrive(1100) == ["end 4"])
    #expect(strip.frames == [967, 1000.2, 1033.5, 1067])
  }

  @Test func `is the first one of all when none came before the press`() {
    var strip = Strip(press: 1000)
    #expect(strip.arrive(1400) == ["begin 1400", "write 1400"])
    strip.arrive([1433.3, 1466.7])
    strip.release(1480)
    #expect(strip.arrive(1500) == ["end 3"])
  }

  @Test func `stands alone when it was captured after the release`() {
    var strip = Strip(press: 1000)
    strip.release(1100)
    strip.arrive([1400, 1433])
    #expect(strip.log == ["begin 1400", "write 1400", "end 1"])
  }
}

@Suite struct `the release of a take` {
  private func running() -> Strip {
    var strip = Strip(press: 1000)
    strip.arrive((0...6).map { 990 + Double($0) * 100 / 3 })
    return strip
  }

  @Test func `cuts back when it lies in the past`() {
    var strip = running()
    #expect(strip.cut.frames == 7)
    // Frames begin at 0, 33.3, 66.7 and 100 ms: the fourth is not shown before 1090.
    #expect(strip.release(1090) == ["end 3"])
  }

  @Test func `takes one frame more when it lies a nanosecond later`() {
    var strip = running()
    let actions = strip.cut.released(at: MediaTime(nanoseconds: 1_090_000_001))
    #expect(strip.described(actions) == ["end 4"])
  }

  @Test func `waits for a frame past it`() {
    var strip = running()
    #expect(strip.release(1240).isEmpty)
    #expect(strip.arrive(1223.3) == ["write 1223.3"])
    #expect(strip.arrive(1256.7) == ["end 8"])
    #expect(strip.arrive(1290).isEmpty)
  }

  @Test func `before the press leaves one frame`() {
    var strip = running()
    #expect(strip.release(10) == ["end 1"])
    var early = Strip(press: 1000)
    early.release(10)
    early.arrive([990, 1020])
    #expect(early.log == ["begin 990", "write 990", "end 1"])
  }

  @Test func `counts once`() {
    var strip = running()
    strip.release(1090)
    #expect(strip.release(1150).isEmpty)
    #expect(strip.cut.releasedAt == .milliseconds(1090))
  }

  @Test func `fills what was not delivered before it`() {
    var strip = running()
    strip.release(1400)
    #expect(strip.arrive(1500) == Array(repeating: "repeat", count: 6) + ["end 13"])
    #expect(strip.cut.repeated == 6)
  }
}

@Suite struct `the grid of a take` {
  @Test func `shows the frame before again where frames are missing`() {
    var strip = Strip(press: 0)
    strip.arrive([0, 33.3, 66.7])
    #expect(strip.arrive(200) == ["repeat", "repeat", "repeat", "write 200"])
    #expect(strip.cut.repeated == 3)
    #expect(strip.cut.surplus == 0)
  }

  @Test func `leaves out what comes too early`() {
    var strip = Strip(press: 0)
    strip.arrive([0, 33.3])
    #expect(strip.arrive(36).isEmpty)
    #expect(strip.arrive(66.7) == ["write 66.7"])
    #expect(strip.cut.surplus == 1)
  }

  @Test func `bears jitter of 0.4 frames either way, the first frame's too`() {
    for seed: UInt64 in 0..<20 {
      for first in [-0.4, 0, 0.4] {
        var random = SeededNumbers(seed: seed)
        var strip = Strip(press: 10_000)
        strip.arrive(
          (0..<3000).map { index in
            let jitter = index == 0 ? first : random.uniform(-0.4, 0.4)
            return 10_000 + (Double(index) + jitter) * 100 / 3 - 14
          })
        #expect(strip.cut.repeated == 0)
        #expect(strip.cut.surplus == 0)
        #expect(strip.cut.frames == 3000)
      }
    }
  }

  @Test(arguments: [29.5, 29.97, 30.0, 30.03, 30.5], [0.0, 0.2])
  func `keeps to the clock whatever the camera's own rate`(camera: Double, jitter: Double) {
    var random = SeededNumbers(seed: 3)
    var strip = Strip(press: 0)
    for index in 0..<10_000 {
      let time = (Double(index) + random.uniform(0, jitter)) * 1000 / camera
      strip.arrive(time)
      let onClock = time * 30 / 1000 + 1
      #expect(abs(Double(strip.cut.frames) - onClock) <= 1.01)
    }
    // One was left out or repeated for each frame of difference, and not one more.
    let difference = abs(10_000 * (30 / camera - 1))
    #expect(abs(Double(strip.cut.repeated + strip.cut.surplus) - difference) <= 1)
    #expect(strip.cut.repeated == 0 || strip.cut.surplus == 0)
  }
}

@Suite struct `the allowance of a take` {
  @Test func `is never exceeded by a frame`() {
    var strip = Strip(press: 0, allowance: 3)
    strip.arrive([0, 33.3])
    #expect(strip.arrive(66.7) == ["write 66.7", "end 3"])
    #expect(strip.arrive(100).isEmpty)
    #expect(strip.release(120).isEmpty)
    #expect(strip.cut.gaveUp().isEmpty)
  }

  @Test func `may be one frame`() {
    var strip = Strip(press: 10, allowance: 1)
    strip.arrive([0, 33.3])
    #expect(strip.log == ["begin 0", "write 0", "end 1"])
  }

  @Test func `is filled by repeats, not by a picture from after it`() {
    var strip = Strip(press: 0, allowance: 5)
    strip.arrive([0, 33.3])
    #expect(strip.arrive(900) == ["repeat", "repeat", "repeat", "end 5"])
    var exact = Strip(press: 0, allowance: 5)
    exact.arrive([0, 33.3])
    #expect(exact.arrive(133.3) == ["repeat", "repeat", "write 133.3", "end 5"])
  }

  @Test func `may grow, but not shrink, while it is cut`() {
    var strip = Strip(press: 0, allowance: 3)
    strip.arrive([0, 33.3])
    strip.cut.allow(2)
    strip.cut.allow(5)
    #expect(strip.arrive(66.7) == ["write 66.7"])
    #expect(strip.arrive(133.3) == ["repeat", "write 133.3", "end 5"])
    strip.cut.allow(9)
    #expect(strip.arrive(166.7).isEmpty)
  }

  @Test func `bounds what is filled up to a release`() {
    var strip = Strip(press: 0, allowance: 10)
    strip.arrive([0, 33.3])
    strip.release(5000)
    strip.arrive(5001)
    #expect(strip.written == 10)
    #expect(strip.log.last == "end 10")
  }
}

@Suite struct `a take whose camera is gone` {
  @Test func `has no frames when there never was one`() {
    var strip = Strip(press: 1000)
    #expect(strip.described(strip.cut.gaveUp()) == ["end 0"])
    #expect(strip.arrive(1010).isEmpty)
    #expect(strip.cut.frames == 0)
    var released = Strip(press: 1000)
    released.release(1200)
    #expect(released.described(released.cut.gaveUp()) == ["end 0"])
  }

  @Test func `has the frame before the press when none came later`() {
    var strip = Strip(press: 1000)
    strip.arrive(990)
    #expect(strip.described(strip.cut.gaveUp()) == ["begin 990", "write 990", "end 1"])
  }

  @Test func `shows that frame until the release when there was one`() {
    var strip = Strip(press: 1000)
    strip.arrive(1000)
    strip.release(1100)
    #expect(
      strip.described(strip.cut.gaveUp())
        == ["begin 1000", "write 1000", "repeat", "repeat", "end 3"])
  }

  @Test func `ends with its last frame while the key is down, at the release otherwise`() {
    var held = Strip(press: 0)
    held.arrive([0, 33.3, 66.7])
    #expect(held.described(held.cut.gaveUp()) == ["end 3"])
    var released = Strip(press: 0)
    released.arrive([0, 33.3, 66.7])
    released.release(150)
    #expect(released.described(released.cut.gaveUp()) == ["repeat", "repeat", "end 5"])
    #expect(released.cut.gaveUp().isEmpty)
  }
}
