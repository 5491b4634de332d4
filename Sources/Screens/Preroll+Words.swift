import Units

extension ViewState.Live {
  /// How much there is before the shutter until it is all, and then how many photos were taken.
  var words: String {
    if inHand.inHand < inHand.wished { return inHand.words }
    return "\(finished) photo\(finished == 1 ? "" : "s")"
  }
}

extension ViewState.Preroll {
  /// How much there is, until it is all: "pre-roll 1.4 of 2 s".
  var words: String {
    let isFull = inHand >= wished
    // Rounded down: nobody must count on a tenth that is not there.
    let tenths = inHand.nanoseconds / 100_000_000
    return "pre-roll " + (isFull ? "" : "\(tenths / 10).\(tenths % 10) of ") + "\(seconds) s"
  }

  /// What was asked for, without zeros behind the point.
  private var seconds: String {
    let text = "\(wished.seconds)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
