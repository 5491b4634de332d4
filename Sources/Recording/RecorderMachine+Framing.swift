/// Choosing how takes and movie are framed.
extension RecorderMachine {
  /// Chooses the next crop.
  package mutating func nextCrop() -> [Action] {
    changeFraming { $0.crop = $0.crop.next }
  }

  /// Turns the picture a quarter further, clockwise.
  package mutating func turn() -> [Action] {
    changeFraming { $0.rotation = $0.rotation.next }
  }

  /// Chooses the next mirror.
  package mutating func nextMirror() -> [Action] {
    changeFraming { $0.mirror = $0.mirror.next }
  }

  /// Rows of closed takes that have to be coded anew because they are framed otherwise.
  package var reframedRows: Set<Int> {
    let usable = usableRows
    return Set(agreement(on: usable).differing.map { usable[$0] })
  }

  private var usableRows: [Int] { rows.indices.filter { rows[$0].take?.state == .ready } }

  private func agreement(on usable: [Int]) -> FramingAgreement {
    FramingAgreement(
      of: usable.compactMap { rows[$0].take }, settings: frame.framed(framing),
      canTurn: canTurnMovie)
  }

  private mutating func changeFraming(_ change: (inout Framing) -> Void) -> [Action] {
    guard frame.codec == .h264 else {
      note = "The camera's own JPEG pictures stay as they are."
      return []
    }
    guard !frame.isVariable || rows.isEmpty else {
      note = VariableRate.refusal(of: "Changing the framing between takes")
      return []
    }
    switch stage {
    case .taking:
      note = "Not while recording."
      return []
    case .saving:
      note = "Still saving; Esc cancels."
      return []
    case .cutting, .idle:
      // A take that is still being cut or closed has its own framing already.
      break
    }
    change(&framing)
    let usable = usableRows
    let rest = agreement(on: usable).note { usable[$0] + 1 }
    note = ["Framing: \(framing).", rest].compactMap { $0 }.joined(separator: " ")
    return [.writeIndex]
  }
}
