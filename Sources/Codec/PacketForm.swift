import Recording
import Units

/// In what form a stream's packets can be copied, and whether they have it.
struct PacketForm {
  /// What a packet turned out to hold.
  enum Content {
    /// A whole picture; decoding can begin at a key whose neighbours do not reach across it.
    case picture(isKey: Bool)
    /// Something that must not be copied, said as a reason.
    case flaw(String)
  }

  private let codec: VideoCodec
  /// Parameter sets that may stand in packets, because they say what the configuration says.
  private let sets: [[UInt8]]
  private let size: PixelSize

  /// Reads a stream's configuration (`avcC`, `hvcC`, none for JPEG); nil when it is of another form
  /// than movies have.
  init?(_ codec: VideoCodec, configuration: [UInt8], size: PixelSize) {
    let sets: [[UInt8]]? =
      switch codec {
      case .h264: ParameterSets.all(in: configuration)
      case .hevc: HEVCUnit.sets(in: configuration)
      case .mjpeg: configuration.isEmpty ? [] : nil
      }
    guard let sets else { return nil }
    self.codec = codec
    self.sets = sets
    self.size = size
  }

  /// Looks into a packet without decoding it.
  func content(of packet: UnsafeRawBufferPointer) -> Content {
    switch codec {
    case .mjpeg: return jpeg(packet)
    case .h264, .hevc:
      guard let units = ParameterSets.prefixedUnits(packet) else { return Self.damage }
      var isKey = false
      for unit in units {
        let bytes = UnsafeRawBufferPointer(rebasing: packet[unit])
        let kind = codec == .h264 ? ParameterSets.kind(of: bytes) : HEVCUnit.kind(of: bytes)
        switch kind {
        case .key: isKey = true
        case .parameters where !sets.contains { bytes.elementsEqual($0) }:
          return .flaw("its coding settings change on the way")
        case .foreign: return .flaw("it has more than one layer")
        case .parameters, .other: break
        }
      }
      return .picture(isKey: isKey)
    }
  }

  /// JPEG pictures say everything of themselves, each its own way.
  private func jpeg(_ packet: UnsafeRawBufferPointer) -> Content {
    guard JPEGHeader.isWhole(packet), let header = JPEGHeader(packet) else { return Self.damage }
    if header.size != size { return .flaw("not all of its pictures have its size") }
    // QuickTime and Matroska want each picture to be a complete JPEG file.
    if !header.hasHuffmanTables { return .flaw("its pictures lack their Huffman tables") }
    return .picture(isKey: true)
  }

  private static let damage = Content.flaw("a part of it is damaged")
}

/// What a unit of a coded picture (NAL unit) means to someone who copies it.
enum UnitKind {
  /// A part of a picture at which decoding can begin.
  case key
  /// A parameter set.
  case parameters
  /// A part of another layer than the picture's own.
  case foreign
  /// Anything else.
  case other
}
