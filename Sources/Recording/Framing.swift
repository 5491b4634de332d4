package import Units

/// Which part of the camera's picture is shown, and how it is turned.
///
/// The crop is made first, then what is left is rotated, then mirrored as the viewer sees it.
package struct Framing: Sendable, Hashable, Codable {
  /// Degrees clockwise.
  package enum Rotation: Int, Sendable, Hashable, Codable, CaseIterable {
    case upright = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270

    /// A quarter further.
    package var next: Rotation { Rotation(rawValue: (rawValue + 90) % 360) ?? .upright }
  }

  /// What is exchanged; spelled as the option is.
  package enum Mirror: String, Sendable, Hashable, Codable, CaseIterable {
    case none
    /// Left and right.
    case horizontal = "h"
    /// Top and bottom.
    case vertical = "v"

    /// The one after this one when a key goes through them.
    package var next: Mirror {
      switch self {
      case .none: .horizontal
      case .horizontal: .vertical
      case .vertical: .none
      }
    }
  }

  /// What is cut out of the camera's picture.
  package var crop: Crop
  /// How what is left is rotated.
  package var rotation: Rotation
  /// How that is mirrored.
  package var mirror: Mirror

  /// The camera's own picture unless said otherwise.
  package init(
    crop: Crop = .native, rotation: Rotation = .upright, mirror: Mirror = .none
  ) {
    self.crop = crop
    self.rotation = rotation
    self.mirror = mirror
  }

  /// The camera's own picture.
  package static let native = Framing()

  /// How pictures are turned behind the crop.
  package var orientation: Orientation { Orientation(rotation: rotation, mirror: mirror) }

  /// Size of the framed picture of a camera that gives `camera`; both sides are even.
  package func size(of camera: PixelSize) -> PixelSize {
    orientation.size(of: crop.area(in: camera).size)
  }

  /// True when both show the same pixels of such a camera in the same way, however they are named.
  package func agrees(with other: Framing, of camera: PixelSize) -> Bool {
    orientation == other.orientation && crop.area(in: camera) == other.crop.area(in: camera)
  }
}

extension Framing: CustomStringConvertible {
  /// Such as `square, turned 90, mirrored`; `native` when nothing is changed.
  package var description: String {
    let parts = [crop == .native ? nil : crop.description].compactMap { $0 } + turns
    return parts.isEmpty ? "native" : parts.joined(separator: ", ")
  }

  /// The same with the size it gives the pictures of a camera: `square 720x720, turned 90`.
  package func description(of camera: PixelSize) -> String {
    (["\(crop) \(size(of: camera))"] + turns).joined(separator: ", ")
  }

  private var turns: [String] {
    let turned = rotation == .upright ? nil : "turned \(rotation.rawValue)"
    let mirrored: String? =
      switch mirror {
      case .none: nil
      case .horizontal: "mirrored"
      case .vertical: "mirrored upside down"
      }
    return [turned, mirrored].compactMap { $0 }
  }
}
