import Camera
import Glibc
import Testing
import Units

@Suite struct `the sentence of a camera error` {
  private func sentence(
    _ operation: CameraOperation, _ code: CameraCode, _ finding: CameraFinding? = nil
  ) -> String {
    CameraError(operation, code, subject: "Cam (/dev/video0)", finding: finding).description
  }

  @Test func `says how to find a camera that is not there`() {
    #expect(
      CameraError(.open, .noEntry, subject: "/dev/video9").description
        == "There is no camera and no file /dev/video9; `rushes devices` lists the cameras there are."
    )
    #expect(
      sentence(.queryCapabilities, .notACamera)
        == "Cam (/dev/video0) is not a capture device; `rushes devices` lists those that are.")
    #expect(sentence(.dequeueBuffer, .noDevice) == "The camera Cam (/dev/video0) was unplugged.")
    #expect(
      sentence(.open, .noAddress)
        == "There is no camera behind Cam (/dev/video0) any more; plug it in again.")
  }

  @Test(arguments: [
    (
      false, false,
      "it belongs to the group video and ann is not in it; run `sudo usermod -aG video "
        + "ann`, then log out and in again."
    ),
    (true, false, "ann is in the group video, but this login began before; log out and in again."),
  ])
  func `names the group and the way into it`(isMember: Bool, isInForce: Bool, rest: String) {
    let access = CameraAccess(
      group: "video", user: "ann", isMember: isMember, isInForce: isInForce)
    #expect(
      sentence(.open, .noAccess, .access(access))
        == "There is no permission to open Cam (/dev/video0): \(rest)")
  }

  @Test func `does not send a member of the group into it again`() {
    let access = CameraAccess(group: "video", user: "ann", isMember: true, isInForce: true)
    #expect(
      sentence(.open, .noAccess, .access(access))
        == "There is no permission to open Cam (/dev/video0), although ann is in video.")
    #expect(
      sentence(.open, .notPermitted) == "There is no permission to open Cam (/dev/video0).")
  }

  @Test func `names the program that has the camera`() {
    #expect(
      sentence(.setFormat, .busy, .holders(["obs (pid 12)", "mpv (pid 13)"]))
        == "The camera Cam (/dev/video0) is in use by obs (pid 12), mpv (pid 13); close it and try "
        + "again.")
    #expect(
      sentence(.setFormat, .busy, .holders([]))
        == "The camera Cam (/dev/video0) is in use by another program; close it and try again.")
  }

  @Test func `speaks of bandwidth, not of the disk, at the start of a stream`() {
    #expect(
      sentence(.startStream, .noSpace, .mode("YUYV 1920x1080 at 30"))
        == "The USB connection of Cam (/dev/video0) has no room for YUYV 1920x1080 at 30; try a "
        + "smaller --size, --input-format MJPG, or a port of its own.")
  }

  @Test func `lists the formats there are`() throws {
    let formats = [try #require(FourCC("MJPG")), try #require(FourCC("YUYV"))]
    #expect(
      sentence(.enumerateFormats, .noFormat, .formats(asked: FourCC("H264"), offered: formats))
        == "The camera Cam (/dev/video0) cannot give H264 to rushes; it can give MJPG, YUYV.")
    #expect(
      sentence(
        .enumerateFormats, .noFormat, .formats(asked: nil, offered: [try #require(FourCC("H264"))]))
        == "The camera Cam (/dev/video0) offers no picture format that rushes can take (it offers "
        + "H264).")
  }

  @Test func `is plain for everything else`() {
    #expect(
      sentence(.requestBuffers, CameraCode(rawValue: ENOMEM))
        == "The camera Cam (/dev/video0) failed while setting up its buffers: Cannot allocate "
        + "memory.")
    for operation in CameraOperation.allCases {
      let text = sentence(operation, .inputOutput)
      #expect(text.hasPrefix("The camera Cam (/dev/video0) failed while "))
      #expect(text.hasSuffix(": Input/output error."))
    }
  }

  @Test func `carries the mode that the bus has no room for`() {
    let fake = FakeCamera()
    let error = #expect(throws: CameraError.self) {
      try CameraDevice.open(
        "/dev/video0", calls: fake.calls.intercepted { $0 == .startStream ? ENOSPC : nil })
    }
    #expect(error?.finding == .mode("YUYV 16x8 at 30"))
    #expect(fake.isTidy)
  }

  @Test func `carries who may open the node`() {
    let access = CameraAccess(group: "video", user: "ann", isMember: false, isInForce: false)
    var calls = FakeCamera().calls.intercepted { $0 == .open ? EACCES : nil }
    calls.files = .fake(access: access)
    let error = #expect(throws: CameraError.self) {
      try CameraDevice.open("/dev/video0", calls: calls)
    }
    #expect(error?.isNoAccess == true)
    #expect(error?.finding == .access(access))
  }

  @Test func `carries what was found out about the holders of the node`() {
    let fake = FakeCamera()
    var calls = fake.calls.intercepted { $0 == .startStream ? EBUSY : nil }
    calls.files = .fake(
      names: [
        "/proc": ["self", "1", "12", "77"], "/proc/12/fd": ["0", "9"], "/proc/77/fd": ["3"],
      ],
      links: [
        "/proc/self": "77", "/proc/77/fd/3": "/dev/video0", "/proc/12/fd/0": "/dev/null",
        "/proc/12/fd/9": "/dev/video0",
      ],
      lines: ["/proc/12/comm": "obs"])
    let error = #expect(throws: CameraError.self) {
      try CameraDevice.open("/dev/video0", calls: calls)
    }
    #expect(error?.isBusy == true)
    #expect(error?.finding == .holders(["obs (pid 12)"]))
  }
}
