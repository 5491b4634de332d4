package import Foundation

/// Seeds of tests with random input.
package enum Torture {
  /// The first `usual` seeds; with `RUSHES_TORTURE` in the environment as many as that many seconds
  /// give, from a random one on, which a failing expectation names.
  package static func seeds(usual: UInt64) -> AnySequence<UInt64> {
    guard let text = ProcessInfo.processInfo.environment["RUSHES_TORTURE"],
      let seconds = Double(text)
    else { return AnySequence(0..<usual) }
    let end = Date(timeIntervalSinceNow: seconds)
    let first = UInt64.random(in: 0..<1 << 32)
    return AnySequence(
      sequence(first: first) { seed in Date() < end ? seed + 1 : nil })
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
