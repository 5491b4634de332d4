import Recording
import Support
import Testing
import Units

@Suite struct `a take of pictures that keep their own times` {
  private func strip(press: Double = 1000, allowance: Int64 = .max) -> Strip {
    Strip(press: press, rate: .milliseconds, ownRate: .thirty, allowance: allowance)
  }

  @Test func `has each picture in the slot nearest to its stamp`() {
    var strip = strip()
    strip.arrive([967.25, 1000.6, 1034.2, 1066.8, 1101.9])
    #expect(strip.log.prefix(3) == ["begin 967.25", "write 967.25", "write 1000.6"])
    #expect(strip.slots == [0, 33, 67, 100, 135])
    #expect(strip.cut.repeated == 0 && strip.cut.surplus == 0)
  }

  @Test func `never drifts, however the camera's clock runs`() {
    var strip = strip(press: 0)
    var random = SeededNumbers(seed: 5)
    let stamps = (0..<3000).map { (Double($0) + random.uniform(0, 0.9)) * 1001 / 30 }
    strip.arrive(stamps)
    #expect(strip.slots.count == 3000)
    for (slot, stamp) in zip(strip.slots, stamps) {
      #expect(abs(Double(slot) - (stamp - stamps[0])) <= 0.5)
    }
    #expect(zip(strip.slots, strip.slots.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `rises even where stamps do not`() {
    var strip = strip()
    strip.arrive([1000, 1033, 1033, 1033.2, 1066])
    #expect(strip.slots == [0, 33, 34, 35, 66])
  }

  @Test func `repeats nothing where a picture is late, and leaves none out that is early`() {
    var strip = strip()
    strip.arrive([1000, 1033])
    #expect(strip.arrive(1900) == ["write 1900"])
    #expect(strip.arrive(1903) == ["write 1903"])
    #expect(strip.slots == [0, 33, 900, 903])
    #expect(strip.cut.repeated == 0 && strip.cut.surplus == 0)
  }

  @Test(arguments: [(1050.0, 50), (1050.2, 51), (1066.0, 66), (1000.1, 1), (990, 1), (1099, 99)])
  func `lasts up to the release, between pictures too`(release: Double, length: Int64) {
    var late = strip()
    late.arrive([1000, 1033, 1066, 1100])
    #expect(late.release(release) == ["end \(length)"])
    var early = strip()
    early.release(release)
    early.arrive([1000, 1033, 1066, 1100])
    #expect(early.log.last == "end \(length)")
    // Told in time, nothing is written that lies past it.
    #expect(early.slots == [0, 33, 66].filter { $0 < length })
  }

  @Test func `waits for a picture past the release and then ends there`() {
    var strip = strip()
    strip.arrive([1000, 1033])
    #expect(strip.release(1080).isEmpty)
    #expect(strip.arrive(1066) == ["write 1066"])
    #expect(strip.arrive(1300) == ["end 80"])
    #expect(strip.arrive(1333).isEmpty)
  }

  @Test func `never exceeds its allowance, and uses all of it`() {
    var strip = strip(allowance: 100)
    strip.arrive([1000, 1033, 1066])
    #expect(strip.arrive(1100) == ["end 100"])
    var tight = self.strip(allowance: 100)
    tight.arrive([1000, 1033])
    #expect(tight.arrive(1099) == ["write 1099", "end 100"])
    var slip = self.strip(allowance: 20)
    slip.arrive([1000, 1033])
    #expect(slip.log == ["begin 1000", "write 1000", "end 20"])
  }

  @Test func `ends by the usual length of its last picture when the camera is gone`() {
    var held = strip()
    held.arrive([1000, 1040])
    #expect(held.described(held.cut.gaveUp()) == ["end 73"])
    var bounded = strip(allowance: 60)
    bounded.arrive([1000, 1040])
    #expect(bounded.described(bounded.cut.gaveUp()) == ["end 60"])
    var released = strip()
    released.arrive([1000, 1040])
    released.release(1500)
    #expect(released.described(released.cut.gaveUp()) == ["end 500"])
    var lone = strip()
    lone.arrive([990])
    #expect(lone.described(lone.cut.gaveUp()) == ["begin 990", "write 990", "end 33"])
  }
}

@Suite struct `a session of pictures that keep their own times` {
  private static let settings = VideoSettings(
    size: PixelSize(width: 1280, height: 720), rate: .thirty, quality: 22, isVariable: true)

  private func machine(_ count: Int) -> RecorderMachine {
    RecorderMachine(
      budget: Budget(limit: .seconds(Int64(15)), rate: Self.settings.rate),
      settings: Self.settings, savesWhenSpent: true, takes: (0..<count).map(take))
  }

  private func take(_ number: Int) -> Take {
    var take = Take(file: "take-\(number).mov", frames: 1000, samples: 48_000)
    take.pictures = 30
    return take
  }

  @Test func `counts its budget in milliseconds`() {
    var machine = machine(2)
    #expect(machine.usedFrames == 2000)
    #expect(
      machine.pressed(at: .zero) == [.begin(3, press: .zero, allowance: 13_000)])
  }

  @Test func `drops a take of fewer than three pictures, however long it is`() {
    var machine = machine(1)
    _ = machine.pressed(at: .zero)
    _ = machine.released(at: .milliseconds(80))
    _ = machine.takeCut(2, frames: 80)
    var slip = take(2)
    slip.frames = 80
    slip.pictures = 2
    #expect(machine.takeClosed(2, take: slip) == [.remove(file: "take-2.mov")])
    #expect(machine.takes.count == 1)
  }

  @Test func `refuses what counts in frames of equal length`() {
    var machine = machine(2)
    let remedy = "needs a constant frame rate: record without --vfr."
    #expect(machine.nextTransition().isEmpty && machine.note == "A transition \(remedy)")
    #expect(machine.setTransitionEverywhere().isEmpty && machine.note == "A transition \(remedy)")
    #expect(machine.trimSelected(.end, by: 5).isEmpty && machine.note == "Trimming \(remedy)")
    #expect(machine.nextCrop().isEmpty)
    #expect(machine.note == "Changing the framing between takes \(remedy)")
    #expect(machine.framing == .native)
    #expect(machine.takes == [take(0), take(1)])
  }

  @Test func `is framed before its first take`() {
    var machine = machine(0)
    #expect(machine.turn() == [.writeIndex])
    #expect(machine.framing.rotation == .quarter)
  }
}
