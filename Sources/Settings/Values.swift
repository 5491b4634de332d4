import Recording
import Units

/// Reads the values of options; every refusal is a sentence that shows a right one.
enum Values {
  static func nonempty(_ text: String, of name: String) throws(UsageError) -> String {
    guard !text.isEmpty else { throw UsageError("--\(name) needs a value.") }
    return text
  }

  static func size(_ text: String) throws(UsageError) -> PixelSize {
    guard let size = PixelSize(parsing: text), size.width >= 16, size.height >= 16 else {
      throw UsageError(
        "--size takes width and height from 16 to 16384, such as 1280x720, not '\(text)'.")
    }
    return size
  }

  static func rate(_ text: String) throws(UsageError) -> FrameRate {
    let rate: FrameRate?
    if let slash = text.firstIndex(of: "/") {
      rate = Int64(text[..<slash]).flatMap { frames in
        Int64(text[text.index(after: slash)...]).flatMap { FrameRate(frames, per: $0) }
      }
    } else if text == "29.97" || text == "59.94" || text == "23.976" {
      rate = FrameRate(Int64((Double(text) ?? 0).rounded(.up)) * 1000, per: 1001)
    } else {
      rate = Int64(text).flatMap { FrameRate($0) }
    }
    guard let rate, rate.perSecond >= 1, rate.perSecond <= 240 else {
      throw UsageError(
        "--fps takes 1 to 240 frames a second, such as 30 or 30000/1001, not '\(text)'.")
    }
    return rate
  }

  static func holdKey(_ text: String) throws(UsageError) -> HoldKey {
    guard let key = HoldKey(parsing: text) else {
      throw UsageError(
        "--hold-key takes space, one character, or one of "
          + HoldKey.Name.allCases.map(\.rawValue).joined(separator: ", ") + ", not '\(text)'.")
    }
    return key
  }

  static func crop(_ text: String) throws(UsageError) -> Framing.Crop {
    guard let crop = Framing.Crop(parsing: text) else {
      throw UsageError(
        "--crop takes native, square, a shape from 1:10 to 10:1 such as 4:5, or a rectangle from "
          + "16x16 such as 640x480+16+8, not '\(text)'.")
    }
    return crop
  }

  static func rotation(_ text: String) throws(UsageError) -> Framing.Rotation {
    guard let rotation = Int(text).flatMap({ Framing.Rotation(rawValue: $0) }) else {
      throw UsageError("--rotate takes 0, 90, 180 or 270 degrees clockwise, not '\(text)'.")
    }
    return rotation
  }

  static func mirror(_ text: String) throws(UsageError) -> Framing.Mirror {
    guard let mirror = Framing.Mirror(rawValue: text) else {
      throw UsageError(
        "--mirror takes h (left and right), v (top and bottom) or none, not '\(text)'.")
    }
    return mirror
  }

  static func code(_ text: String) throws(UsageError) -> FourCC {
    guard let code = FourCC(text) else {
      throw UsageError("--input-format takes a code such as YUYV or MJPG, not '\(text)'.")
    }
    return code
  }

  static func videoCodec(_ text: String) throws(UsageError) -> Options.VideoCodecChoice {
    guard let choice = Options.VideoCodecChoice(rawValue: text) else {
      throw UsageError("--video-codec takes auto, copy or h264, not '\(text)'.")
    }
    return choice
  }

  static func preview(_ text: String) throws(UsageError) -> Options.Preview {
    guard let choice = Options.Preview(rawValue: text) else {
      throw UsageError("--preview takes auto, blocks, kitty, iterm, sixel or off, not '\(text)'.")
    }
    return choice
  }

  static func length(
    _ text: String, of name: String, allowsZero: Bool = false
  ) throws(UsageError) -> MediaTime {
    guard let time = MediaTime(parsing: text), allowsZero || time > .zero else {
      throw UsageError("--\(name) takes a length such as 1.5s, 90s, 2m or 1:30, not '\(text)'.")
    }
    return time
  }

  static func preroll(_ text: String) throws(UsageError) -> MediaTime {
    guard let time = MediaTime(parsing: text), time >= .zero, time <= .seconds(Int64(60)) else {
      throw UsageError("--preroll takes a length up to 60s, such as 2s, not '\(text)'.")
    }
    return time
  }

  /// Reads a time before or after a shutter.
  static func around(
    _ text: String, of name: String, allowsZero: Bool = false
  ) throws(UsageError) -> MediaTime {
    guard let time = MediaTime(parsing: text), allowsZero || time > .zero,
      time <= .seconds(Int64(60))
    else { throw UsageError("--\(name) takes a length up to 60s, such as 1.5s, not '\(text)'.") }
    return time
  }

  /// The longest transition.
  private static let longestTransition = MediaTime.seconds(Int64(10))

  /// Reads KIND or KIND:D; nil stands for a hard cut.
  static func transition(_ text: String) throws(UsageError) -> Transition? {
    if text == "none" { return nil }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = Transition.Kind(name: parts.first.map(String.init) ?? "") else {
      throw UsageError(
        "--transition takes none, crossfade, wipe-up or another kind that rushes --help lists, "
          + "not '\(text)'.")
    }
    guard parts.count > 1 else { return Transition(kind) }
    guard let length = MediaTime(parsing: parts[1]), length > .zero, length <= longestTransition
    else {
      throw UsageError(
        "--transition takes a length of at most 10s, such as \(parts[0]):0.5s, not '\(text)'.")
    }
    return Transition(kind, length: length)
  }

  static func movie(_ text: String) throws(UsageError) -> String {
    guard let ending = ending(of: text), ["mp4", "mov", "mkv", "jpg"].contains(ending) else {
      throw noMovie(text)
    }
    return text
  }

  /// The answer to a name that no movie can have.
  static func noMovie(_ text: String) -> UsageError {
    UsageError("-o takes a file that ends in .mp4, .mov or .mkv, not '\(text)'.")
  }

  /// What stands behind the last point of a file's name, in small letters; nil without a name
  /// before it.
  static func ending(of path: String) -> String? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    return name.count > ending.count + 1 ? ending.lowercased() : nil
  }

  static func quality(_ text: String) throws(UsageError) -> Int {
    switch text {
    case "low": return 28
    case "medium": return 22
    case "high": return 18
    default:
      guard let quality = Int(text), (0...51).contains(quality) else {
        throw UsageError("--quality takes low, medium, high or 0 to 51, not '\(text)'.")
      }
      return quality
    }
  }

  static func fit(_ text: String) throws(UsageError) -> Options.Fit {
    guard let fit = Options.Fit(rawValue: text) else {
      throw UsageError("--fit takes fit, fill or stretch, not '\(text)'.")
    }
    return fit
  }

  /// The words behind `rushes ctl`, for people.
  static let controlWords =
    ControlCommand.allCases.dropLast().map(\.rawValue).joined(separator: ", ")
    + (ControlCommand.allCases.last.map { " or \($0.rawValue)" } ?? "")

  static func control(_ text: String) throws(UsageError) -> ControlCommand {
    guard let command = ControlCommand(rawValue: text) else {
      throw UsageError("'rushes ctl' takes \(controlWords), not '\(text)'.")
    }
    return command
  }

  static func process(_ text: String) throws(UsageError) -> Int32 {
    guard let process = Int32(text), process > 0 else {
      throw UsageError("--pid takes the number of a process, such as 4711, not '\(text)'.")
    }
    return process
  }
}
