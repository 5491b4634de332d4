import Codec
import Testing

@Suite struct `a checksum of pictures` {
  private func sum(_ pictures: [[UInt8]], from frame: Int64 = 0) -> PacketChecksum {
    var sum = PacketChecksum()
    for (index, bytes) in pictures.enumerated() { sum.add(bytes, frame: frame + Int64(index)) }
    return sum
  }

  @Test(arguments: 0..<50)
  func `changes with every byte, wherever it lies`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 31 * $0) }
    let before = sum([[1], bytes, [2, 3]])
    #expect(sum([[1], bytes, [2, 3]]) == before)
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        #expect(sum([[1], changed, [2, 3]]) != before)
      }
    }
    #expect(sum([[1], bytes + [0], [2, 3]]) != before)
    #expect(sum([[1], bytes, [2, 3]], from: 1) != before)
  }

  @Test func `changes with the order of what it is made of`() {
    let words = (0..<8).map { word in [UInt8](repeating: UInt8(word), count: 8) }
    let before = sum([Array(words.joined())])
    for first in words.indices {
      for second in words.indices where second > first {
        var swapped = words
        swapped.swapAt(first, second)
        #expect(sum([Array(swapped.joined())]) != before)
      }
    }
    #expect(sum([[1], [2]]) != sum([[2], [1]]))
    #expect(sum([[1, 2], [3]]) != sum([[1], [2, 3]]))
  }
}
