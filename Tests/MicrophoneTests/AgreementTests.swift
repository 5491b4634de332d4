import Lanes
import Recording
import Testing
import Units

@testable import Microphone

private let hardware = "hw:CARD=Fake,DEV=0"

private func got(_ ability: FakeMicrophone.Ability) throws -> String {
  try MicrophoneDevice.open(name: "default", calls: FakeMicrophone(["default": ability]).calls)
    .facts.got
}

@Suite struct `what a microphone and rushes agree on` {
  @Test func `is 48 kHz stereo in 16 bits where that is offered`() throws {
    let ability = FakeMicrophone.Ability(
      formats: Set(SampleFormat.allCases), channels: 1...8, rates: [96_000, 44_100, 48_000])
    #expect(try got(ability) == "48000 Hz, 2 channels, S16_LE")
  }

  @Test func `takes formats in the order from usual to coarse`() throws {
    var left = SampleFormat.allCases
    var order: [String] = []
    while !left.isEmpty {
      let text = try got(.init(formats: Set(left)))
      order.append(String(text.split(separator: " ").last ?? ""))
      left.removeFirst()
    }
    #expect(order == ["S16_LE", "S32_LE", "S24_LE", "S24_3LE", "FLOAT_LE", "U8"])
  }

  @Test func `is the device's own number of channels where stereo is not offered`() throws {
    #expect(try got(.init(channels: 1...1)) == "48000 Hz, 1 channel, S16_LE")
    #expect(try got(.init(channels: 4...8)) == "48000 Hz, 4 channels, S16_LE")
  }

  @Test func `is 44.1 kHz before any other rate, else the nearest`() throws {
    #expect(try got(.init(rates: [32_000, 44_100, 50_000])) == "44100 Hz, 2 channels, S16_LE")
    #expect(try got(.init(rates: [8_000, 32_000, 96_000])) == "32000 Hz, 2 channels, S16_LE")
    #expect(try got(.init(rates: [192_000])) == "192000 Hz, 2 channels, S16_LE")
  }

  @Test func `comes by way of the plug layer where the device's own formats do not fit`() throws {
    let fake = FakeMicrophone([hardware: .init(formats: []), "plug\(hardware)": .init()])
    let device = try MicrophoneDevice.open(name: hardware, calls: fake.calls)
    #expect(fake.state.current.openings == [hardware, "plug\(hardware)"])
    #expect(device.facts.got == "48000 Hz, 2 channels, S16_LE by way of plug\(hardware)")
    device.stop()
    #expect(fake.isTidy)
  }

  @Test func `comes by way of the plug layer where the device takes back what it offered`() throws {
    let fake = FakeMicrophone([
      hardware: .init(configureFailure: .inputOutput), "plug\(hardware)": .init(),
    ])
    _ = try MicrophoneDevice.open(name: hardware, calls: fake.calls)
    #expect(fake.state.current.openings.count == 2)
  }

  @Test func `is not looked for in the plug layer when the device is busy or missing`() {
    for code in [ALSACode.busy, .noEntry, .noAccess] {
      let fake = FakeMicrophone([
        hardware: .init(openFailure: code), "plug\(hardware)": .init(),
      ])
      #expect(throws: MicrophoneError(.open, code, subject: hardware)) {
        _ = try MicrophoneDevice.open(name: hardware, calls: fake.calls)
      }
      #expect(fake.state.current.openings == [hardware])
    }
  }

  @Test(arguments: [
    FakeMicrophone.Ability(channels: 0...0), .init(channels: 100...100), .init(rates: []),
    .init(rates: [4_000]), .init(rates: [384_000]), .init(buffer: 0),
  ])
  func `is nothing when a driver answers nonsense`(ability: FakeMicrophone.Ability) {
    let fake = FakeMicrophone(["default": ability])
    let error = #expect(throws: MicrophoneError.self) {
      _ = try MicrophoneDevice.open(name: "default", calls: fake.calls)
    }
    #expect(error?.code == .invalid)
    #expect(fake.isTidy)
  }

  @Test func `is doubted when an HDMI box calls its stereo 96 kHz mono`() throws {
    let fake = FakeMicrophone([hardware: .init(channels: 1...1, rates: [96_000])])
    let got = try MicrophoneDevice.open(name: hardware, calls: fake.calls).facts.got
    #expect(got.hasPrefix("96000 Hz, 1 channel, S16_LE (probably 48000 Hz stereo"))
  }
}
