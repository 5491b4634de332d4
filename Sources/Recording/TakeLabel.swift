/// What a take's file says of itself, so that an index that was lost, or not yet written, can be
/// made again from the files alone.
package struct TakeLabel: Sendable, Hashable, Codable {
  /// How its pictures are coded and framed.
  package var settings: VideoSettings
  /// When its key was pressed, in Unix seconds to the microsecond: the order of takes.
  package var pressed: Double

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
  /// What is in it; nil when that cannot be read.
  package var contents: TakeContents?
  /// Why it cannot be read, as the end of a sentence about the take.
  package var obstacle: String?

  /// Says what was found.
  package init(
    file: String, label: TakeLabel?, contents: TakeContents?, obstacle: String? = nil
  ) {
    self.file = file
    self.label = label
    self.contents = contents
    self.obstacle = obstacle
  }
}
