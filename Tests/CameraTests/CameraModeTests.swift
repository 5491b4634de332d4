import Camera
import Testing
import Units

private let hd = PixelSize(width: 1280, height: 720)
private let fullHD = PixelSize(width: 1920, height: 1080)
private let vga = PixelSize(width: 640, height: 480)

private func offer(_ code: String, _ size: PixelSize, _ rates: Int64...) throws -> CameraOffer {
  CameraOffer(
    code: try #require(FourCC(code)), sizes: .exactly(size),
    rates: rates.isEmpty ? .unknown : .listed(rates.compactMap { FrameRate($0) }))
}

private func best(
  _ offers: [CameraOffer], _ size: PixelSize? = nil, _ rate: Int64? = nil, _ format: String? = nil
) -> String? {
  let wish = CameraWish(
    size: size, rate: rate.flatMap { FrameRate($0) }, inputFormat: format.flatMap { FourCC($0) })
  return CameraMode.best(of: offers, for: wish)?.description
}

@Suite struct `the choice of a mode` {
  @Test func `takes MJPG at 30 rather than YUYV at 5`() throws {
    let webcam = [
      try offer("YUYV", vga, 30, 15), try offer("YUYV", hd, 10, 5), try offer("MJPG", vga, 30),
      try offer("MJPG", hd, 30, 15), try offer("YUYV", fullHD, 5), try offer("MJPG", fullHD, 30),
    ]
    #expect(best(webcam) == "MJPG 1280x720 at 30")
    #expect(best(webcam, fullHD) == "MJPG 1920x1080 at 30")
    #expect(best(webcam, vga) == "YUYV 640x480 at 30")
    #expect(best(webcam, hd, 10) == "YUYV 1280x720 at 10")
    #expect(best(webcam, hd, 60) == "MJPG 1280x720 at 30")
    #expect(best(webcam, hd, 30, "YUYV") == "YUYV 1280x720 at 10")
    #expect(best(webcam, nil, nil, "MJPG") == "MJPG 1280x720 at 30")
    #expect(best(webcam, hd, 30, "NV12") == nil)
  }

  @Test func `takes H.264 when asked for it, or when nothing else is as large and fast`() throws {
    let webcam = [
      try offer("YUYV", vga, 30), try offer("MJPG", hd, 30), try offer("H264", hd, 30),
      try offer("YUYV", fullHD, 5), try offer("H264", fullHD, 30),
    ]
    #expect(best(webcam) == "MJPG 1280x720 at 30")
    #expect(best(webcam, hd, 30, "H264") == "H264 1280x720 at 30")
    #expect(best(webcam, fullHD) == "H264 1920x1080 at 30")
    #expect(best(webcam, fullHD, 5) == "YUYV 1920x1080 at 5")
  }

  @Test(arguments: [
    (["MJPG", "YUYV"], "YUYV"), (["YUYV", "NV12"], "NV12"), (["RGB3", "YUYV"], "YUYV"),
    (["MJPG", "RGB3"], "RGB3"), (["GREY", "MJPG"], "MJPG"), (["GREY"], "GREY"),
    (["H264", "YU12"], "YU12"), (["NM12", "YUYV"], "NM12"), (["H264", "MJPG"], "MJPG"),
    (["H264", "GREY"], "GREY"), (["H264"], "H264"),
  ])
  func `takes the cheapest format at equal size and rate`(codes: [String], chosen: String) throws {
    let offers = try codes.map { try offer($0, hd, 30) }
    #expect(best(offers) == "\(chosen) 1280x720 at 30")
  }

  @Test func `takes nothing from a camera without a format of ours`() throws {
    #expect(best([try offer("HEVC", hd, 30)]) == nil)
    #expect(best([]) == nil)
  }

  @Test func `takes the spelling that was asked for`() throws {
    let offers = [try offer("NV12", hd, 30), try offer("NM12", hd, 30)]
    #expect(best(offers, hd, 30, "NM12") == "NM12 1280x720 at 30")
    #expect(best(offers, hd, 30, "NV12") == "NV12 1280x720 at 30")
  }

  @Test(arguments: [
    // (offered, wished, chosen): the same shape wins unless it is far away.
    (["640x480", "640x360"], "1280x720", "640x360"),
    (["1280x960", "1920x1080"], "1280x720", "1920x1080"),
    (["160x90", "1280x960"], "1280x720", "1280x960"),
    (["640x480", "800x600", "1600x1200"], "1280x720", "800x600"),
    (["320x180", "640x360", "3840x2160"], "480x270", "640x360"),
  ])
  func `takes the nearest size`(sizes: [String], wish: String, chosen: String) throws {
    let offers = try sizes.map { try offer("YUYV", try #require(PixelSize(parsing: $0)), 30) }
    #expect(best(offers, PixelSize(parsing: wish)) == "YUYV \(chosen) at 30")
  }

  @Test func `takes a rate above the wish before one below, the nearest of each`() throws {
    let offers = [try offer("YUYV", hd, 15, 25, 50, 60)]
    #expect(best(offers, hd, 30) == "YUYV 1280x720 at 50")
    #expect(best(offers, hd, 60) == "YUYV 1280x720 at 60")
    #expect(best(offers, hd, 90) == "YUYV 1280x720 at 60")
  }

  @Test func `counts 29.97 as 30`() throws {
    let ntsc = CameraOffer(
      code: try #require(FourCC("YUYV")), sizes: .exactly(hd),
      rates: .listed([try #require(FrameRate(30_000, per: 1001))]))
    #expect(best([try offer("MJPG", hd, 30), ntsc]) == "YUYV 1280x720 at 29.97")
  }

  @Test func `fits the wish into ranges and steps`() throws {
    let range = CameraOffer(
      code: try #require(FourCC("YUYV")),
      sizes: .range(
        from: PixelSize(width: 48, height: 32), to: PixelSize(width: 1936, height: 1096),
        step: PixelSize(width: 16, height: 8)),
      rates: .range(slowest: try #require(FrameRate(5)), fastest: try #require(FrameRate(60))))
    #expect(best([range]) == "YUYV 1280x720 at 30")
    #expect(best([range], PixelSize(width: 1283, height: 725), 90) == "YUYV 1280x728 at 60")
    #expect(best([range], PixelSize(width: 4000, height: 10), 1) == "YUYV 1936x32 at 5")
  }

  @Test func `leaves the rate open when the driver lists none`() throws {
    #expect(best([try offer("YUYV", hd)]) == "YUYV 1280x720")
    #expect(best([try offer("MJPG", hd), try offer("YUYV", hd, 5)]) == "MJPG 1280x720")
  }
}
