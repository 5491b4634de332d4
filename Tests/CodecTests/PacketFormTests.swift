import Recording
import Testing
import Units

@testable import Codec

@Suite struct `the form in which packets are copied` {
  /// A record with one array for each set, whose first bytes say its kind.
  private func hvcC(_ sets: [[UInt8]], lengths: UInt8 = 3) -> [UInt8] {
    var record = [UInt8](repeating: 0, count: 23)
    (record[0], record[21], record[22]) = (1, lengths, UInt8(sets.count))
    for set in sets { record += [set[0] >> 1, 0, 1, 0, UInt8(set.count)] + set }
    return record
  }

  private let sets: [[UInt8]] = [[64, 1, 7], [66, 1, 8, 9], [68, 1, 5]]
  private let size = PixelSize(width: 16, height: 16)

  private func told(_ form: PacketForm?, _ units: [[UInt8]]) -> String {
    let packet: [UInt8] = units.flatMap { unit -> [UInt8] in
      [0, 0, 0, UInt8(unit.count)] + unit
    }
    return packet.withUnsafeBytes { bytes in
      switch form?.content(of: bytes) {
      case .picture(let isKey): isKey ? "key" : "picture"
      case .flaw(let reason): reason
      case nil: "no form"
      }
    }
  }

  @Test(
    arguments: [
      ([[38, 1, 0xa0]], "key"),  // IDR_W_RADL
      ([[40, 1, 0xa0]], "key"),  // IDR_N_LP
      ([[32, 1, 0xa0]], "key"),  // BLA_W_LP
      ([[42, 1, 0xa0]], "picture"),  // CRA: no start behind other pictures
      ([[38, 1, 0xe0]], "picture"),  // has the pictures before it thrown away
      ([[2, 1, 0xa0]], "picture"),
      ([[64, 1, 7], [66, 1, 8, 9], [68, 1, 5], [38, 1, 0xa0]], "key"),
      ([[66, 1, 8, 8], [38, 1, 0xa0]], "its coding settings change on the way"),
      ([[38, 1, 0xa0], [3, 1, 0xa0]], "it has more than one layer"),
      ([[38, 1, 0xa0], [2, 9, 0xa0]], "it has more than one layer"),
    ] as [([[UInt8]], String)])
  func `of HEVC tells starts from other pictures`(units: [[UInt8]], expected: String) {
    #expect(told(PacketForm(.hevc, configuration: hvcC(sets), size: size), units) == expected)
  }

  @Test func `of HEVC needs lengths of four bytes and a whole record`() {
    let record = hvcC(sets)
    #expect(PacketForm(.hevc, configuration: record, size: size) != nil)
    #expect(PacketForm(.hevc, configuration: hvcC(sets, lengths: 1), size: size) == nil)
    #expect(PacketForm(.hevc, configuration: record.dropLast(), size: size) == nil)
    #expect(PacketForm(.hevc, configuration: [0, 0, 0, 1, 64, 1], size: size) == nil)
    #expect(PacketForm(.hevc, configuration: [], size: size) == nil)
  }

  @Test(
    arguments: [
      ([[103, 100, 0, 31, 0x80], [104, 0x80], [101, 1]], "key"),
      ([[103, 100, 0, 31, 0x80], [65, 1]], "picture"),
      ([[103, 100, 0, 30, 0x80], [101, 1]], "its coding settings change on the way"),
      ([[104, 0x81], [101, 1]], "its coding settings change on the way"),
    ] as [([[UInt8]], String)])
  func `of H264 lets parameter sets stand that repeat those of the record`(
    units: [[UInt8]], expected: String
  ) {
    let record: [UInt8] =
      [1, 100, 0, 31, 0xff, 0xe1, 0, 5, 103, 100, 0, 31, 0x80, 1, 0, 2, 104, 0x80]
    #expect(told(PacketForm(.h264, configuration: record, size: size), units) == expected)
  }

  @Test func `is told as damaged when a picture is cut off`() {
    let form = PacketForm(.hevc, configuration: hvcC(sets), size: size)
    let told = [UInt8]([0, 0, 0, 9, 38, 1, 0xa0]).withUnsafeBytes { form?.content(of: $0) }
    guard case .flaw("a part of it is damaged") = told else {
      Issue.record("\(String(describing: told))")
      return
    }
  }

  @Test func `of JPEG is a complete picture of the stream's size`() throws {
    let jpeg = try #require(try JPEGs(1, size: PixelSize(width: 96, height: 64)).pictures.first)
    func told(_ bytes: [UInt8], _ width: Int) -> String {
      let form = PacketForm(
        .mjpeg, configuration: [], size: PixelSize(width: width, height: 64))
      return bytes.withUnsafeBytes { bytes in
        switch form?.content(of: bytes) {
        case .picture(isKey: true): "key"
        case .flaw(let reason): reason
        default: "otherwise"
        }
      }
    }
    #expect(told(jpeg, 96) == "key")
    #expect(told(jpeg, 48) == "not all of its pictures have its size")
    #expect(told(jpeg.dropLast(), 96) == "a part of it is damaged")
    #expect(told(JPEGs.withoutTables(jpeg), 96) == "its pictures lack their Huffman tables")
    #expect(PacketForm(.mjpeg, configuration: [1], size: size) == nil)
  }
}
