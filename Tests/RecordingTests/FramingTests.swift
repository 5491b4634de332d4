import Foundation
import Recording
import Testing
import Units

@Suite struct `a crop` {
  private func crop(_ text: String) throws -> Framing.Crop {
    try #require(Framing.Crop(parsing: text))
  }

  @Test(arguments: [
    ("native", "1280x720+0+0"), ("square", "720x720+280+0"), ("16:9", "1280x720+0+0"),
    // 405 columns would be exact; a movie wider than its shape shows bars.
    ("9:16", "404x720+438+0"), ("4:3", "960x720+160+0"), ("4:5", "576x720+352+0"),
    ("2:2", "720x720+280+0"), ("10:1", "1280x128+0+296"), ("1:10", "72x720+604+0"),
    ("640x480+320+120", "640x480+320+120"), ("201x151+59+15", "200x150+60+16"),
    ("1279x719+1+1", "1278x718+2+2"), ("17x17+1263+703", "16x16+1264+704"),
  ])
  func `cuts this out of 1280x720`(name: String, area: String) throws {
    #expect(try crop(name).area(in: PixelSize(width: 1280, height: 720)).description == area)
  }

  @Test(arguments: [
    ("640x480", "16:9", "640x360+0+60"), ("640x480", "9:16", "270x480+184+0"),
    ("854x480", "4:3", "640x480+106+0"), ("720x1280", "square", "720x720+0+280"),
    ("720x1280", "16:9", "720x404+0+438"), ("99x67", "native", "98x66+0+0"),
    ("99x67", "square", "66x66+16+0"), ("99x67", "4:5", "52x66+22+0"),
    ("17x200", "4:3", "16x16+0+92"), ("3x3", "square", "2x2+0+0"),
  ])
  func `cuts this out of other sizes`(size: String, name: String, area: String) throws {
    let size = try #require(PixelSize(parsing: size))
    #expect(try crop(name).area(in: size).description == area)
  }

  @Test func `has even edges inside the picture and its shape, whatever the picture`() throws {
    let shapes = [(1, 1), (16, 9), (9, 16), (4, 3), (4, 5), (239, 100)]
    for width in 40..<120 {
      for height in [40, 41, 67, 90, 119] {
        let size = PixelSize(width: width, height: height)
        for (across, down) in shapes {
          let area = Framing.Crop.ratio(width: across, height: down).area(in: size)
          #expect(PixelArea(whole: size.roundedToEven).contains(area), "\(size) \(across):\(down)")
          let numbers = [area.left, area.top, area.size.width, area.size.height]
          #expect(numbers.allSatisfy { $0 % 2 == 0 }, "\(area)")
          // One side is the picture's own, the other one nearest to the shape.
          let wish = area.size.width * down - area.size.height * across
          #expect(abs(wish) <= max(across, down), "\(area) of \(size) for \(across):\(down)")
          #expect(
            area.size.width == size.width & ~1 || area.size.height == size.height & ~1)
          // Central: the two margins differ by less than two columns of colour.
          #expect(abs(size.width - area.right - area.left) <= 3)
          #expect(abs(size.height - area.bottom - area.top) <= 3)
        }
      }
    }
  }

  @Test func `follows pictures of another size than the camera's`() throws {
    let camera = PixelSize(width: 1280, height: 720)
    let small = PixelSize(width: 640, height: 360)
    #expect(
      try crop("640x480+320+120").area(in: small, of: camera).description == "320x240+160+60")
    #expect(try crop("square").area(in: small, of: camera).description == "360x360+140+0")
    #expect(
      try crop("101x101+3+3").area(in: small, of: camera).description == "50x50+2+2")
  }

  @Test func `that reaches out of the picture is refused, and shows the picture if it must`() throws
  {
    let camera = PixelSize(width: 640, height: 480)
    for text in ["640x480+1+0", "640x480+0+1", "641x480+0+0", "16x16+640+0", "16x16+0+480"] {
      #expect(
        try crop(text).obstacle(in: camera)
          == "The crop \(text) reaches out of the picture, which is 640x480.")
    }
    for text in ["640x480+0+0", "16x16+624+464", "square", "native"] {
      #expect(try crop(text).obstacle(in: camera) == nil)
    }
    #expect(try crop("640x480+20+0").area(in: camera).description == "620x480+20+0")
    #expect(try crop("16x16+640+0").area(in: camera) == PixelArea(whole: camera))
  }

  @Test(arguments: [
    "", "Square", "1:11", "11:1", "0:1", "1:0", "-1:1", "1:1:1", "1.85:1", "15x16+0+0", "1001:1000",
    "4/3",
  ])
  func `is not read from`(text: String) { #expect(Framing.Crop(parsing: text) == nil) }

  @Test func `goes round through the usual shapes`() throws {
    var crop = Framing.Crop.native
    var names: [String] = []
    for _ in 0..<6 {
      crop = crop.next
      names.append(crop.description)
    }
    #expect(names == ["square", "16:9", "9:16", "4:3", "4:5", "native"])
    #expect(try self.crop("640x480+0+0").next == .native)
  }
}

