import Testing
import Units

@Suite struct `a level in decibels` {
  @Test(arguments: [
    (1, 0), (0.5, -6.020_599_913_279_624), (0.1, -20), (-0.25, -12.041_199_826_559_248),
    (1e-5, -100), (0.501_187_233_627_272_3, -6), (2, 6.020_599_913_279_624),
    (0.999_969_482_421_875, -0.00026507636037961915), (1e-30, -600),
  ])
  func `is twenty logarithms of a sample`(amplitude: Double, level: Double) {
    #expect(abs(Decibels(amplitude: amplitude).value - level) < 1e-9)
  }

  @Test func `is ten logarithms of a power`() {
    #expect(abs(Decibels(power: 0.5).value + 3.010_299_956_639_812) < 1e-9)
    #expect(abs(Decibels(power: 0.001).value + 30) < 1e-9)
  }

  @Test func `has no bottom`() {
    #expect(Decibels(amplitude: 0) == .silence)
    #expect(Decibels(amplitude: .nan) == .silence)
    #expect(Decibels.silence - .silence == .silence && .silence < Decibels(-200))
  }
}
