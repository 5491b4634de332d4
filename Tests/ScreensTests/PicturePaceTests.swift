import Screens
import Testing
import Units

/// A terminal behind a link, in made-up time: it answers when all that was sent before has come
/// through.
private struct ScreenLink {
  /// There and back.
  var latency: MediaTime
  var bytesPerSecond: Double
  var pictureBytes = 12_000.0
  var answers = true
  var pace: PicturePace
  var now = MediaTime.seconds(Int64(100))
  /// When the link is free again.
  private var free = MediaTime.zero
  private var answerDue: MediaTime?
  /// What each picture made everything else wait.
  private(set) var waits: [MediaTime] = []
  private(set) var times: [MediaTime] = []
  private(set) var questions = 0

  init(
    latency: Int64, bytesPerSecond: Double, isRemote: Bool = true, canSave: Bool = false
  ) {
    self.latency = .milliseconds(latency)
    self.bytesPerSecond = bytesPerSecond
    pace = PicturePace(isRemote: isRemote, canSave: canSave)
  }

  private mutating func send(_ bytes: Double) {
    let busy = MediaTime(nanoseconds: Int64(bytes / bytesPerSecond * 1e9))
    free = max(free, now) + busy
    waits.append(free - now)
    times.append(now)
  }

  private mutating func ask() -> Bool {
    questions += 1
    if answers { answerDue = max(free, now) + latency }
    return true
  }

  /// Looks every 50 ms, as the screen does; pictures take 5 ms to come.
  mutating func run(for length: Int64) {
    let end = now + .milliseconds(length)
    while now < end {
      let tick = now + .milliseconds(50)
      look()
      while let due = answerDue, due <= tick {
        (now, answerDue) = (due, nil)
        pace.answered(at: now)
        look()
      }
      now = tick
    }
  }

  private mutating func look() {
    var step = pace.step(at: now)
    if step == .ask { step = pace.asked(ask(), at: now) }
    guard step == .picture else { return }
    #expect(answerDue == nil, "at most one picture is on its way")
    send(pictureBytes / Double(1 << (2 * pace.thrift)))
    let isAsked = pace.wantsAnswer && ask()
    pace.sent(at: now, isAsked: isAsked)
  }

  mutating func forget() { (waits, times) = ([], []) }
}

@Suite struct `the pace of the live picture` {
  @Test func `is ten a second on a terminal that is near`() {
    var link = ScreenLink(latency: 1, bytesPerSecond: 50e6, isRemote: false)
    link.run(for: 10_000)
    #expect((95...101).contains(link.times.count))
  }

  @Test func `is as rare as the processor can spare, and ten a second again afterwards`() {
    var link = ScreenLink(latency: 1, bytesPerSecond: 50e6, isRemote: false)
    link.pace.leastPeriod = .milliseconds(190)
    link.run(for: 10_000)
    #expect((48...53).contains(link.times.count), "\(link.times.count)")
    link.pace.leastPeriod = .zero
    link.forget()
    link.run(for: 10_000)
    #expect((95...101).contains(link.times.count))
  }

  @Test func `is six to seven a second over a good network, however far away it ends`() {
    for latency in [5, 40, 250] as [Int64] {
      var link = ScreenLink(latency: latency, bytesPerSecond: 5e6)
      link.run(for: 10_000)
      // One picture is on its way at a time.
      let most = Double(10_000 / max(150, latency))
      #expect(Double(link.times.count) > most * 0.7 && Double(link.times.count) < most * 1.1)
    }
  }

  @Test func `falls where a picture makes everything else wait, and rises again`() {
    var link = ScreenLink(latency: 100, bytesPerSecond: 1e6 / 8)
    link.pictureBytes = 20_000
    link.run(for: 10_000)
    link.forget()
    link.run(for: 20_000)
    // A picture takes 160 ms of the link.
    #expect((15...30).contains(link.times.count), "\(link.times.count)")
    link.bytesPerSecond = 5e6
    link.run(for: 10_000)
    link.forget()
    link.run(for: 10_000)
    #expect(link.times.count > 55)
  }

  @Test func `saves pixels before pictures where that saves bytes, and has them back`() {
    var link = ScreenLink(latency: 100, bytesPerSecond: 1e6 / 8, canSave: true)
    link.pictureBytes = 20_000
    link.run(for: 10_000)
    link.forget()
    link.run(for: 10_000)
    #expect(link.pace.thrift == 1, "a quarter takes 40 ms of the link, all of it 160 ms")
    #expect(link.times.count > 55, "\(link.times.count)")
    link.bytesPerSecond = 5e6
    link.run(for: 10_000)
    #expect(link.pace.thrift == 0)
    link.bytesPerSecond = 1e6 / 80
    link.run(for: 60_000)
    #expect(link.pace.thrift == 2)
  }

  @Test func `puts the picture away on a hopeless link, tries seldom, and comes back`() {
    var link = ScreenLink(latency: 100, bytesPerSecond: 9600 / 10)
    link.run(for: 300_000)
    #expect(link.pace.isResting)
    #expect((1...6).contains(link.times.count), "\(link.times.count)")
    link.bytesPerSecond = 5e6
    link.run(for: 400_000)
    link.forget()
    link.run(for: 10_000)
    #expect(!link.pace.isResting && link.times.count > 55)
  }

  @Test func `is two a second where the terminal does not answer, and it is asked no more`() {
    var link = ScreenLink(latency: 1, bytesPerSecond: 50e6, isRemote: false)
    link.answers = false
    link.run(for: 11_000)
    #expect((18...21).contains(link.times.count))
    #expect(link.questions == 1)
  }

  @Test func `draws without asking until the terminal can be asked`() {
    var pace = PicturePace(isRemote: false)
    var now = MediaTime.zero
    for _ in 0..<3 {
      #expect(pace.step(at: now) == .ask)
      #expect(pace.asked(false, at: now) == .picture)
      #expect(pace.step(at: now + .seconds(Int64(60))) == .nothing, "one at a time")
      pace.sent(at: now, isAsked: false)
      #expect(pace.step(at: now + .milliseconds(499)) == .nothing)
      now = now + .milliseconds(500)
    }
    #expect(pace.step(at: now) == .ask)
    #expect(pace.asked(true, at: now) == .nothing)
    pace.answered(at: now + .milliseconds(3))
    #expect(pace.step(at: now + .milliseconds(3)) == .picture)
  }

  @Test func `goes on after the terminal was away, and without pictures`() {
    var pace = PicturePace(isRemote: false)
    _ = pace.asked(true, at: .zero)
    pace.answered(at: .milliseconds(1))
    #expect(pace.step(at: .milliseconds(1)) == .picture)
    pace.sent(at: .milliseconds(2), isAsked: true)
    pace.interrupted(at: .seconds(Int64(5)))
    #expect(pace.step(at: .seconds(Int64(5))) == .picture)
    pace.gotNothing(at: .seconds(Int64(6)))
    #expect(pace.step(at: .seconds(Int64(6))) == .nothing)
    #expect(pace.step(at: .seconds(Int64(7))) == .picture)
    pace.changedNothing(at: .seconds(Int64(7)))
    #expect(pace.step(at: .milliseconds(7050)) == .nothing)
    #expect(pace.step(at: .milliseconds(7090)) == .picture)
  }
}
