package import Units

/// The live photos that are under way, decided without clock, lane or file.
///
/// Each goes its own way: shots overlap as the user likes, and none waits for another.
package struct LiveMachine: Sendable {
  /// Names a shot while the program runs, counted from 1.
  package typealias Number = Int

  /// One press of the shutter.
  package struct Shot: Sendable, Hashable {
    /// How far it is.
    package enum Stage: Sendable, Hashable {
      /// Pictures up to the end of its movie are still coming in.
      case filming
      /// Its files are being made.
      case developing
    }

    /// Names it.
    package let number: Number
    /// When the shutter was pressed.
    package let at: MediaTime
    /// How far it is.
    package internal(set) var stage = Stage.filming
    /// What its two files share.
    package let identifier: String
    /// Frames of its movie before the shutter's; nil until that frame came.
    package var lead: Int64?
    /// The closed take that the movie is made of.
    package var take: Take?
    /// The still.
    package var still: [UInt8]?
  }

  /// What is asked for.
  package let length: LiveLength
  /// Shots whose files do not stand yet, oldest first.
  package private(set) var shots: [Shot] = []
  /// Shots so far.
  package private(set) var count = 0
  /// Photos that stand.
  package private(set) var finished = 0
  /// True while the hold key is the shutter.
  package var isOn: Bool

  /// Takes photos of a length.
  package init(length: LiveLength, isOn: Bool) {
    self.length = length
    self.isOn = isOn
  }

  /// The shutter was pressed at `instant`; returns the new shot.
  package mutating func pressed(at instant: MediaTime, identifier: String) -> Shot {
    count += 1
    let shot = Shot(number: count, at: instant, identifier: identifier)
    shots.append(shot)
    return shot
  }

  /// The frame of a shot's shutter came, with `lead` frames of its movie before it on a grid of
  /// `rate`; returns a sentence when those are fewer than asked for.
  package mutating func begun(_ number: Number, lead: Int64, at rate: FrameRate) -> String? {
    change(number) { $0.lead = lead }
    guard lead < length.frames(at: rate).before else { return nil }
    return "Live photo \(number) begins \(rate.time(ofFrame: lead).text) before its shutter, not "
      + "\(length.before.text): there was no more in hand."
  }

  /// A part of a shot is there; returns the shot when that was the last one and its files can be
  /// made.
  package mutating func got(
    _ number: Number, take: Take? = nil, still: [UInt8]? = nil
  ) -> Shot? {
    change(number) { shot in
      if let take { shot.take = take }
      if let still { shot.still = still }
    }
    guard let shot = shots.first(where: { $0.number == number }), shot.stage == .filming,
      shot.take != nil, shot.still != nil
    else { return nil }
    change(number) { $0.stage = .developing }
    return shots.first { $0.number == number }
  }

  /// A shot's files stand, or cannot be made.
  package mutating func ended(_ number: Number, stands: Bool) {
    shots.removeAll { $0.number == number }
    if stands { finished += 1 }
  }

  /// How long pictures still come in for the newest shot; nil when none is awaited.
  package func left(at now: MediaTime) -> MediaTime? {
    guard let last = shots.last(where: { $0.stage == .filming }) else { return nil }
    return max(.zero, last.at + length.after - now)
  }

  private mutating func change(_ number: Number, _ body: (inout Shot) -> Void) {
    guard let index = shots.firstIndex(where: { $0.number == number }) else { return }
    body(&shots[index])
  }
}
