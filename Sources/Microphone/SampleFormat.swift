/// How a device writes one sample; the raw value is ALSA's name for it.
///
/// What other devices write (big-endian, 20 bits in three bytes, …) ALSA's plug layer converts.
enum SampleFormat: String, Sendable, CaseIterable {
  // In the order of preference: the most usual first, the coarsest last.
  case s16 = "S16_LE"
  case s32 = "S32_LE"
  /// The lower three of four bytes; what the fourth holds is undefined.
  case s24 = "S24_LE"
  case s24Packed = "S24_3LE"
  case float = "FLOAT_LE"
  case u8 = "U8"

  /// Bytes from one sample to the next.
  var byteCount: Int {
    switch self {
    case .u8: 1
    case .s16: 2
    case .s24Packed: 3
    case .s32, .s24, .float: 4
    }
  }

  /// Converts whole samples to -1…1; bytes of a broken one at the end are left out.
  func floats(from bytes: [UInt8]) -> [Float] {
    bytes.withUnsafeBytes { raw in
      switch self {
      case .u8: each(of: raw) { Float(Int32(raw[$0]) - 128) / 0x80 }
      case .s16: each(of: raw) { Float(word(raw, at: $0, as: Int16.self)) / 0x8000 }
      case .s32: each(of: raw) { Float(word(raw, at: $0, as: Int32.self)) / 0x8000_0000 }
      case .s24: each(of: raw) { Float(word(raw, at: $0, as: Int32.self) << 8) / 0x8000_0000 }
      case .s24Packed:
        each(of: raw) {
          let low = Int32(word(raw, at: $0, as: UInt16.self))
          return Float(low << 8 | Int32(raw[$0 + 2]) << 24) / 0x8000_0000
        }
      case .float:
        each(of: raw) { bounded(Float(bitPattern: word(raw, at: $0, as: UInt32.self))) }
      }
    }
  }

  /// One call a sample and the format decided before: this is the hot loop of every recording.
  @inline(__always)
  private func each(of raw: UnsafeRawBufferPointer, _ sample: (_ offset: Int) -> Float) -> [Float] {
    let (size, count) = (byteCount, raw.count / byteCount)
    return [Float](unsafeUninitializedCapacity: count) { samples, initialized in
      for index in 0..<count { samples.initializeElement(at: index, to: sample(index * size)) }
      initialized = count
    }
  }
}

@inline(__always)
private func word<W: FixedWidthInteger & BitwiseCopyable>(
  _ raw: UnsafeRawBufferPointer, at offset: Int, as type: W.Type
) -> W {
  W(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: type))
}

/// A driver or plugin may hand out anything, and one NaN would silence every filter behind it.
private func bounded(_ value: Float) -> Float {
  value.isFinite ? min(1, max(-1, value)) : 0
}
