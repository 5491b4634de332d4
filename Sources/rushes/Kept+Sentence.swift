import Engine
import Units

extension Recorder.Farewell.Kept {
  /// What stays, and how to go on with it.
  var sentence: String {
    "\(takes) take\(takes == 1 ? "" : "s") (\(length.text)) kept in session \(id): "
      + "'rushes resume \(id)' goes on, 'rushes save \(id)' saves."
  }
}

extension Recorder.Farewell {
  /// What the user is told when the disk was not waited for.
  static let abandonment = "The disk does not answer: what it has not taken by now is lost."
}
