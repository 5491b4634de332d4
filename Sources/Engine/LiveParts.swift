package import Recording
package import Units

/// What live photos and stills need besides what takes do.
package struct LiveParts: Sendable {
  /// How much of the time around the shutter they show.
  package var length: LiveLength
  /// True when the hold key is the shutter from the beginning.
  package var isOn: Bool
  /// The hands for their container, which may not be the movie's.
  package var tools: EngineTools
  /// Where the run's n-th live photo goes, counted from 1, with its still; `shutter` is where in the
  /// movie that lies.
  package var place:
    @Sendable (_ number: Int, _ still: [UInt8], _ shutter: MediaTime) -> any PhotoPlace
  /// Writes a still alone and returns its path.
  package var saveStill: @Sendable ([UInt8]) throws -> String

  /// Puts the parts together.
  package init(
    length: LiveLength, isOn: Bool, tools: EngineTools,
    place:
      @escaping @Sendable (
        _ number: Int, _ still: [UInt8], _ shutter: MediaTime
      ) -> any PhotoPlace,
    saveStill: @escaping @Sendable ([UInt8]) throws -> String
  ) {
    self.length = length
    self.isOn = isOn
    self.tools = tools
    self.place = place
    self.saveStill = saveStill
  }
}
