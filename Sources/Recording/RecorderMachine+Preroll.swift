package import Units

/// What takes have of the time before their press.
extension RecorderMachine {
  /// How long before its press a take begins that was just pressed: `preroll`, but no more than half
  /// of what the budget has left, so that the take is not over before it is pressed.
  package func lead(_ preroll: MediaTime) -> MediaTime {
    let left = budget.left(used: usedFrames)
    return left == .max ? preroll : min(preroll, rate.time(ofFrame: left / 2))
  }

  /// The sentence for a take that begins only `leadIn` before its press; nil when it is `preroll`
  /// to the frame.
  package func shortLead(
    of ticket: Ticket, _ leadIn: MediaTime, insteadOf preroll: MediaTime
  ) -> String? {
    guard preroll > .zero, leadIn + rate.frameDuration < preroll,
      let number = rows.firstIndex(where: { $0.ticket == ticket })
    else { return nil }
    let begin = leadIn > .zero ? "\(leadIn.text) before its press" : "with its press"
    let reason =
      lead(preroll) < preroll ? "the budget leaves no more" : "there was no more pre-roll in hand"
    return "Take \(number + 1) begins \(begin), not \(preroll.text): \(reason)."
  }
}
