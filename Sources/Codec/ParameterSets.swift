/// H.264 byte-stream work: from Annex B to the length-prefixed form of MP4 and MOV.
enum ParameterSets {
  /// The NAL unit types used here (ITU-T H.264, table 7-1).
  private enum Unit {
    static let lastSliceType: UInt8 = 5
    static let sequenceParameters: UInt8 = 7
    static let pictureParameters: UInt8 = 8
  }

  /// Splits an Annex B byte stream at its start codes; trailing zero bytes belong to no unit.
  static func units(_ stream: UnsafeRawBufferPointer) -> [Range<Int>] {
    var units: [Range<Int>] = []
    var begin: Int?
    var index = 0
    func close(at end: Int) {
      guard let begin else { return }
      var end = end
      while end > begin, stream[end - 1] == 0 { end -= 1 }
      if end > begin { units.append(begin..<end) }
    }
    while index + 2 < stream.count {
      // A third byte above 1 rules out a start code here and at the next two places.
      if stream[index + 2] > 1 {
        index += 3
      } else if stream[index] == 0, stream[index + 1] == 0, stream[index + 2] == 1 {
        close(at: index)
        begin = index + 3
        index += 3
      } else {
        index += 1
      }
    }
    close(at: stream.count)
    return units
  }

  /// The coded slices of an Annex B picture, each behind a four-byte big-endian length.
  ///
  /// Parameter sets live in the `avcC` record alone, and the encoder's message about itself
  /// (SEI) would only mislead once takes of different encoders are joined: both are left out.
  static func slices(_ stream: UnsafeRawBufferPointer) -> [UInt8] {
    let all = units(stream).map { UnsafeRawBufferPointer(rebasing: stream[$0]) }
    return prefixed(all.filter(isSlice))
  }

  /// True for a unit that is a part of a coded picture.
  static func isSlice(_ unit: UnsafeRawBufferPointer) -> Bool {
    unit.first.map { (1...Unit.lastSliceType).contains($0 & 31) } ?? false
  }

  /// Units, each behind its four-byte big-endian length.
  static func prefixed(_ units: [UnsafeRawBufferPointer]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(units.reduce(0) { $0 + $1.count + 4 })
    for unit in units {
      withUnsafeBytes(of: UInt32(unit.count).bigEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: unit)
    }
    return bytes
  }

  /// True when a picture's length-prefixed units end exactly where its bytes do.
  static func isWhole(_ picture: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset + 4 <= picture.count {
      let length = picture.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian
      offset += 4 + Int(length)
    }
    return offset == picture.count && offset > 0
  }

  /// Makes an `avcC` record (ISO/IEC 14496-15, 5.3.3.1) for 8-bit 4:2:0 from an encoder's Annex B
  /// header; nil when a parameter set is missing.
  static func record(_ header: UnsafeRawBufferPointer) -> [UInt8]? {
    record(units: units(header).map { UnsafeRawBufferPointer(rebasing: header[$0]) })
  }

  /// The same from units without start codes.
  static func record(units: [UnsafeRawBufferPointer]) -> [UInt8]? {
    func set(_ type: UInt8) -> UnsafeRawBufferPointer? {
      units.first { $0.first.map { $0 & 31 } == type }
    }
    guard let first = set(Unit.sequenceParameters), first.count >= 4,
      let second = set(Unit.pictureParameters)
    else { return nil }
    let profile = first[1]
    // Version, profile, its constraints, level, four-byte lengths, one sequence parameter set.
    var record: [UInt8] = [1, profile, first[2], first[3], 0xff, 0xe1]
    record += [UInt8(first.count >> 8), UInt8(first.count & 255)] + first
    record += [1, UInt8(second.count >> 8), UInt8(second.count & 255)] + second
    // From the High profile on: chroma format 1 (4:2:0), 8 bits of luma and chroma, no extension.
    if profile >= 100 { record += [0xfd, 0xf8, 0xf8, 0] }
    return record
  }
}

