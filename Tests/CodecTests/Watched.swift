import Codec
import Frames
import Support
import Units

/// Everything a reader gave of a file.
struct Watched {
  var times: [MediaTime] = []
  var pictures: [VideoFrame] = []
  var sounds: [MediaSound] = []
  var damaged = 0
  /// The left channel from position 0 on, silence in the holes, but for those of a damaged file.
  var left: [Int16] = []

  /// Reads a file to its end.
  init(_ path: String, part: MediaReader.Part = .all, wish: PictureWish = PictureWish()) throws {
    let reader = try MediaReader(path: path, part: part, wish: wish)
    try self.init(reader)
  }

  /// Reads what is left of a file.
  init(_ reader: MediaReader) throws {
    let pool = FramePool(mostIdle: 0)
    while let piece = try reader.next() {
      switch piece {
      case .picture(let picture):
        times.append(picture.time)
        pictures.append(picture.frame(from: pool, capturedAt: picture.time))
      case .leftOut: break
      case .sound(let sound): sounds.append(sound)
      }
    }
    damaged = reader.damaged
    left = Self.left(sounds)
  }

  /// The number in each picture of a `counted` clip.
  var numbers: [Int] {
    pictures.map { picture in
      let luma = picture.bytes.prefix(picture.size.area).reduce(0) { $0 + Int($1) }
      return (Double(luma) / Double(picture.size.area) - 16).dividedRounding(by: 4)
    }
  }

  private static func left(_ sounds: [MediaSound]) -> [Int16] {
    var line: [Int16] = []
    for sound in sounds {
      let hole = Int(sound.position) - line.count
      if hole > 0 { line += [Int16](repeating: 0, count: min(hole, 1_000_000)) }
      for index in stride(from: 2 * max(0, -hole), to: sound.samples.count, by: 2) {
        line.append(sound.samples[index])
      }
    }
    return line
  }
}

extension Double {
  fileprivate func dividedRounding(by divisor: Double) -> Int { Int((self / divisor).rounded()) }
}

extension VideoFrame {
  /// The planes behind one another.
  var bytes: [UInt8] { memory.withBytes { Array($0) } }

  /// The luma sample at a place given in parts of width and height.
  func luma(_ x: Double, _ y: Double) -> Int {
    let (column, row) = (Int(x * Double(size.width)), Int(y * Double(size.height)))
    return memory.withBytes { Int($0[row * stride + column]) }
  }
}

/// Runs ffmpeg to make a clip.
func makeClip(_ arguments: [String], input: [UInt8] = []) throws {
  _ = try judge("ffmpeg", ["-nostdin", "-y"] + arguments, input: input)
}

/// ffmpeg's arguments for up to fifty pictures of one grey each, which says their number.
func counted(_ count: Int, size: String = "64x48", rate: String = "30") -> [String] {
  [
    "-f", "lavfi", "-i",
    "nullsrc=s=\(size):r=\(rate),geq=lum='16+4*N':cb=128:cr=128,format=yuv420p,trim=end_frame=\(count)",
  ]
}

/// ffmpeg's arguments for x264 with many B-frames and a key frame every ten pictures.
let bFrames = [
  "-c:v", "libx264", "-qp", "4", "-bf", "3", "-b_strategy", "0", "-g", "10", "-sc_threshold", "0",
]
