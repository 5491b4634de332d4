import Screens
import Testing
import Units

private func bar(
  _ tenths: [Int64], overlaps: [Int64], budget: Int64?, width: Int
) -> BudgetBar {
  BudgetBar(
    takes: tenths.map { .milliseconds($0 * 100) },
    overlaps: overlaps.map { .milliseconds($0 * 100) },
    budget: budget.map { .milliseconds($0 * 100) }, width: width)
}

private func bar(_ tenths: [Int64], budget: Int64?, width: Int) -> [Range<Int>] {
  BudgetBar(
    takes: tenths.map { .milliseconds($0 * 100) }, budget: budget.map { .milliseconds($0 * 100) },
    width: width
  ).blocks
}

@Suite struct `the budget bar` {
  @Test func `is empty before the first take and full when the budget is spent`() {
    #expect(bar([], budget: 150, width: 30).isEmpty)
    #expect(bar([150], budget: 150, width: 30) == [0..<240])
    #expect(bar([75, 75], budget: 150, width: 30) == [0..<120, 120..<240])
  }

  @Test func `grows the running take by eighths of a cell`() {
    #expect(bar([1], budget: 80, width: 10) == [0..<1])
    #expect(bar([9], budget: 80, width: 10) == [0..<9])
    #expect(bar([40, 3], budget: 80, width: 10) == [0..<40, 40..<43])
  }

  @Test func `shows even the shortest take`() {
    #expect(bar([0, 0, 0, 0], budget: 150, width: 30) == [0..<8, 8..<16, 16..<24, 24..<25])
    // At the end of the budget the long one makes room.
    #expect(bar([149, 1], budget: 150, width: 10) == [0..<72, 72..<80])
  }

  @Test func `ends a block where the next take comes in, and shades what both share`() {
    let bar = bar([60, 40, 50], overlaps: [0, 20, 10], budget: 150, width: 30)
    #expect(bar.blocks == [0..<64, 64..<112, 112..<192])
    #expect(bar.shared == [0, 4, 2])
    #expect(bar.blocks.last?.upperBound == 120 * 30 * 8 / 150, "the overlaps are subtracted")
  }

  @Test func `shades a short overlap, but never more than the block`() {
    #expect(bar([60, 40], overlaps: [0, 1], budget: 150, width: 30).shared == [0, 1])
    #expect(bar([60, 2], overlaps: [0, 1], budget: 150, width: 30).shared == [0, 0])
    let full = bar([60, 40, 30], overlaps: [0, 20, 20], budget: nil, width: 9)
    #expect(full.blocks == [0..<32, 32..<48, 48..<72])
    #expect(full.shared == [0, 2, 2])
    let narrow = bar([60, 40, 30], overlaps: [0, 20, 20], budget: nil, width: 4)
    #expect(narrow.shared == [0, 1, 1])
  }

  @Test func `shares itself out among the takes without a limit`() {
    #expect(bar([10, 30], budget: nil, width: 40) == [0..<80, 80..<320])
  }

  @Test(arguments: [0, 1, 2, 5, 76])
  func `never leaves its place and never goes back`(width: Int) {
    for count in 0..<90 {
      for budget in [nil, 0, 1, 150] as [Int64?] {
        let blocks = bar((0..<Int64(count)).map { $0 % 7 }, budget: budget, width: width)
        #expect(blocks.count == count)
        #expect(zip(blocks, blocks.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(blocks.allSatisfy { $0.upperBound <= width * 8 })
      }
    }
  }
}
