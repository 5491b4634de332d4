import Recording
import Testing
import Units

@Suite struct `a budget` {
  private func budget(_ seconds: Double?) -> Budget {
    Budget(limit: seconds.map { .seconds($0) }, rate: .thirty)
  }

  @Test func `is whole frames, never one more than fits`() throws {
    #expect(budget(15).left(used: 0) == 450)
    #expect(budget(15).left(used: 449) == 1)
    #expect(budget(15).left(used: 450) == 0)
    #expect(budget(15).left(used: 500) == 0)
    #expect(budget(1.05).left(used: 0) == 31)
    let ntsc = try #require(FrameRate(30_000, per: 1001))
    #expect(Budget(limit: .seconds(15.0), rate: ntsc).left(used: 0) == 449)
  }

  @Test func `leaves everything without a limit`() {
    var none = budget(nil)
    #expect(none.left(used: 1 << 40) == .max)
    none.change(by: .seconds(Int64(5)), used: 0)
    #expect(none.limit == nil)
  }

  @Test(arguments: [
    (15, 5, 0, 20), (15, -5, 0, 10), (15, -5, 390, 13), (15, -5, 450, 15), (7, -5, 0, 5),
    (5, -5, 0, 5), (3, -5, 0, 3), (3, 5, 0, 8), (15, 5, 1200, 40), (15, -5, 1200, 15),
  ])
  func `changes by steps down to what is used, and a step down never adds`(
    limit: Int, step: Int, used: Int, changed: Int
  ) {
    var budget = budget(Double(limit))
    budget.change(by: .seconds(Int64(step)), used: Int64(used))
    #expect(budget.limit == .seconds(Int64(changed)))
  }

  @Test func `cut down to what is used leaves no frame, at any rate`() throws {
    for (frames, seconds) in [(30, 1), (30_000, 1001), (24_000, 1001), (7, 1)] {
      let rate = try #require(FrameRate(Int64(frames), per: Int64(seconds)))
      for used: Int64 in [1000, 1001, 2997] {
        var budget = Budget(limit: .seconds(Int64(1000)), rate: rate)
        for _ in 0..<300 { budget.change(by: .seconds(Int64(-5)), used: used) }
        #expect(budget.left(used: used) == 0)
        #expect(budget.left(used: used - 1) == 1)
      }
    }
  }

  @Test func `is spent to the frame by a take that overlaps the one before it`() {
    for limit in Int64(0)...40 {
      let budget = Budget(limit: FrameRate.thirty.time(ofFrame: limit), rate: .thirty)
      for wished in [1, 2, 7, 15, 100] as [Int64] {
        let transition = Transition(.fade, length: FrameRate.thirty.time(ofFrame: wished))
        for neighbour in [1, 3, 8, 21, 40] as [Int64] {
          let allowance = budget.allowance(used: 5, transition: transition, after: neighbour)
          func longer(by length: Int64) -> Int64 {
            length
              - Transition.overlaps(
                lengths: [neighbour, length], transitions: [nil, transition], rate: .thirty)[1]
          }
          let left = max(0, limit - 5)
          #expect(longer(by: allowance) == left, "\(limit), \(wished), \(neighbour)")
          #expect(longer(by: allowance + 1) > left, "\(limit), \(wished), \(neighbour)")
        }
      }
    }
  }

  @Test func `is not touched by a transition without a neighbour, nor by one without a limit`() {
    let fade = Transition(.fade)
    #expect(budget(2).allowance(used: 10, transition: fade, after: nil) == 50)
    #expect(budget(2).allowance(used: 10, transition: nil, after: 30) == 50)
    #expect(budget(nil).allowance(used: 10, transition: fade, after: 30) == .max)
  }
}
