/// The microphones of this machine.
package struct MicrophoneList: Sendable, Hashable {
  /// All capture devices, by card number and device number.
  package let microphones: [Microphone]
  /// The cards that could not be asked; the others are listed all the same.
  package let failures: [MicrophoneError]

  /// Asks every card.
  package init(calls: MicrophoneCalls = .live) {
    var microphones: [Microphone] = []
    var failures: [MicrophoneError] = []
    var card: Int32 = -1
    do throws(MicrophoneError) {
      while let next = try calls.attempt(
        .list, on: "this machine", { calls throws(ALSACode) in try calls.nextCard(card) }),
        next > card
      {
        card = next
        do throws(MicrophoneError) {
          microphones += try calls.attempt(.list, on: "card \(next)") { calls throws(ALSACode) in
            try calls.captureDevices(next)
          }
        } catch {
          // A card pulled out between the two calls is no failure.
          if !error.code.meansGone { failures.append(error) }
        }
      }
    } catch {
      failures.append(error)
    }
    for card in calls.lockedCards() {
      failures.append(MicrophoneError(.list, .noAccess, subject: "card \(card)"))
    }
    self.microphones = microphones
    self.failures = failures
  }

  /// The microphone to take when none was asked for: the first one there is.
  package static func preferred(calls: MicrophoneCalls = .live) -> Microphone? {
    MicrophoneList(calls: calls).microphones.first
  }

  /// The ALSA name that `name` means.
  ///
  /// Names with a colon and those that the ALSA configuration defines ("default") are taken as
  /// they are; anything else is a card's id, or a part of a card's id or name in any case.
  package static func find(
    name: String, calls: MicrophoneCalls = .live
  ) throws(MicrophoneError) -> String {
    if name.contains(":") { return name }
    let microphones = MicrophoneList(calls: calls).microphones
    if let exact = microphones.first(where: { $0.cardID == name }) { return exact.name }
    if !name.isEmpty && calls.definesPCM(name) { return name }
    let wanted = name.lowercased()
    let match = microphones.first { microphone in
      [microphone.cardID, microphone.cardName, microphone.deviceName].contains {
        $0.lowercased().contains(wanted)
      }
    }
    guard let match, !name.isEmpty else {
      throw MicrophoneError(.find, .noEntry, subject: name).explained(by: calls)
    }
    return match.name
  }
}
