import Recording
import Testing
import Units

@Suite struct `the watch over the machine's sleep` {
  private func ms(_ count: Int64) -> MediaTime { .milliseconds(count) }

  @Test func `tells how long it was, and when the machine was awake before`() {
    var watch = SleepWatch()
    // What was slept before the program began is none of its business.
    #expect(watch.looked(at: ms(0), asleep: ms(50_000)) == nil)
    #expect(watch.looked(at: ms(100), asleep: ms(50_001)) == nil)
    let sleep = watch.looked(at: ms(230), asleep: ms(350_001))
    #expect(sleep?.since == ms(100) && sleep?.length == ms(300_000))
    #expect(watch.looked(at: ms(330), asleep: ms(350_000)) == nil)
    let second = watch.looked(at: ms(430), asleep: ms(350_101))
    #expect(second?.since == ms(330) && second?.length == ms(101))
  }
}
