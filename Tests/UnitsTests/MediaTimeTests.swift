import Testing
import Units

@Suite struct `a length of time` {
  @Test(arguments: [
    ("1.5s", 1500), ("90s", 90_000), ("250ms", 250), ("2m", 120_000), ("1:30", 90_000),
    ("1:02:03", 3_723_000), ("0:00.5", 500), ("1h", 3_600_000), ("0s", 0),
  ])
  func `is read the way people write it`(text: String, milliseconds: Int64) {
    #expect(MediaTime(parsing: text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "5", "s", "-1s", "1e3s", "1:75", "1:2:3:4", "abc", "nans", "infs", "1 s"])
  func `is refused in any other form`(text: String) {
    #expect(MediaTime(parsing: text) == nil)
  }

  @Test(arguments: [
    (3_000, "3.00 s"), (3_004, "3.00 s"), (59_990, "59.99 s"), (90_500, "1:30.5"),
    (3_723_400, "1:02:03.4"),
  ])
  func `is shown short and plain`(milliseconds: Int64, text: String) {
    #expect(MediaTime.milliseconds(milliseconds).text == text)
  }

  @Test func `lies on the sample grid without an error that grows`() {
    #expect(MediaTime.seconds(Int64(86_400)).samplePosition == 86_400 * 48_000)
    #expect(MediaTime(samplePosition: 48_000 * 86_400 + 1).samplePosition == 48_000 * 86_400 + 1)
  }
}
