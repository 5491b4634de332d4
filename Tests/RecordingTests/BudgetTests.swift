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
}