@Suite struct `an orientation` {
  static let all = Framing.Rotation.allCases.flatMap { rotation in
    Framing.Mirror.allCases.map { Orientation(rotation: rotation, mirror: $0) }
  }

  private let size = PixelSize(width: 60, height: 40)
  private let corner = PixelArea(left: 2, top: 4, size: PixelSize(width: 10, height: 6))

  @Test(arguments: [
    (0, "none", "10x6+2+4"), (90, "none", "6x10+30+2"), (180, "none", "10x6+48+30"),
    (270, "none", "6x10+4+48"), (0, "h", "10x6+48+4"), (0, "v", "10x6+2+30"),
    // The mirror comes last: what the viewer sees on the right goes to the left.
    (90, "h", "6x10+4+2"), (90, "v", "6x10+30+48"), (270, "h", "6x10+30+48"),
  ])
  func `takes the upper left corner here`(degrees: Int, mirror: String, area: String) throws {
    let orientation = Orientation(
      rotation: try #require(Framing.Rotation(rawValue: degrees)),
      mirror: try #require(Framing.Mirror(rawValue: mirror)))
    #expect(orientation.area(of: corner, in: size).description == area)
  }

  @Test func `is one of eight, each with its inverse`() {
    #expect(Set(Self.all).count == 8)
    for one in Self.all {
      #expect(one.then(one.inverse) == .upright && one.inverse.then(one) == .upright)
      #expect(
        one.inverse.area(of: one.area(of: corner, in: size), in: one.size(of: size)) == corner)
    }
  }

  @Test func `does one thing after the other`() {
    for one in Self.all {
      for other in Self.all {
        let there = other.area(of: one.area(of: corner, in: size), in: one.size(of: size))
        #expect(one.then(other).area(of: corner, in: size) == there)
      }
    }
  }

  @Test func `is a rotation or takes a mirror`() {
    for rotation in Framing.Rotation.allCases {
      #expect(Orientation(rotation: rotation).rotation == rotation)
      #expect(Orientation(rotation: rotation, mirror: .horizontal).rotation == nil)
    }
  }
}

@Suite struct `a framing` {
  private let camera = PixelSize(width: 1280, height: 720)

  @Test func `gives pictures this size`() {
    #expect(Framing.native.size(of: camera) == camera)
    let turned = Framing(crop: .ratio(width: 4, height: 3), rotation: .quarter)
    #expect(turned.size(of: camera) == PixelSize(width: 720, height: 960))
  }

  @Test func `says itself`() {
    #expect(Framing.native.description == "native")
    let framing = Framing(crop: .square, rotation: .quarter, mirror: .horizontal)
    #expect(framing.description == "square, turned 90, mirrored")
    #expect(framing.description(of: camera) == "square 720x720, turned 90, mirrored")
    #expect(
      Framing(mirror: .vertical).description(of: camera)
        == "native 1280x720, mirrored upside down")
  }

  @Test func `agrees with one of another name that shows the same`() {
    let wide = Framing(crop: .ratio(width: 16, height: 9), rotation: .half, mirror: .horizontal)
    #expect(wide.agrees(with: Framing(mirror: .vertical), of: camera))
    #expect(!wide.agrees(with: .native, of: camera))
    #expect(
      !wide.agrees(with: Framing(mirror: .vertical), of: PixelSize(width: 640, height: 480)))
  }

  @Test func `is kept in the index, and missing from older ones`() throws {
    let plain = VideoSettings(size: camera, rate: .thirty, quality: 22)
    let exact = try #require(Framing.Crop(parsing: "640x480+16+8"))
    let framed = plain.framed(Framing(crop: exact, rotation: .threeQuarters, mirror: .vertical))
    let data = try JSONEncoder().encode(framed)
    #expect(try JSONDecoder().decode(VideoSettings.self, from: data) == framed)
    #expect(framed.size == PixelSize(width: 480, height: 640) && framed.camera == camera)
    #expect(framed.framed(.native).size == camera)
    let old = #"{"width":640,"height":480,"rateFrames":30,"rateSeconds":1,"quality":22}"#
    let settings = try JSONDecoder().decode(VideoSettings.self, from: Data(old.utf8))
    #expect(settings.framing == nil && settings.camera == PixelSize(width: 640, height: 480))
    let wrong = #"{"crop":"round","rotation":0,"mirror":"none"}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Framing.self, from: Data(wrong.utf8))
    }
  }
}
