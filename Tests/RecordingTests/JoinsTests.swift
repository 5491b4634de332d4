import Recording
import Testing
import Units

@Suite struct `the joins of a movie` {
  private let fade = Transition(.fade)
  private let wipe = Transition(.wipeup, length: .milliseconds(500))

  @Test func `are hard cuts unless something was said`() {
    #expect(Joins([]) == .hardCuts)
    #expect((0..<5).allSatisfy { Joins([]).transition(into: $0) == nil })
  }

  @Test func `are all alike when one kind was said, and the first take is ready to be moved`() {
    #expect((0..<5).allSatisfy { Joins([wipe]).transition(into: $0) == wipe })
  }

  @Test func `follow the order of several, with hard cuts behind`() {
    let joins = Joins([fade, nil, wipe])
    #expect((0..<6).map(joins.transition) == [nil, fade, nil, wipe, nil, nil])
  }

  @Test func `are given to the takes of a session, but not to those that cannot be read`() {
    var takes = (1...4).map { Session.take($0, frames: 30, state: $0 == 2 ? .bad : .ready) }
    Joins([fade, wipe]).apply(to: &takes)
    #expect(takes.map(\.transition) == [nil, nil, fade, wipe])
    Joins([nil]).apply(to: &takes)
    #expect(takes.map(\.transition) == [nil, nil, nil, nil])
  }

  @Test func `say where short takes shorten them, by their real lengths`() {
    var takes = [90, 40, 90].map { Session.take(1, frames: $0) }
    Joins([fade]).apply(to: &takes)
    takes[1].trim = .init(head: 4, tail: 6)
    #expect(
      Transition.shortenings(in: takes, rate: .thirty) == [
        "The transition into take 2 was shortened to 0.50 s, half of the shorter take.",
        "The transition into take 3 was shortened to 0.50 s, half of the shorter take.",
      ])
    #expect(Transition.frames(of: takes, rate: .thirty) == 90 + 30 + 90 - 30)
    takes[1].trim = nil
    takes[1].frames = 60
    #expect(Transition.shortenings(in: takes, rate: .thirty).isEmpty)
  }
}
