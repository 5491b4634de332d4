import Recording
import Units

/// The APP1 segment that says of a JPEG when it was taken, its size and which way is up (Exif 2.31,
/// JEITA CP-3451D).
struct Exif {
  /// The whole segment, its marker and length included.
  let segment: [UInt8]

  /// Writes the tags of an upright picture; `offset` is local time less UTC, in seconds.
  init(_ tags: StillTags, size: PixelSize, time: CalendarTime) {
    let stamp = time.text
    var details = Directory()
    details.add(0x9000, .undefined(Array("0231".utf8)))
    details.add(0x9003, .text(stamp))
    details.add(0x9004, .text(stamp))
    details.add(0x9010, .text(time.offset))
    details.add(0x9011, .text(time.offset))
    if let identifier = tags.identifier {
      details.add(0x927c, .undefined(Self.note(identifier)))
    }
    details.add(0x9291, .text(time.milliseconds))
    // sRGB.
    details.add(0xa001, .short(1))
    details.add(0xa002, .long(UInt32(size.width)))
    details.add(0xa003, .long(UInt32(size.height)))
    var main = Directory()
    // The first row is the top, the first column the left.
    main.add(0x0112, .short(1))
    main.add(0x0131, .text("rushes"))
    main.add(0x0132, .text(stamp))
    // Big-endian ("MM"), and the first directory right behind this head.
    var body = Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
    let link = 8 + main.byteCount + 12
    main.add(0x8769, .long(UInt32(link)))
    body += main.bytes(at: 8)
    body += details.bytes(at: body.count)
    segment = JPEGSegment.app1(Array("Exif".utf8) + [0, 0] + body)
  }

  /// The maker note in which the phones that invented the pair keep its identifier (tag 0x11): a
  /// head of 14 bytes and a directory whose offsets count from the head.
  private static func note(_ identifier: String) -> [UInt8] {
    var directory = Directory()
    directory.add(0x0011, .text(identifier))
    let head = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
    return head + directory.bytes(at: head.count)
  }
}

/// A local time as Exif writes it.
struct CalendarTime {
  /// "2026:11:30 14:15:03".
  var text: String
  /// "+01:00".
  var offset: String
  /// "250".
  var milliseconds: String
}

/// A directory of tags (TIFF 6.0, section 2), big-endian; they have to be added by rising number.
private struct Directory {
  /// A value of one of the types that are used here.
  enum Value {
    case short(UInt16)
    case long(UInt32)
    case text(String)
    case undefined([UInt8])

    /// The type's number, how many of it there are, and the bytes.
    var parts: (type: UInt16, count: Int, bytes: [UInt8]) {
      switch self {
      case .short(let number): (3, 1, number.bigEndianBytes)
      case .long(let number): (4, 1, number.bigEndianBytes)
      case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
      case .undefined(let bytes): (7, bytes.count, bytes)
      }
    }
  }

  private var entries: [(tag: UInt16, value: Value)] = []

  mutating func add(_ tag: UInt16, _ value: Value) { entries.append((tag, value)) }

  /// Bytes with all values, as long as nothing is added.
  var byteCount: Int {
    entries.reduce(2 + 4) { sum, entry in
      let count = entry.value.parts.bytes.count
      // Up to four bytes lie in the entry itself.
      return sum + 12 + (count > 4 ? count + count % 2 : 0)
    }
  }

  /// The directory and its values, which lie behind it at `position` of the whole.
  func bytes(at position: Int) -> [UInt8] {
    var head = UInt16(entries.count).bigEndianBytes
    var rest: [UInt8] = []
    let behind = position + 2 + 12 * entries.count + 4
    for entry in entries {
      let parts = entry.value.parts
      head += entry.tag.bigEndianBytes + parts.type.bigEndianBytes
      head += UInt32(parts.count).bigEndianBytes
      if parts.bytes.count <= 4 {
        head += parts.bytes + [UInt8](repeating: 0, count: 4 - parts.bytes.count)
      } else {
        head += UInt32(behind + rest.count).bigEndianBytes
        // Values begin at even positions.
        rest += parts.bytes + [UInt8](repeating: 0, count: parts.bytes.count % 2)
      }
    }
    return head + [0, 0, 0, 0] + rest
  }
}

/// A segment of a JPEG between its beginning and its pictures.
enum JPEGSegment {
  /// An application's segment of the kind that Exif and XMP use; at most 65533 bytes fit.
  static func app1(_ body: [UInt8]) -> [UInt8] {
    [0xff, 0xe1] + UInt16(body.count + 2).bigEndianBytes + body
  }
}

extension FixedWidthInteger {
  /// Its bytes, the most significant one first.
  var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
