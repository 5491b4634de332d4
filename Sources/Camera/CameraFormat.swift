import Frames
import Units

/// What the driver really gives, read back after it was asked.
struct CameraFormat {
  /// The driver's code, the size and the rate.
  let mode: CameraMode
  /// How frames lie in memory.
  let layout: FrameLayout
  /// What the numbers mean.
  let colour: ColourTags
  /// The frames' rate: the driver's, else the signal's, else the one asked for.
  let rate: FrameRate
}
