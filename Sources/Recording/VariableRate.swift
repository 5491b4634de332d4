/// What pictures that keep their own times (`--vfr`) do not go with, because it counts in frames of
/// equal length.
package enum VariableRate {
  /// One sentence with the remedy; `wish` is what was asked for and begins it.
  package static func refusal(of wish: String) -> String {
    "\(wish) needs a constant frame rate: record without --vfr."
  }

  /// The same as the user's mistake.
  package static func problem(_ wish: String) -> Problem { Problem(.usage, refusal(of: wish)) }
}
