import Testing

@testable import Microphone

@Suite struct `samples of a device` {
  static let ramps: [(SampleFormat, [UInt8])] = [
    (.u8, [0x00, 0x40, 0x80, 0xc0]),
    (.s16, [0x00, 0x80, 0x00, 0xc0, 0x00, 0x00, 0x00, 0x40]),
    (.s24Packed, [0, 0, 0x80, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0x40]),
    // The fourth byte holds rubbish, as it may.
    (.s24, [0, 0, 0x80, 0x5a, 0, 0, 0xc0, 0x00, 0, 0, 0, 0xff, 0, 0, 0x40, 0xa5]),
    (.s32, [0, 0, 0, 0x80, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0, 0x40]),
    (.float, [0, 0, 0x80, 0xbf, 0, 0, 0x00, 0xbf, 0, 0, 0, 0, 0, 0, 0x00, 0x3f]),
  ]

  @Test(arguments: ramps)
  func `become numbers from -1 to 1`(format: SampleFormat, bytes: [UInt8]) {
    #expect(format.floats(from: bytes) == [-1, -0.5, 0, 0.5])
  }

  @Test func `keep their lowest bit`() {
    #expect(SampleFormat.s16.floats(from: [0x01, 0x00, 0xff, 0xff]) == [1 / 0x8000, -1 / 0x8000])
    #expect(SampleFormat.s24Packed.floats(from: [1, 0, 0]) == [1 / 0x80_0000])
    #expect(SampleFormat.s24.floats(from: [0xff, 0xff, 0xff, 0]) == [-1 / 0x80_0000])
    #expect(SampleFormat.s32.floats(from: [0, 1, 0, 0]) == [1 / 0x80_0000])
  }

  @Test func `that are no numbers or too loud are made harmless`() {
    let values: [Float] = [.nan, .infinity, -7, 7]
    let bytes = values.flatMap { value in
      withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
    }
    #expect(SampleFormat.float.floats(from: bytes) == [0, 0, -1, 1])
  }

  @Test(arguments: SampleFormat.allCases)
  func `that are broken off are left out`(format: SampleFormat) {
    let bytes = [UInt8](repeating: 0, count: format.byteCount * 3 - 1)
    #expect(format.floats(from: bytes).count == 2)
    #expect(format.floats(from: []).isEmpty)
  }
}
