import FoundationEssentials

/// JSON for standard output and for the labels of takes.
enum JSONText {
  /// JSON with sorted keys, without a line's end.
  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  /// The same as one line.
  static func line(_ value: some Encodable) -> String { "\(text(value))\n" }

  /// The value a text stands for; nil when it stands for none.
  static func value<Value: Decodable>(_ type: Value.Type, in text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
