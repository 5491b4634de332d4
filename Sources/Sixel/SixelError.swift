import CSixel

/// What libsixel refused to do.
package struct SixelError: Error, Sendable, Hashable {
  /// What was being done.
  package enum Operation: String, Sendable, Hashable, CaseIterable {
    case prepare = "prepare"
    /// The picture's colours were being reduced to a palette.
    case chooseColours = "choose the colours of"
    case code = "code"
  }

  /// What the library answered (SIXELSTATUS).
  package struct Code: RawRepresentable, Sendable, Hashable {
    package let rawValue: Int32
    /// Takes over a status.
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// SIXEL_BAD_ALLOCATION.
    package static let noMemory = Code(rawValue: 0x1101)
    /// SIXEL_BAD_ARGUMENT.
    package static let badArgument = Code(rawValue: 0x1102)
    /// SIXEL_BAD_INPUT.
    package static let badInput = Code(rawValue: 0x1103)
  }

  /// What was being done.
  package let operation: Operation
  /// What the library answered.
  package let code: Code
  /// What it was done to.
  package let subject: String
}

extension SixelError: CustomStringConvertible {
  /// One sentence for the user.
  package var description: String {
    let reason = sixel_helper_format_error(code.rawValue).map { String(cString: $0) }
    return "Cannot \(operation.rawValue) \(subject) for sixel graphics: \(reason ?? "it failed")."
  }
}
