import Camera
import Units

extension CameraListing {
  /// One line for each format and size the camera offers, with its rates.
  var modeTexts: [String] { offers.map(\.text) }
}

extension CameraOffer {
  /// The offer as people write it: `YUYV 1280x720 at 10, 5`.
  fileprivate var text: String {
    let size =
      switch sizes {
      case .exactly(let size): "\(size)"
      case .range(let from, let to, _): "\(from) to \(to)"
      }
    let rate =
      switch rates {
      case .unknown: ""
      case .listed(let rates): " at " + rates.map(\.description).joined(separator: ", ")
      case .range(let slowest, let fastest): " at \(slowest) to \(fastest)"
      }
    return "\(code) \(size)\(rate)"
  }
}
