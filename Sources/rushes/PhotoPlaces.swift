import Codec
import Disk
import Engine
import Recording
import Settings
import Units

/// Where the live photos and stills of a run go.
struct PhotoPlaces {
  private let options: Options
  /// True when the file the user named is a photo's, not a movie's.
  private let isNamed: Bool
  private let folder: String

  /// Photos lie in the folder of movies unless the user named one.
  init(options: Options, isNamed: Bool, folders: UserFolders) {
    self.options = options
    self.isNamed = isNamed
    let slash = options.output?.lastIndex(of: "/")
    let named = slash.flatMap { slash in options.output.map { String($0[..<slash]) } } ?? "."
    folder = options.output == nil ? folders.videos : named.isEmpty ? "/" : named
  }

  /// The container of their movies: QuickTime, which has a place for the identifier of a pair.
  var format: MovieFormat {
    if options.isMotionPhoto { return .mp4 }
    return (isNamed ? options.output.flatMap { MovieFormat(fileName: $0) } : nil) ?? .mov
  }

  /// Says before the first one what would stand in the way of its files.
  func verify() throws {
    try target(ofPhoto: 1, options.isMotionPhoto ? .alone([]) : .beside([])).verify()
  }

  /// The place of the run's `number`th live photo.
  func place(ofPhoto number: Int, still: [UInt8], shutter: MediaTime) -> PhotoTarget {
    guard options.isMotionPhoto else { return target(ofPhoto: number, .beside(still)) }
    return target(
      ofPhoto: number,
      .around { MotionPhoto.head(still: still, movieBytes: $0, shutter: shutter) })
  }

  /// Writes a still with a name of its own, and returns its path.
  func saveStill(_ bytes: [UInt8]) throws -> String {
    try PhotoTarget(folder: folder, ending: "jpg", still: .alone(bytes)).publishStill()
  }

  private func target(ofPhoto number: Int, _ still: PhotoTarget.Still) -> PhotoTarget {
    guard isNamed, let output = options.output, let point = output.lastIndex(of: ".") else {
      return PhotoTarget(
        folder: folder, ending: options.isMotionPhoto ? "jpg" : format.rawValue, still: still)
    }
    let name = number == 1 ? output : "\(output[..<point])-\(number)\(output[point...])"
    return PhotoTarget(file: name, overwrites: options.overwrites, still: still)
  }
}
