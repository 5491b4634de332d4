/// Card and device of an ALSA name that speaks of hardware, such as `hw:CARD=PCH,DEV=0`.
struct HardwareAddress: Hashable {
  /// The card's id, or its number as the user wrote it.
  let card: String
  /// The device's number on the card.
  let device: Int

  /// Reads `hw:PCH`, `hw:1,0`, `plughw:CARD=PCH,DEV=0`, `dsnoop:…`; nil without a card.
  init?(_ name: String) {
    guard let colon = name.firstIndex(of: ":") else { return nil }
    var (card, device) = ("", "0")
    let parts = name[name.index(after: colon)...].split(
      separator: ",", omittingEmptySubsequences: false)
    for (place, part) in parts.enumerated() {
      let pair = part.split(separator: "=", maxSplits: 1)
      switch (pair.count, pair.first) {
      case (2, "CARD"): card = String(pair[1])
      case (2, "DEV"): device = String(pair[1])
      case (1, _) where place == 0: card = String(part)
      case (1, _) where place == 1: device = String(part)
      default: break
      }
    }
    guard !card.isEmpty, let number = Int(device), number >= 0 else { return nil }
    self.card = card
    self.device = number
  }
}
