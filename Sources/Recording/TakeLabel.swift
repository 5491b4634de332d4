package import Frames
package import Units

/// What a take's file says of itself, so that an index that was lost, or not yet written, can be
/// made again from the files alone.
package struct TakeLabel: Sendable, Hashable, Codable {
  /// How its pictures are coded and framed.
  package var settings: VideoSettings
  /// When its key was pressed, in Unix seconds to the microsecond: the order of takes.
  package var pressed: Double
  /// See `Take.began`; nil for about when its key was pressed.
  package var began: Double?
  /// Frames of the file before the take's own first one; nil for none.
  package var surplus: Int64?
  /// See `Take.coding`.
  package var coding: CameraCoding?

  /// Describes a take that begins.
  package init(settings: VideoSettings, pressed: Double) {
    self.settings = settings
    self.pressed = pressed
  }
}

/// A take's file as it lies in a session's folder.
package struct FoundTake: Sendable, Hashable {
  /// Its name inside the folder.
  package var file: String
  /// What it says of itself; nil when it says nothing that is understood.
  package var label: TakeLabel?
  /// Coded size of its pictures by the file's own header; nil where that is not known.
  package var size: PixelSize?
  /// What is in it; nil when that cannot be read.
  package var contents: TakeContents?
  /// Why it cannot be read, as the end of a sentence about the take; beside contents, why there are
  /// no more of them.
  package var obstacle: String?
  /// True where disk or memory failed, so that the file may be whole all the same.
  package var mayBeWhole: Bool

  /// True when the file's header and its label differ, so that one of them is damaged.
  var isContradictory: Bool {
    guard let size, let label else { return false }
    return label.settings.size != size
  }

  /// The obstacle of a file that nothing could be read of.
  package static let cannotBeRead = "cannot be read"
  /// The reason of a take whose file is not there.
  package static let isGone = "has lost its file"

  /// Says what was found.
  package init(
    file: String, label: TakeLabel?, size: PixelSize? = nil, contents: TakeContents?,
    obstacle: String? = nil, mayBeWhole: Bool = false
  ) {
    self.file = file
    self.label = label
    self.size = size
    self.contents = contents
    self.obstacle = obstacle
    self.mayBeWhole = mayBeWhole
  }
}
