import CALSA

/// A capture device of a sound card.
package struct Microphone: Sendable, Hashable {
  /// The card's id, which stays when card numbers move: "PCH".
  package let cardID: String
  /// The card's name for people: "HDA Intel PCH".
  package let cardName: String
  /// The device's number on the card.
  package let device: Int
  /// The device's name for people: "ALC257 Analog"; may be empty.
  package let deviceName: String

  /// Puts down what a card said.
  package init(cardID: String, cardName: String, device: Int, deviceName: String) {
    self.cardID = cardID
    self.cardName = cardName
    self.device = device
    self.deviceName = deviceName
  }

  /// The name to open it by: `hw:CARD=PCH,DEV=0`.
  package var name: String { "hw:CARD=\(cardID),DEV=\(device)" }

  /// Keeps libasound from writing complaints to standard error, and so over any screen.
  ///
  /// Its codes say what happened. Every use of `MicrophoneCalls.live` does this first.
  package static func silenceLibrary() { _ = silenced }
}

/// Done once for the process; evaluated by the first who asks.
private let silenced = calsa_silence()
