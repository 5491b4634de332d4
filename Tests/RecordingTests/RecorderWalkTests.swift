import Testing

@Suite struct `a walk through sessions` {
  /// A hundred thousand events in all; `RecorderWorld` checks after each that no closed take is
  /// lost, that the index names what is there, and that no movie grows beyond its budget.
  @Test(arguments: 0..<20)
  func `loses no take, exceeds no budget and never hangs`(seed: Int) {
    var world = RecorderWorld(seed: UInt64(seed))
    for _ in 0..<5000 { world.step() }
    world.settle()
    // The walk went to all the places it was meant to see.
    #expect(world.movies > 0)
    #expect(world.departures > 0)
    #expect(world.overlapping > 0)
    #expect(world.trimmed > 0)
  }
}
