/// What another program may ask of a running recorder; spelled as the words behind `rushes ctl`.
package enum ControlCommand: String, Sendable, Hashable, CaseIterable {
  /// Begin a take that lasts until `release`.
  case press
  /// End the take that `press` began.
  case release
  /// Begin a take that nobody holds, or end the one that runs, whoever began it.
  case toggle
  /// Make the movie.
  case save
  /// Take back the last take.
  case undo
  /// Take a live photo.
  case shutter
  /// Tell what the recorder is doing.
  case status
  /// Leave the recorder; takes are kept.
  case quit
}

/// What the recorder says to that: what there is to tell, often nothing, or why it was refused.
package typealias ControlAnswer = Result<String, Problem>
