import Testing

@testable import Microphone

private let laptop = Microphone(
  cardID: "PCH", cardName: "HDA Intel PCH", device: 0, deviceName: "ALC257 Analog")
private let desk = Microphone(
  cardID: "Yeti", cardName: "Blue Yeti USB", device: 2, deviceName: "USB Audio")
private let calls = FakeMicrophone(cards: [[laptop], [desk]]).calls

@Suite struct `the list of microphones` {
  @Test func `names devices by the card's id, which stays`() {
    let names = MicrophoneList(calls: calls).microphones.map(\.name)
    #expect(names == ["hw:CARD=PCH,DEV=0", "hw:CARD=Yeti,DEV=2"])
  }

  @Test func `has its first one as the preferred one`() {
    #expect(MicrophoneList.preferred(calls: calls) == laptop)
    #expect(MicrophoneList.preferred(calls: FakeMicrophone().calls) == nil)
  }

  @Test func `goes on behind a card that cannot be asked, and says so`() {
    let list = MicrophoneList(calls: FakeMicrophone(cards: [[laptop], [], [desk]]).calls)
    #expect(list.microphones == [laptop, desk])
    #expect(list.failures == [MicrophoneError(.list, .inputOutput, subject: "card 1")])
  }

  @Test func `says that cards are kept from this user`() {
    let list = MicrophoneList(calls: FakeMicrophone(locked: [0]).calls)
    #expect(list.failures == [MicrophoneError(.list, .noAccess, subject: "card 0")])
  }

  @Test func `is empty with the reason when the first call fails`() {
    let fake = FakeMicrophone(cards: [[laptop]])
    let list = MicrophoneList(calls: fake.calls(failing: .list, .inputOutput))
    #expect(list.microphones.isEmpty)
    #expect(list.failures == [MicrophoneError(.list, .inputOutput, subject: "this machine")])
  }
}

@Suite struct `a microphone's name` {
  @Test(arguments: ["hw:1,0", "plughw:CARD=PCH", "dsnoop:Yeti", "default", "null"])
  func `that ALSA knows is taken as it is`(name: String) throws {
    #expect(try MicrophoneList.find(name: name, calls: calls) == name)
  }

  @Test(arguments: ["PCH", "pch", "intel", "alc257"])
  func `may be a part of a card's id or name`(part: String) throws {
    #expect(try MicrophoneList.find(name: part, calls: calls) == laptop.name)
  }

  @Test func `prefers the exact id of a card`() throws {
    let twin = Microphone(cardID: "YetiX", cardName: "Blue Yeti X", device: 0, deviceName: "")
    let both = FakeMicrophone(cards: [[twin], [desk]]).calls
    #expect(try MicrophoneList.find(name: "Yeti", calls: both) == desk.name)
    #expect(try MicrophoneList.find(name: "yeti", calls: both) == twin.name)
  }

  @Test(arguments: ["", "nothing like it"])
  func `that fits nothing is an error`(name: String) {
    #expect(throws: MicrophoneError(.find, .noEntry, subject: name)) {
      _ = try MicrophoneList.find(name: name, calls: calls)
    }
  }

  @Test func `that fits nothing is no access when cards are kept from this user`() {
    let locked = FakeMicrophone(locked: [0, 1]).calls
    #expect(throws: MicrophoneError(.find, .noAccess, subject: "Yeti")) {
      _ = try MicrophoneList.find(name: "Yeti", calls: locked)
    }
    #expect(throws: MicrophoneError(.open, .noAccess, subject: "hw:CARD=Yeti,DEV=0")) {
      _ = try MicrophoneDevice.open(name: "hw:CARD=Yeti,DEV=0", calls: locked)
    }
  }
}

@Suite struct `a hardware address` {
  @Test func `is read from every way to write it`() throws {
    for name in ["hw:PCH,3", "hw:CARD=PCH,DEV=3", "plughw:DEV=3,CARD=PCH", "hw:PCH,3,0"] {
      let address = try #require(HardwareAddress(name))
      #expect(address.card == "PCH" && address.device == 3)
    }
    #expect(HardwareAddress("hw:1")?.device == 0)
  }

  @Test(arguments: ["default", "hw:", "hw:PCH,x", "hw:,1", "hw:DEV=1", "hw:PCH,-1"])
  func `is nothing without a card and a number`(name: String) {
    #expect(HardwareAddress(name) == nil)
  }
}
