package import Recording

/// The cameras that a running recorder can change to, given by the program that knows the hands.
///
/// Both closures that touch devices may take a second; they run on the recorder's camera lane.
package struct OtherCameras: Sendable {
  /// What there is now, in the order of the key `c`.
  package var list: @Sendable () -> [CameraChoice]
  /// Opens one of them, or a file again that was played before.
  package var open: @Sendable (CameraChoice) throws -> any VideoSource
  /// How the takes of a session are coded that begins with a camera of these facts.
  package var settings: @Sendable (VideoFacts) -> VideoSettings

  /// Puts the closures together.
  package init(
    list: @escaping @Sendable () -> [CameraChoice],
    open: @escaping @Sendable (CameraChoice) throws -> any VideoSource,
    settings: @escaping @Sendable (VideoFacts) -> VideoSettings
  ) {
    self.list = list
    self.open = open
    self.settings = settings
  }
}
