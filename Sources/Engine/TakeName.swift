/// Names of take files.
enum TakeName {
  /// A new one, unique for ever, such as `take-0f3a…d2.mov`.
  static func new() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return "take-" + String(repeating: "0", count: 16 - digits.count) + digits + ".mov"
  }
}
