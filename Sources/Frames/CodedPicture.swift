package import Units

/// How a camera codes its H.264, as far as pictures have to agree to lie in one stream.
package struct CameraCoding: Sendable, Hashable {
  /// The decoder configuration: an `avcC` record.
  package var configuration: [UInt8]
  /// What the numbers in its pictures mean.
  package var colour: ColourCode

  /// Describes a stream.
  package init(configuration: [UInt8], colour: ColourCode) {
    self.configuration = configuration
    self.colour = colour
  }
}

/// A picture as the camera itself coded it.
package struct CodedPicture: Sendable {
  /// The camera's stream.
  package let coding: CameraCoding
  /// Its coded slices, each behind a four-byte big-endian length.
  package let bytes: [UInt8]
  /// Its place in the camera's stream, where each picture may need those before it.
  package let number: Int64
  /// True when decoding can begin here.
  package let isKey: Bool

  /// Takes a coded picture over.
  package init(coding: CameraCoding, bytes: [UInt8], number: Int64, isKey: Bool) {
    self.coding = coding
    self.bytes = bytes
    self.number = number
    self.isKey = isKey
  }
}

extension CameraCoding: Codable {
  private enum CodingKeys: String, CodingKey { case configuration, colour }

  /// Reads it from an index or a label: the record in hexadecimal digits, then the four codes.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let digits = Array(try values.decode(String.self, forKey: .configuration))
    configuration = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    let codes = try values.decode([Int].self, forKey: .colour)
    guard codes.count == 4, configuration.count * 2 == digits.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .colour, in: values, debugDescription: "not a camera's coding")
    }
    colour = ColourCode(
      primaries: codes[0], transfer: codes[1], matrix: codes[2], range: codes[3])
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    let digits = configuration.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    try values.encode(digits.joined(), forKey: .configuration)
    try values.encode(
      [colour.primaries, colour.transfer, colour.matrix, colour.range], forKey: .colour)
  }
}
