package import Foundation

/// Seeds of tests with random input.
package enum Torture {
  /// Seconds that tests with random input are to run; nil when they run as usual.
  package static let seconds: Double? = ProcessInfo.processInfo.environment["RUSHES_TORTURE"]
    .flatMap { Double($0) }

  /// The first `usual` seeds; with `RUSHES_TORTURE` in the environment as many as that many seconds
  /// give, but no fewer than `least`, from a random one on, which a failing expectation names.
  ///
  /// How many there were is printed at the end.
  package static func seeds(
    usual: UInt64, atLeast least: UInt64 = 0, of test: String = #function
  ) -> AnySequence<UInt64> {
    guard let seconds else { return AnySequence(0..<usual) }
    let end = Date(timeIntervalSinceNow: seconds)
    let first = UInt64.random(in: 0..<1 << 32)
    return AnySequence(
      sequence(first: first) { seed in
        let count = seed + 1 - first
        if Date() < end || count < least { return seed + 1 }
        tell("tried \(count) inputs: \(test)")
        return nil
      })
  }

  /// Lengths at which a file of `count` bytes is cut: every `usual` bytes, or every 1,000 with
  /// `RUSHES_TORTURE` in the environment.
  package static func cuts(
    of count: Int, usual: Int, test: String = #function
  ) -> StrideTo<Int> {
    let step = seconds == nil ? usual : 1000
    if seconds != nil { tell("tried \((count + step - 1) / step) cuts: \(test)") }
    return stride(from: 0, to: count, by: step)
  }

  /// Prints in one go and at the margin, where it is counted: libraries leave lines half written.
  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data("\n\(line)\n".utf8))
  }

  /// A movie with a few bits turned over, two times in three within its headers: what is damaged there
  /// matters most, and they come first.
  package static func flipped(movie whole: Data, seed: UInt64) -> Data {
    let header = whole.prefix(whole.range(of: Data("mdat".utf8))?.lowerBound ?? 1200)
    return seed % 3 == 0
      ? flipped(whole, seed: seed)
      : flipped(header, seed: seed) + whole.dropFirst(header.count)
  }

  /// The bytes with a few of their bits turned over, at places that `seed` chooses.
  package static func flipped(_ bytes: Data, seed: UInt64) -> Data {
    var (random, bytes) = (SeededNumbers(seed: seed), bytes)
    for _ in 0..<Int(random.next() % 8 + 1) where !bytes.isEmpty {
      let index = Int(random.next() % UInt64(bytes.count))
      bytes[bytes.startIndex + index] ^= UInt8(1 << (random.next() % 8))
    }
    return bytes
  }
}
