import CV4L2
import Camera
import Glibc
import Recording
import Testing
import Units

@Suite struct `an HDMI input` {
  private func hdmi(_ change: (inout FakeCamera.State) -> Void = { _ in }) -> FakeCamera {
    FakeCamera { state in
      state.signal = timings(width: 1920, height: 1080, clock: 1920 * 1080 * 60)
      state.sizes = []
      state.rates = []
      state.hasRate = false
      state.planeSizes = [1920 * 1080 * 2]
      change(&state)
    }
  }

  @Test func `takes size and rate from the signal when the driver has neither`() throws {
    let device = try CameraDevice.open("/dev/video0", calls: hdmi().calls)
    #expect(device.facts.got == "YUYV 1920x1080 at 60")
    #expect(device.facts.asked == "1920x1080 at 60")
    device.stop()
  }

  @Test func `sets the timings before the format`() throws {
    let fake = hdmi()
    try CameraDevice.open("/dev/video0", calls: fake.calls).stop()
    let trace = fake.with { $0.trace }
    let timings = try #require(trace.firstIndex(of: .setSignal))
    let format = try #require(trace.firstIndex(of: .setFormat))
    #expect(timings < format)
    #expect(trace.contains(.subscribe))
  }

  @Test(arguments: [
    (
      ENOLINK,
      "There is no signal on HDMI 1 of Fake (/dev/video0): check the cable and switch the "
        + "source on."
    ),
    (
      ENOLCK,
      "There is no stable signal on HDMI 1 of Fake (/dev/video0): check the cable, or try "
        + "another resolution of the source."
    ),
    (
      ERANGE,
      "The signal of HDMI 1 of Fake (/dev/video0) is beyond what it can take; set the "
        + "source to a lower resolution or rate."
    ),
  ])
  func `says in words what is wrong with the signal`(code: Int32, sentence: String) {
    let fake = hdmi { $0.signalCode = code }
    let error = #expect(throws: CameraError.self) {
      try CameraDevice.open("/dev/video0", calls: fake.calls)
    }
    #expect(error?.description == sentence)
    #expect(error?.isNoSignal == true)
    #expect(fake.isTidy)
  }

  @Test(arguments: [ENODATA, ENOTTY, EINVAL])
  func `works on drivers that cannot detect the signal`(code: Int32) throws {
    let fake = FakeCamera { $0.signalCode = code }
    let device = try CameraDevice.open("/dev/video0", calls: fake.calls)
    #expect(device.facts.got == "YUYV 16x8 at 30")
    device.stop()
  }

  @Test func `is lost with the new timings when the source changes`() async throws {
    let fake = hdmi()
    let device = try CameraDevice.open("/dev/video0", calls: fake.calls)
    fake.with { state in
      state.events = [UInt32(V4L2_EVENT_SOURCE_CHANGE)]
      state.signal = timings(width: 1280, height: 720, clock: 1280 * 720 * 50)
    }
    let list = await events(of: device)
    #expect(
      ending(of: list)
        == "The signal of HDMI 1 of Fake (/dev/video0) changed to 1280x720 at 50; open it again to "
        + "record the new one.")
    #expect(fake.isTidy)
  }

  @Test func `is lost when the source goes silent`() async throws {
    let fake = hdmi()
    let device = try CameraDevice.open("/dev/video0", calls: fake.calls)
    fake.with { state in
      state.events = [UInt32(V4L2_EVENT_SOURCE_CHANGE)]
      state.signalCode = ENOLINK
    }
    #expect(
      ending(of: await events(of: device))
        == "The signal of HDMI 1 of Fake (/dev/video0) changed: there is none any more; check the "
        + "cable and the source.")
  }

  @Test func `goes on when the same signal comes back`() async throws {
    let fake = hdmi()
    let device = try CameraDevice.open("/dev/video0", calls: fake.calls)
    fake.with { $0.events = [UInt32(V4L2_EVENT_SOURCE_CHANGE), UInt32(V4L2_EVENT_EOS)] }
    #expect(
      ending(of: await events(of: device))
        == "The camera HDMI 1 of Fake (/dev/video0) has stopped delivering frames.")
  }
}
