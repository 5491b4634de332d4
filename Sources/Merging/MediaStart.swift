package import Units

/// Where the first picture of a media file lies.
package struct MediaStart: Sendable, Hashable {
  /// When it is shown, counted from the file's beginning, which sound may begin.
  package var shown: MediaTime
  /// Its stamp on the container's own clock, which begins anywhere.
  package var stamp: MediaTime

  /// Puts both together.
  package init(shown: MediaTime, stamp: MediaTime) {
    self.shown = shown
    self.stamp = stamp
  }

  /// The container's stamp of the file's beginning.
  package var zero: MediaTime { stamp - shown }
}
