/// What has to be known of HEVC before it is copied (ITU-T H.265).
enum HEVCUnit {
  /// The parameter sets of an `hvcC` record of four-byte lengths (ISO/IEC 14496-15, 8.3.3.1); nil
  /// for anything else.
  static func sets(in record: [UInt8]) -> [[UInt8]]? {
    // Version 1, then 20 bytes of profile and form, lengths of four bytes, a number of arrays.
    guard record.count > 23, record[0] == 1, record[21] & 3 == 3 else { return nil }
    var rest = record[23...]
    func number() -> Int? {
      guard rest.count >= 2 else { return nil }
      return Int(rest.removeFirst()) << 8 + Int(rest.removeFirst())
    }
    var sets: [[UInt8]] = []
    for _ in 0..<record[22] {
      guard let kind = rest.popFirst(), let units = number() else { return nil }
      for _ in 0..<units {
        guard let count = number(), count > 2, rest.count >= count else { return nil }
        if parameters.contains(kind & 63) { sets.append(Array(rest.prefix(count))) }
        rest = rest.dropFirst(count)
      }
    }
    return sets.isEmpty ? nil : sets
  }

  /// What a unit is, by its header of two bytes (7.3.1.2) and the first ones of its slice.
  ///
  /// Decoding begins at IDR and BLA pictures alone: a CRA picture is no new start behind others,
  /// so behind another file its number would be counted on from that one's. Nor must a key ask for
  /// pictures before it to be thrown away unseen (`no_output_of_prior_pics_flag`).
  static func kind(of unit: UnsafeRawBufferPointer) -> UnitKind {
    guard unit.count > 2 else { return .other }
    if unit[0] & 1 != 0 || unit[1] >> 3 != 0 { return .foreign }
    let kind = unit[0] >> 1 & 63
    if parameters.contains(kind) { return .parameters }
    return starts.contains(kind) && unit[2] & 0x40 == 0 ? .key : .other
  }

  /// VPS, SPS and PPS (table 7-1).
  private static let parameters: ClosedRange<UInt8> = 32...34
  /// BLA and IDR pictures (table 7-1).
  private static let starts: ClosedRange<UInt8> = 16...20
}
