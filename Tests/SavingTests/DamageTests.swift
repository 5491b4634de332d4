import Foundation
import Recording
import Support
import Testing

@Suite struct `saving a session with a damaged take` {
  private let shelf: Shelf
  private static let (first, second) = (Shelf.first, Shelf.second)

  init() throws { shelf = try Shelf() }

  /// The second take's pictures, which are in every movie, whatever happened to the first one.
  private var rest: [Int] { Array(Self.first..<Self.first + Self.second) }

  @Test(arguments: [true, false])
  func `keeps every picture before a cut`(hasIndex: Bool) throws {
    var longest = 0
    for length in Torture.cuts(of: shelf.whole.count, usual: 9973) {
      try shelf.damage(shelf.whole.prefix(length), index: hasIndex)
      guard case .saved(let numbers, let takes, let bad) = try shelf.save() else {
        Issue.record("\(length) bytes: nothing is saved")
        continue
      }
      let count = numbers.count - rest.count
      #expect(numbers == Array(0..<max(0, count)) + rest, "\(length) bytes")
      #expect(takes.count == (count > 0 ? 2 : 1), "\(length) bytes")
      // Of a file that holds no picture it is known that it was a take by the index alone.
      #expect(bad.count == (count == 0 && hasIndex ? 1 : 0), "\(length) bytes: \(bad)")
      #expect(bad.allSatisfy { $0.reason != nil } && shelf.leftovers.isEmpty, "\(length) bytes")
      #expect(count >= longest, "\(length) bytes")
      longest = max(longest, count)
    }
    #expect(longest >= Self.first - 6, "\(longest) frames")
    #expect(try Data(contentsOf: shelf.damaged).count > 0, "the file is only ever read")
  }

  @Test(arguments: [true, false])
  func `makes a movie or says why not, whichever bits are turned over`(hasIndex: Bool) throws {
    // What is damaged in headers matters most, and lies between much sound.
    let headers = ["moov", "moof", "mfra"].compactMap {
      shelf.whole.range(of: Data($0.utf8))?.lowerBound
    }
    var refusals: [String: Int] = [:]
    var refused: [UInt64] = []
    var whole = 0
    for seed in Torture.seeds(usual: 60, atLeast: 2000) {
      var bytes = shelf.whole
      if seed % 3 == 0 {
        bytes = Torture.flipped(bytes, seed: seed)
      } else {
        let header = headers[Int(seed) % headers.count]
        let part = header..<min(bytes.count, header + 300)
        bytes.replaceSubrange(part, with: Torture.flipped(bytes[part], seed: seed))
      }
      try shelf.damage(bytes, index: hasIndex)
      switch try shelf.save() {
      case .saved(let numbers, let takes, let bad):
        #expect(numbers.count <= Self.first + Self.second, "seed \(seed)")
        // Without an index the order is what the files say of it, the damaged one too.
        let isFirst = !hasIndex && Array(numbers.prefix(Self.second)) == rest
        #expect(isFirst || Array(numbers.suffix(Self.second)) == rest, "seed \(seed)")
        #expect(takes.count + bad.count <= 2 && bad.count <= 1, "seed \(seed)")
        whole += 1
      case .refused(let sentence):
        #expect(sentence.hasSuffix("."), "seed \(seed): \(sentence)")
        let cause = sentence.replacingOccurrences(of: shelf.root.path, with: "")
        refusals[cause.filter { !$0.isNumber }, default: 0] += 1
        refused.append(seed)
      }
      #expect(shelf.leftovers.isEmpty, "seed \(seed)")
    }
    // The other take is good.
    #expect(
      refusals.isEmpty && whole > 0, "\(whole) saved, \(refusals), seed \(refused.first ?? 0)")
  }

  @Test func `makes a movie of both where the damage changed what decoders hardly heed`() throws {
    // The decoder configuration: takes are joined by copying only where they share it.
    let record = try #require(shelf.whole.range(of: Data("avcC".utf8))).upperBound
    var both = 0
    let bits = Array(stride(from: 0, to: 46 * 8, by: Torture.seconds == nil ? 23 : 1))
    for bit in bits {
      var bytes = shelf.whole
      bytes[record + bit / 8] ^= UInt8(1 << (bit % 8))
      try shelf.damage(bytes, index: true)
      guard case .saved(let numbers, let takes, _) = try shelf.save() else {
        Issue.record("bit \(bit): nothing is saved")
        continue
      }
      #expect(Array(numbers.suffix(rest.count)) == rest, "bit \(bit)")
      if takes.count == 2 { both += 1 }
    }
    #expect(both * 2 > bits.count, "\(both) with both takes")
  }
}

@Suite struct `merging a damaged movie` {
  private let shelf: Shelf
  private let movie: String
  private let whole: Data

  init() throws {
    shelf = try Shelf()
    _ = try shelf.save()
    whole = try Data(contentsOf: URL(fileURLWithPath: shelf.root.file("movie.mp4")))
    movie = shelf.root.file("damaged.mp4")
    try whole.write(to: URL(fileURLWithPath: shelf.root.file("whole.mp4")))
  }

  @Test func `takes what can be read of it, or says why it cannot`() throws {
    let all = Array(0..<Shelf.first + Shelf.second)
    var (merged, refused, long) = (0, 0, 0)
    for seed in Torture.seeds(usual: 60, atLeast: 2000) {
      try Torture.flipped(movie: whole, seed: seed).write(to: URL(fileURLWithPath: movie))
      switch try shelf.merge([shelf.root.file("whole.mp4"), movie]) {
      case .saved(let numbers, _, _):
        merged += 1
        #expect(Array(numbers.prefix(all.count)) == all, "seed \(seed)")
      case .refused(let sentence):
        refused += 1
        #expect(sentence.hasSuffix("."), "seed \(seed): \(sentence)")
        #expect(!sentence.contains("unforeseen"), "seed \(seed): \(sentence)")
      case nil: long += 1
      }
      #expect(shelf.leftovers.isEmpty, "seed \(seed)")
    }
    #expect(merged > 0 && refused > 0, "\(merged) merged, \(refused) refused, \(long) too long")
  }

  @Test func `takes what is there before a cut, or says why it cannot`() throws {
    let all = Array(0..<Shelf.first + Shelf.second)
    for length in Torture.cuts(of: whole.count, usual: 1999) {
      try whole.prefix(length).write(to: URL(fileURLWithPath: movie))
      switch try shelf.merge([shelf.root.file("whole.mp4"), movie]) {
      case .saved(let numbers, _, _):
        let part = numbers.dropFirst(all.count)
        #expect(Array(numbers.prefix(all.count)) == all, "\(length) bytes")
        #expect(Array(Set(part)).sorted() == Array(0..<Set(part).count), "\(length) bytes")
      case .refused(let sentence):
        #expect(sentence.hasSuffix(".") && !sentence.contains("unforeseen"), "\(sentence)")
      case nil: Issue.record("\(length) bytes make it longer")
      }
    }
  }
}
