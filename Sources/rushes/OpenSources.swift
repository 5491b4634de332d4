import Camera
import Codec
import Frames
import Glibc
import Lanes
import Microphone
import Recording
import Settings
import TestCard
import Units

/// The camera and microphone of a recording, opened by the user's wishes.
struct OpenSources {
  let camera: any VideoSource
  let microphone: (any AudioSource)?
  let isTestPicture: Bool
  /// What the user should know although it stops nothing.
  let warnings: [String]

  /// Opens what was asked for; what was not named is chosen by what is there.
  init(_ options: Options) throws {
    // Picture and tone of the test sources belong together by one instant, those of a file by one
    // clock.
    let (start, clock) = (MonotonicClock.now(), PlayClock())
    let name = options.camera ?? CameraList.read().cameras.first?.path ?? "test"
    isTestPicture = name == "test"
    let playsFile = !isTestPicture && Self.isFile(name)
    if isTestPicture {
      camera = TestCamera(
        size: (options.size ?? CameraWish.usualSize).roundedToEven,
        rate: options.rate ?? .thirty, start: start)
    } else if playsFile {
      camera = try FileCamera.open(name, size: options.size, rate: options.rate, clock: clock)
    } else {
      camera = try Self.device(name, options)
    }
    try options.checkCopies(from: camera.facts)
    if playsFile, options.microphone == nil {
      (microphone, warnings) = (try FileMicrophone.open(name, clock: clock), [])
    } else {
      (microphone, warnings) = try Self.microphone(
        options.microphone ?? (isTestPicture ? "test" : nil), rate: camera.facts.rate,
        start: start)
    }
  }

  /// True for a regular file, also behind a link; devices are none.
  private static func isFile(_ path: String) -> Bool {
    var entry = stat()
    return stat(path, &entry) == 0 && entry.st_mode & S_IFMT == S_IFREG
  }

  private static func device(_ name: String, _ options: Options) throws -> any VideoSource {
    let format = options.inputFormat ?? options.formatToCopy
    do {
      let device = try CameraDevice.open(
        name, wish: CameraWish(size: options.size, rate: options.rate, inputFormat: format))
      // A take could else begin at key frames only.
      return device.facts.format == .h264 ? try DecodedSource(device) : device
    } catch let error as CameraError {
      // The user asked for no format; what did is named.
      guard error.code == .noFormat, options.inputFormat != format else { throw error }
      throw Problem(.device, "\(error.description) Leave --video-codec copy out.")
    }
  }

  private static func microphone(
    _ name: String?, rate: FrameRate, start: MediaTime
  ) throws -> ((any AudioSource)?, [String]) {
    switch name {
    case "none":
      return (nil, [])
    case "test":
      return (TestMicrophone(start: start, rate: rate), [])
    case let name?:
      return (try MicrophoneDevice.open(name: MicrophoneList.find(name: name)), [])
    case nil:
      guard let preferred = MicrophoneList.preferred() else {
        return (nil, ["There is no microphone: recording without sound."])
      }
      do {
        return (try MicrophoneDevice.open(name: preferred.name), [])
      } catch {
        // A sound server may hold the device; then it offers it as "default".
        if let shared = try? MicrophoneDevice.open(name: "default") { return (shared, []) }
        // Nobody asked for this one by name; the picture is worth recording without it.
        return (nil, ["\(error.description) Recording without sound."])
      }
    }
  }
}
