/// One thing that `rushes doctor` looked at.
struct Finding: Encodable {
  /// How it stands.
  enum Verdict: String, Encodable {
    /// As good as it gets.
    case ok
    /// It works; something would be better.
    case note
    /// Recording or saving will fail.
    case bad
  }

  /// What it is about, in a word.
  var area: String
  /// How it stands.
  var verdict: Verdict
  /// What was found.
  var text: String
  /// What to do about it, a sentence each.
  var advice: [String] = []

  init(_ area: String, _ verdict: Verdict, _ text: String, advice: [String] = []) {
    self.area = area
    self.verdict = verdict
    self.text = text
    self.advice = advice
  }

  /// The finding for people: one line, and one for each advice.
  var lines: String {
    let head = area.padded(to: 12) + verdict.rawValue.padded(to: 6) + text
    let margin = "".padded(to: 18)
    return ([head] + advice.map { margin + $0 }).joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
