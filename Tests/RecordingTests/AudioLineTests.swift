import Recording
import Support
import Testing

/// Stereo samples that name their own position: left its low part, right the one above.
private func sound(_ range: Range<Int64>) -> [Int16] {
  range.flatMap { [Int16($0 % 30_000 + 1), Int16($0 / 30_000 + 1)] }
}

private func silence(_ count: Int64) -> [Int16] { [Int16](repeating: 0, count: Int(count) * 2) }

@Suite struct `the line of sound` {
  private func line(_ capacity: Int64, from start: Int64, to end: Int64) -> AudioLine {
    var line = AudioLine(capacity: capacity)
    line.begin(at: start)
    line.append(sound(start..<end))
    return line
  }

  @Test func `is empty at first and begins where it is told`() {
    var line = AudioLine(capacity: 100)
    #expect(line.end == nil)
    line.begin(at: 5_000_000)
    #expect(line.end == nil)
    #expect(line.next == 5_000_000)
    line.append(sound(5_000_000..<5_000_010))
    #expect(line.end == 5_000_010)
    #expect(line.next == 5_000_010)
  }

  @Test func `gives every sample at its own position, across the end of its memory`() {
    var line = line(1000, from: 123_456, to: 123_456)
    var position: Int64 = 123_456
    for count: Int64 in [480, 1, 479, 999, 1000, 1001, 2500, 7, 480] {
      line.append(sound(position..<(position + count)))
      position += count
      #expect(line.end == position)
      let there = max(123_456, position - 1000)..<position
      let read = line.read(there)
      #expect(read.samples == sound(there))
      #expect(read.filled == 0)
    }
  }

  @Test func `is silent outside what it keeps, and counts that`() {
    let line = line(1000, from: 10_000, to: 11_500)
    #expect(line.read(10_490..<10_510).samples == silence(10) + sound(10_500..<10_510))
    #expect(line.read(10_490..<10_510).filled == 10)
    #expect(line.read(11_495..<11_520).samples == sound(11_495..<11_500) + silence(20))
    #expect(line.read(11_495..<11_520).filled == 20)
    #expect(line.read(9_000..<12_000).filled == 2000)
    #expect(line.read(0..<5).samples == silence(5))
    #expect(line.read(20_000..<20_005).filled == 5)
    #expect(line.read(10_600..<10_600).samples.isEmpty)
    #expect(AudioLine(capacity: 10).read(3..<8).filled == 5)
  }

  @Test func `counts the samples of holes exactly`() {
    var line = line(10_000, from: 100, to: 200)
    line.appendHole(50)
    line.append(sound(250..<300))
    line.appendHole(1)
    line.append(sound(301..<400))
    #expect(line.end == 400)
    let all = line.read(100..<400)
    #expect(
      all.samples == sound(100..<200) + silence(50) + sound(250..<300) + silence(1)
        + sound(301..<400))
    #expect(all.filled == 51)
    #expect(line.read(190..<210).filled == 10)
    #expect(line.read(240..<260).filled == 10)
    #expect(line.read(250..<300).filled == 0)
    #expect(line.read(210..<220).filled == 10)
  }

  @Test func `knows a hole as long as one sample of it is kept`() {
    var line = line(100, from: 0, to: 50)
    line.appendHole(20)
    line.append(sound(70..<150))
    #expect(line.read(50..<150).filled == 20)
    line.append(sound(150..<169))
    #expect(line.read(69..<169).filled == 1)
    line.append(sound(169..<170))
    #expect(line.read(70..<170).filled == 0)
  }

  @Test func `takes a hole larger than itself`() {
    for size: Int64 in [99, 100, 101, 250, 1_000_000] {
      var line = line(100, from: 7, to: 60)
      line.appendHole(size)
      #expect(line.end == 60 + size)
      #expect(line.read(7..<(60 + size)).filled == size + max(0, min(53, size - 47)))
      let tail = line.read(max(60, size - 40)..<(60 + size))
      #expect(tail.samples.allSatisfy { $0 == 0 })
      line.append(sound((60 + size)..<(160 + size)))
      #expect(line.read((60 + size)..<(160 + size)).samples == sound((60 + size)..<(160 + size)))
    }
  }

  @Test func `takes no hole of nothing`() {
    var line = line(100, from: 0, to: 10)
    line.appendHole(0)
    line.appendHole(-5)
    line.append([])
    #expect(line.end == 10)
  }

  @Test func `starts anew without anything of before`() {
    var line = line(100, from: 0, to: 50)
    line.appendHole(10)
    line.begin(at: 30)
    line.append(sound(30..<40))
    #expect(line.read(0..<40).samples == silence(30) + sound(30..<40))
    #expect(line.read(30..<70).filled == 30)
  }
}

@Suite struct `a walk over the line of sound` {
  @Test(arguments: 0..<30)
  func `always agrees with a line that forgets nothing`(seed: Int) {
    var random = SeededNumbers(seed: UInt64(seed))
    let capacity = Int64(random.uniform(1, 3000))
    let start = Int64(random.uniform(0, 1_000_000))
    var line = AudioLine(capacity: capacity)
    line.begin(at: start)
    var samples: [Int16] = []
    var isLost: [Bool] = []
    for _ in 0..<120 {
      let count = Int64(random.uniform(0, random.chance(0.1) ? 5000 : 600))
      let range = (start + Int64(isLost.count))..<(start + Int64(isLost.count) + count)
      if random.chance(0.2) {
        line.appendHole(count)
        samples += silence(count)
        isLost += Array(repeating: true, count: Int(count))
      } else {
        line.append(sound(range))
        samples += sound(range)
        isLost += Array(repeating: false, count: Int(count))
      }
      let first = Int64(random.uniform(0, Double(isLost.count + 1)))
      let asked = (start + first)..<(start + first + Int64(random.uniform(0, 900)))
      let read = line.read(asked)
      let oldest = max(0, Int64(isLost.count) - capacity)
      var expected: [Int16] = []
      var filled: Int64 = 0
      for position in asked {
        let index = Int(position - start)
        let isThere = Int64(index) >= oldest && index < isLost.count
        expected += isThere ? Array(samples[(2 * index)..<(2 * index + 2)]) : [0, 0]
        if !isThere || isLost[index] { filled += 1 }
      }
      #expect(read.samples == expected)
      #expect(read.filled == filled)
    }
  }
}
