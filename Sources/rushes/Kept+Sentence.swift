import Engine
import Units

extension Recorder.Farewell.Kept {
  /// What stays, and how to go on with it.
  var sentence: String {
    "\(takes) take\(takes == 1 ? "" : "s") (\(length.text)) kept in session \(id): "
      + "'rushes resume \(id)' goes on, 'rushes save \(id)' saves."
  }
}
