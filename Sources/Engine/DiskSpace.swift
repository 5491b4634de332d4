import Units

/// How much room the disk has for takes and for the movie they will become.
struct DiskSpace: Sendable {
  /// Never used up: index, sync and the file system's own needs.
  private static let floor: Int64 = 32 << 20

  /// Bytes free where the session lies; nil when unknown.
  var free: Int64?
  /// Bytes of all takes so far, which the movie needs once more.
  var taken: Int64 = 0

  /// Bytes that must stay free so that the takes can be saved.
  var reserve: Int64 { taken + taken / 50 + Self.floor }

  /// True when recording on would eat the room that saving needs.
  var isSpent: Bool { free.map { $0 <= reserve } ?? false }

  /// How long recording can go on at `bytesPerSecond`: each byte is needed twice, for the take
  /// and for the movie.
  func timeLeft(bytesPerSecond: Double) -> MediaTime? {
    guard let free, bytesPerSecond > 0 else { return nil }
    let seconds = Double(max(0, free - reserve)) / 2 / bytesPerSecond
    return .seconds(min(seconds, 1e6))
  }
}
