import Recording
import Units

/// A take being cut at 30 frames a second; pictures are named by their capture time in
/// milliseconds.
struct Strip {
  var cut: CutMachine<Double>
  /// Everything that had to be done so far, one word each.
  private(set) var log: [String] = []
  /// Pictures written, without repeats.
  private(set) var frames: [Double] = []
  /// Frames written, repeats included.
  private(set) var written: Int64 = 0
  /// Frames of the grid that were written, repeats included.
  private(set) var slots: [Int64] = []
  /// The take's length; nil before it is settled.
  private(set) var length: Int64?

  init(
    press: Double, rate: FrameRate = .thirty, ownRate: FrameRate? = nil, allowance: Int64 = .max
  ) {
    cut = CutMachine(
      press: .seconds(press / 1000), rate: rate, ownRate: ownRate, allowance: allowance)
  }

  @discardableResult
  mutating func arrive(_ time: Double) -> [String] {
    described(cut.arrived(time, at: .seconds(time / 1000)))
  }

  mutating func arrive(_ times: [Double]) {
    for time in times { arrive(time) }
  }

  @discardableResult
  mutating func release(_ time: Double) -> [String] {
    described(cut.released(at: .seconds(time / 1000)))
  }

  /// Notes actions and puts each into a word.
  @discardableResult
  mutating func described(_ actions: [CutMachine<Double>.Action]) -> [String] {
    let words = actions.map { action in
      switch action {
      case .begin(let at): return "begin \(plain(at.seconds * 1000))"
      case .write(let picture, let frame):
        frames.append(picture)
        slots.append(frame)
        written += 1
        return "write \(plain(picture))"
      case .repeatLast(let frame):
        slots.append(frame)
        written += 1
        return "repeat"
      case .end(let count):
        length = count
        return "end \(count)"
      }
    }
    log += words
    return words
  }

  private func plain(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
