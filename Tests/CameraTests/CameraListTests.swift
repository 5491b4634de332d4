import CV4L2
import Camera
import Glibc
import Testing
import Units

/// Several nodes at once: each path leads to a fake of its own or to a refusal.
private func calls(
  _ nodes: [String: FakeCamera], refused: Set<String> = [], files: CameraFiles
) -> CameraCalls {
  // Descriptors tell the nodes apart.
  let paths = nodes.keys.sorted()
  @Sendable func node(_ descriptor: Int32) -> FakeCamera? { nodes[paths[Int(descriptor) - 10]] }
  var calls = FakeCamera().calls
  calls.open = { path in
    if refused.contains(path) { return -EACCES }
    guard let index = paths.firstIndex(of: path) else { return -ENOENT }
    nodes[path]?.with { $0.isOpen = true }
    return Int32(10 + index)
  }
  calls.ioctl = { operation, descriptor, argument in
    node(descriptor)?.calls.ioctl(operation, descriptor, argument) ?? -EBADF
  }
  calls.close = { node($0)?.calls.close($0) ?? -EBADF }
  calls.files = files
  return calls
}

@Suite struct `the list of cameras` {
  private let files = CameraFiles.fake(
    names: [
      "/dev": ["video10", "video2", "video0", "video1", "videoX", "null"],
      "/dev/v4l/by-id": ["usb-Maker_Cam_42-video-index0"],
      "/dev/v4l/by-path": ["pci-0-usb-0:1:1.0-video-index0", "pci-0-usb-0:2:1.0-video-index0"],
    ],
    links: [
      "/dev/v4l/by-id/usb-Maker_Cam_42-video-index0": "/dev/video0",
      "/dev/v4l/by-path/pci-0-usb-0:1:1.0-video-index0": "/dev/video0",
      "/dev/v4l/by-path/pci-0-usb-0:2:1.0-video-index0": "/dev/video2",
    ])

  private var nodes: [String: FakeCamera] {
    [
      "/dev/video0": FakeCamera { $0.card = "Maker Cam" },
      "/dev/video1": FakeCamera { state in
        state.card = "Maker Cam"
        state.capabilities = UInt32(V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING)
      },
      "/dev/video2": FakeCamera { state in
        state.card = "HDMI Grabber"
        state.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING)
        state.formats = ["NV12", "H264"]
      },
    ]
  }

  @Test func `holds the picture nodes of both kinds, not the metadata node`() {
    let nodes = nodes
    let list = CameraList.read(calls: calls(nodes, refused: ["/dev/video10"], files: files))
    #expect(list.cameras.map(\.path) == ["/dev/video0", "/dev/video2"])
    #expect(
      list.cameras.map(\.stableName) == [
        "/dev/v4l/by-id/usb-Maker_Cam_42-video-index0",
        "/dev/v4l/by-path/pci-0-usb-0:2:1.0-video-index0",
      ])
    #expect(list.cameras.map(\.name) == ["Maker Cam", "HDMI Grabber"])
    #expect(list.cameras.map(\.driver) == ["fake", "fake"])
    #expect(list.cameras.map { $0.formats.map(\.description) } == [["YUYV"], ["NV12", "H264"]])
    #expect(
      list.cameras.map { $0.offers.map(\.code.description) } == [["YUYV"], ["NV12", "H264"]])
    #expect(list.refused.map(\.subject) == ["/dev/video10"])
    #expect(nodes.values.filter { !$0.isTidy }.isEmpty)
  }

  @Test(arguments: [
    ("/dev/video2", "/dev/video2"), ("grabber", "/dev/video2"), ("MAKER", "/dev/video0"),
    ("usb-Maker_Cam_42-video-index0", "/dev/v4l/by-id/usb-Maker_Cam_42-video-index0"),
    ("/dev/v4l/by-id/any", "/dev/v4l/by-id/any"),
  ])
  func `finds a camera by path, stable name or part of its name`(
    name: String, path: String
  ) throws {
    #expect(try CameraList.path(of: name, calls: calls(nodes, files: files)) == path)
  }

  @Test func `finds by link as well as by number in what it has read`() {
    let list = CameraList.read(calls: calls(nodes, files: files))
    #expect(list.find(name: "usb-Maker_Cam_42-video-index0")?.path == "/dev/video0")
    #expect(list.find(name: "/dev/video2")?.name == "HDMI Grabber")
    #expect(list.find(name: "") == nil)
    #expect(list.find(name: "nothing") == nil)
  }

  @Test func `says that there is none, or that the one may be locked away`() {
    let error = #expect(throws: CameraError.self) {
      try CameraList.path(of: "nothing", calls: calls(nodes, files: files))
    }
    #expect(error?.isNoDevice == true)
    let refused = #expect(throws: CameraError.self) {
      try CameraList.path(
        of: "nothing", calls: calls(nodes, refused: ["/dev/video10"], files: files))
    }
    #expect(refused?.isNoAccess == true)
  }
}
