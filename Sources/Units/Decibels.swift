/// A level of sound against full scale (dBFS): 0 is the loudest sample there is, silence minus
/// infinity.
package struct Decibels: Sendable, Hashable, Comparable {
  /// The level; never NaN.
  package let value: Double

  /// Makes a level of so many decibels.
  package init(_ value: Double) { self.value = value.isNaN ? -.infinity : value }

  /// The level of a sample, -1…1.
  package init(amplitude: Double) {
    self.init(20 * commonLogarithm(abs(amplitude)))
  }

  /// The level of a mean of squared samples: of a sine 3 dB less than that of its peaks.
  package init(power: Double) { self.init(10 * commonLogarithm(power)) }

  /// Nothing but zeros.
  package static let silence = Decibels(-.infinity)
  /// The loudest sample.
  package static let full = Decibels(0)

  package static func < (a: Decibels, b: Decibels) -> Bool { a.value < b.value }

  package static func - (a: Decibels, b: Decibels) -> Decibels { Decibels(a.value - b.value) }
}

/// The logarithm to the base of ten, which the standard library has not; minus infinity for zero.
///
/// `x` is taken apart into 2^e · m with m from 1 to 2, and ln m = 2 artanh((m - 1) / (m + 1)), whose
/// series falls by a factor of nine and more with every term.
private func commonLogarithm(_ x: Double) -> Double {
  guard x > 0, x.isFinite else { return x > 0 ? .infinity : -.infinity }
  let z = (x.significand - 1) / (x.significand + 1)
  var (power, sum) = (z, 0.0)
  for odd in stride(from: 1.0, to: 33, by: 2) {
    sum += power / odd
    power *= z * z
  }
  let logarithmOfTwo = 0.693_147_180_559_945_3
  let logarithmOfTen = 2.302_585_092_994_046
  return (Double(x.exponent) * logarithmOfTwo + 2 * sum) / logarithmOfTen
}
