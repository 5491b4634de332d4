import Support
import Testing

@Suite struct `a machine that falls asleep under a take` {
  @Test func `has all of it up to then, and goes on with another take`() throws {
    let lab = try LabRun("asleep", limit: 300, prepare: roomTone)
    #expect(lab.number("asleep.sleeps") == 1, "the kernel counts its sleeps")
    #expect(lab.code("asleep") == 0, "\(lab.text("asleep.screen"))")
    let movie = try lab.movie("asleep")
    let ends = movie.facts.chapters.map(\.end)
    #expect(ends.count == 2 && movie.errors.isEmpty, "\(movie.report)")
    #expect(movie.facts.video?.duration == movie.facts.audio?.duration, "\(movie.report)")
    // Three seconds were on the disk before it slept.
    let end = try #require(ends.first)
    #expect(end > 3, "\(movie.report)")
    // What the card held when it fell asleep is gone with it.
    let (sleep, whole) = (Int(end * 48_000), movie.samples.count)
    expectTone(movie, in: 0..<sleep - 12_000)
    expectTone(movie, in: sleep..<whole)
  }
}
