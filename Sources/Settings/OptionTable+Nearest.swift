extension OptionTable {
  /// The option that a mistyped name most likely means; nil when none is close.
  static func nearest(to name: String, besides others: [String] = []) -> String? {
    let near = (rows.map(\.name) + others).map { ($0, distance(name, $0)) }
    return near.filter { $0.1 <= 2 }.min { $0.1 < $1.1 }?.0
  }

  /// Letters to insert, remove or replace to turn one word into the other (Levenshtein).
  private static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[b.count]
  }
}