/// What has to be known of other programs' H.264 before it is copied.
extension ParameterSets {
  /// Both parameter sets of an `avcC` record of four-byte lengths with one of each kind, both of
  /// number 0; nil for any other record.
  static func all(in record: [UInt8]) -> [[UInt8]]? {
    sets(record).map { [Array($0.sequence), Array($0.picture)] }
  }

  /// The units of a length-prefixed picture without their lengths; nil when they do not end where
  /// its bytes do.
  static func prefixedUnits(_ picture: UnsafeRawBufferPointer) -> [Range<Int>]? {
    guard isWhole(picture) else { return nil }
    var units: [Range<Int>] = []
    var offset = 0
    while offset + 4 < picture.count {
      let length = picture.loadUnaligned(fromByteOffset: offset, as: UInt32.self).bigEndian
      units.append(offset + 4..<offset + 4 + Int(length))
      offset += 4 + Int(length)
    }
    return units
  }

  /// What a unit is, by its header of one byte (7.3.1).
  static func kind(of unit: UnsafeRawBufferPointer) -> UnitKind {
    guard let header = unit.first else { return .other }
    switch header & 31 {
    case Unit.lastSliceType: return .key
    case Unit.sequenceParameters, Unit.pictureParameters: return .parameters
    default: return .other
    }
  }

  /// The record that lists the sets of `first`, all of number 0, and those of `second`, of another;
  /// nil when one of them is of another form.
  static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8]? {
    guard let (sequence, picture, rest) = sets(first), let own = sets(second, number: 1) else {
      return nil
    }
    var record = Array(first[..<5]) + [0xe2]
    for set in [sequence, own.sequence] {
      record += [UInt8(set.count >> 8), UInt8(set.count & 255)] + set
    }
    record.append(2)
    for set in [picture, own.picture] {
      record += [UInt8(set.count >> 8), UInt8(set.count & 255)] + set
    }
    return record + rest
  }

  /// True for a record that lists two sets of each kind.
  static func listsTwo(_ record: [UInt8]) -> Bool { record.count > 8 && record[5] & 31 == 2 }

  /// True when `record` lists both sets of `own`, which are of number 1, as its second ones.
  static func lists(_ record: [UInt8], setsOf own: [UInt8]) -> Bool {
    guard listsTwo(record), let (sequence, picture, _) = sets(own, number: 1) else { return false }
    func skip(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      guard rest.count >= 2 else { return nil }
      return rest.dropFirst(2 + Int(rest[rest.startIndex]) << 8 + Int(rest[rest.startIndex + 1]))
    }
    func begins(_ rest: ArraySlice<UInt8>, with set: ArraySlice<UInt8>) -> Bool {
      rest.starts(with: [UInt8(set.count >> 8), UInt8(set.count & 255)] + set)
    }
    guard let second = skip(record[6...]), begins(second, with: sequence),
      let pictures = skip(second), pictures.first == 2, let last = skip(pictures.dropFirst())
    else { return false }
    return begins(last, with: picture)
  }

  /// The two sets of a record and what follows them; nil when there are more or fewer, or when
  /// they have another number.
  private static func sets(
    _ record: [UInt8], number: UInt8 = 0
  ) -> (sequence: ArraySlice<UInt8>, picture: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    // Version 1, lengths of four bytes, one sequence parameter set.
    guard record.count > 8, record[0] == 1, record[4] & 3 == 3, record[5] & 31 == 1 else {
      return nil
    }
    var rest = record[6...]
    func take() -> ArraySlice<UInt8>? {
      guard rest.count >= 2 else { return nil }
      let count = Int(rest.removeFirst()) << 8 + Int(rest.removeFirst())
      guard count >= 2, rest.count >= count else { return nil }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    guard let sequence = take(), sequence.count > 4, rest.popFirst() == 1, let picture = take()
    else { return nil }
    // Numbers are Exp-Golomb coded: 0 is "1", 1 is "010".
    func has(_ byte: UInt8) -> Bool { number == 0 ? byte >> 7 == 1 : byte >> 5 == 2 }
    guard has(sequence[sequence.startIndex + 4]), has(picture[picture.startIndex + 1]) else {
      return nil
    }
    return (sequence, picture, rest)
  }
}
