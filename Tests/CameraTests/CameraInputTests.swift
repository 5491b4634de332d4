import CV4L2
import Camera
import Glibc
import Recording
import Testing
import Units

@Suite struct `the inputs of a capture card` {
  private func card(_ change: (inout FakeCamera.State) -> Void = { _ in }) -> FakeCamera {
    FakeCamera { state in
      state.card = "Grabber"
      state.inputs = ["Composite", "HDMI 1", ""]
      state.signal = timings(width: 32, height: 16, clock: 32 * 16 * 50)
      state.sizes = [PixelSize(width: 32, height: 16)]
      state.rates = []
      state.hasRate = false
      state.planeSizes = [32 * 16 * 2]
      change(&state)
    }
  }

  @Test func `are listed by name, with the one in force`() throws {
    let fake = card { $0.input = 1 }
    let device = try CameraDevice.open("/dev/video0", calls: fake.calls)
    #expect(device.facts.inputs == ["Composite", "HDMI 1", "input 3"])
    #expect(device.facts.input == 1)
    #expect(device.facts.title == "HDMI 1 of Grabber")
    #expect(!fake.with { $0.trace.contains(.setInput) })
    device.stop()
    #expect(fake.isTidy)
  }

  @Test func `are switched before signal and format, which follow from the input`() throws {
    let fake = card()
    let device = try CameraDevice.open(
      "/dev/video0", wish: CameraWish(input: 1), calls: fake.calls)
    #expect(device.facts.title == "HDMI 1 of Grabber")
    #expect(device.facts.got == "YUYV 32x16 at 50")
    let order: [CameraOperation] = [.setInput, .querySignal, .setSignal, .setFormat, .startStream]
    #expect(fake.with { $0.trace }.filter { order.contains($0) } == order)
    device.stop()
    let again = try CameraDevice.open("/dev/video0", wish: CameraWish(input: 0), calls: fake.calls)
    #expect(again.facts.title == "Composite of Grabber")
    #expect(again.facts.asked == "1280x720 at 30")
    again.stop()
    #expect(fake.isTidy)
  }

  @Test func `stay as they are when none is wished`() throws {
    let fake = card { $0.input = 2 }
    try CameraDevice.open("/dev/video0", calls: fake.calls).stop()
    #expect(fake.with { $0.input } == 2)
  }

  @Test(arguments: [
    (
      ENOLINK,
      "There is no signal on HDMI 1 of Grabber (/dev/video0): check the cable and switch the "
        + "source on.", CameraOperation.querySignal
    ),
    (
      EBUSY,
      "The camera Grabber (/dev/video0) is in use by another program; close it and try again.",
      .setInput
    ),
    (
      EINVAL,
      "The camera Grabber (/dev/video0) failed while switching to another input: Invalid argument.",
      .setInput
    ),
  ])
  func `that cannot be used are refused in a sentence, and the card is let go`(
    code: Int32, sentence: String, operation: CameraOperation
  ) {
    let fake = card()
    let error = #expect(throws: CameraError.self) {
      try CameraDevice.open(
        "/dev/video0", wish: CameraWish(input: 1),
        calls: fake.calls.intercepted { $0 == operation ? code : nil })
    }
    #expect(error?.description == sentence)
    #expect(fake.isTidy)
  }

  @Test func `are one for a webcam, whose name says all`() throws {
    let device = try CameraDevice.open("/dev/video0", calls: FakeCamera().calls)
    #expect(device.facts.inputs == ["Fake"])
    #expect(device.facts.title == "Fake")
    device.stop()
  }

  @Test func `do not hang us when the driver's list has no end`() throws {
    let fake = card { $0.endsItsLists = false }
    let device = try CameraDevice.open("/dev/video0", calls: fake.calls)
    #expect(device.facts.inputs.count == 32)
    device.stop()
  }

  @Test func `belong to the node itself, whatever link led to it`() throws {
    let fake = card()
    var calls = fake.calls
    calls.open = { _ in fake.calls.open("/dev/video0") }
    calls.files = .fake(links: ["/dev/v4l/by-id/usb-grabber": "/dev/video0"])
    let device = try CameraDevice.open("/dev/v4l/by-id/usb-grabber", calls: calls)
    #expect(device.path == "/dev/video0")
    device.stop()
  }
}
