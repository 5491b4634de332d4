import Frames
import Recording
import Testing
import Units

@Suite struct `a take's file` {
  private let settings = VideoSettings(
    size: PixelSize(width: 640, height: 360), rate: .thirty, quality: 22)

  @Test func `has key frames at even distances, or a list of them`() {
    var take = Take(file: "a", frames: 70, samples: nil)
    take.note(keys: [0, 30, 60], settings: settings)
    #expect(take.keyInterval == nil && take.keys == nil, "the usual ones")
    take.note(keys: [0, 15, 30, 45, 60], settings: settings.rolling)
    #expect(take.keyInterval == 15 && take.keys == nil)
    take.note(keys: [0, 7, 30, 60], settings: settings)
    #expect(take.keyInterval == nil && take.keys == [0, 7, 30, 60])
    take.note(keys: [0], settings: settings)
    #expect(take.keyInterval == 70 && take.keys == nil, "one is as good as all")
    take.note(keys: [], settings: settings)
    #expect(take.keyInterval == 70, "nothing is known")
  }

  @Test func `may begin before the take does, which no trim shows`() {
    var machine = Session.machine(
      takes: {
        var take = Take(file: "a", frames: 40, samples: nil)
        take.surplus = 10
        return [take]
      }())
    #expect(machine.rows[0].frames == 30 && machine.rows[0].take?.trim == nil)
    machine.select(by: 0)
    _ = machine.trimSelected(.beginning, by: -1)
    #expect(machine.rows[0].take?.played == 10..<40, "there is nothing to give back")
    #expect(machine.note == "Nothing is cut off the beginning of take 1.")
    _ = machine.trimSelected(.beginning, by: 2)
    #expect(machine.rows[0].take?.played == 12..<40)
    #expect(machine.rows[0].take?.trim == Take.Trim(head: 2))
    #expect(machine.note == "Take 1: 2 frames cut off the beginning.")
    _ = machine.trimSelected(.end, by: 1)
    _ = machine.trimSelected(.beginning, by: -5)
    #expect(machine.rows[0].take?.played == 10..<39)
    #expect(machine.rows[0].take?.trim == Take.Trim(tail: 1))
  }
}

@Suite struct `what a damaged index says of a take's beginning` {
  @Test(
    arguments: [
      (nil, 0), (0, 0), (10, 10), (40, 40), (41, 40), (.max, 40), (-1, 0), (.min, 0),
    ] as [(Int64?, Int64)])
  func `is believed within its file`(surplus: Int64?, first: Int64) {
    var take = Take(file: "a", frames: 40, samples: nil)
    take.surplus = surplus
    take.trim = Take.Trim(head: 3)
    #expect(take.firstFrame == first && take.played == min(first + 3, 40)..<40)
  }
}

@Suite struct `takes that cameras coded` {
  private let hd = ColourCode.take
  private let sd = ColourCode(primaries: 1, transfer: 1, matrix: 6, range: 1)

  private func take(_ configuration: UInt8? = nil, _ colour: ColourCode = .take) -> Take {
    var take = Take(file: "a", frames: 40, samples: nil)
    take.coding = configuration.map { CameraCoding(configuration: [$0], colour: colour) }
    return take
  }

  @Test func `are copied beside those of the same stream`() {
    for takes in [[take(), take()], [take(1, sd), take(1, sd)], []] {
      let agreement = CodingAgreement(of: takes)
      #expect(takes.allSatisfy { agreement.obstacle(to: $0) == nil })
      #expect(agreement.colour == takes.first?.colour ?? .take)
    }
  }

  @Test func `are as the first one is where their colours are alike`() {
    let takes = [take(1), take(), take(2)]
    let agreement = CodingAgreement(of: takes)
    #expect(
      takes.map(agreement.obstacle) == [
        nil, "coded by rushes, not the camera", "coded otherwise by its camera",
      ])
    #expect(agreement.colour == hd)
  }

  @Test func `come to what rushes codes where their colours differ`() {
    let takes = [take(1, sd), take(), take()]
    let agreement = CodingAgreement(of: takes)
    #expect(
      takes.map(agreement.obstacle) == ["its colours are not those of the other takes", nil, nil])
    #expect(agreement.colour == hd)
  }
}
