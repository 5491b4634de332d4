/// Numbers that look random and are the same in every run (SplitMix64).
package struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  /// Begins a row of its own for each seed.
  package init(seed: UInt64) { state = (seed &+ 1) &* 0xd134_2543_de82_ef95 }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }

  /// True with this probability.
  package mutating func chance(_ probability: Double) -> Bool { uniform(0, 1) < probability }

  /// A number from `low` to below `high`.
  package mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(next() >> 11) / 9_007_199_254_740_992
  }
}
