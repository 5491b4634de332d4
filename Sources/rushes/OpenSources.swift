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
  /// Opens the same device again after it was lost; nil for what is no device.
  let reopenMicrophone: (@Sendable () throws -> any AudioSource)?
  /// Which camera it is.
  let choice: CameraChoice
  /// True when the test picture was taken because there is no camera.
  let isSubstitute: Bool
  /// The instant of the test picture's frame 0 and of the test tone's first sample.
  let start: MediaTime
  /// What the user should know although it stops nothing.
  let warnings: [String]

  /// Opens what was asked for; what was not named is chosen by what is there.
  init(_ options: Options) throws {
    // Picture and tone of the test sources belong together by one instant, those of a file by one
    // clock.
    start = MonotonicClock.now()
    let clock = PlayClock()
    let name = options.camera ?? CameraList.read().cameras.first?.path
    isSubstitute = name == nil
    (camera, choice) = try Self.camera(name ?? "test", options, start: start, clock: clock)
    if let name, Self.isFile(name), options.microphone == nil {
      microphone = try FileMicrophone.open(name, clock: clock)
      (reopenMicrophone, warnings) = (nil, [])
    } else {
      let opened = try Self.microphone(
        options.microphone ?? (choice.isTestPicture ? "test" : nil), rate: camera.facts.rate,
        start: start)
      (microphone, warnings) = (opened.source, opened.warning.map { [$0] } ?? [])
      reopenMicrophone = opened.reopen
    }
  }

  /// Opens the camera of this name or path, with this input of it, and says which one it is.
  static func camera(
    _ name: String, input: Int? = nil, _ options: Options, start: MediaTime,
    clock: PlayClock = PlayClock()
  ) throws -> (any VideoSource, CameraChoice) {
    let (camera, choice) = try open(name, input: input, options, start: start, clock: clock)
    try options.checkCopies(from: camera.facts)
    return (camera, choice)
  }

  private static func open(
    _ name: String, input: Int?, _ options: Options, start: MediaTime, clock: PlayClock
  ) throws -> (any VideoSource, CameraChoice) {
    if name == CameraChoice.testPicture.path {
      let size = (options.size ?? CameraWish.usualSize).roundedToEven
      return (
        TestCamera(size: size, rate: options.rate ?? .thirty, start: start), .testPicture
      )
    }
    if isFile(name) {
      let camera = try FileCamera.open(
        name, size: options.size, rate: options.rate, keepsCoding: options.videoCodec == .copy,
        clock: clock)
      return (camera, CameraChoice(path: name, name: camera.facts.name))
    }
    let device = try device(name, input: input, options)
    let listing = CameraList.read().find(name: device.path)
    let choice =
      listing.map(CameraChoice.init)
      ?? CameraChoice(path: device.path, name: "\(device.facts.name) (\(device.path))")
    guard device.facts.format == .h264 else { return (device, choice) }
    // Nobody could else see it, and a take could begin at key frames only.
    return (try DecodedSource(device, keepsCoding: options.videoCodec == .copy), choice)
  }

  /// True for a regular file, also behind a link; devices are none.
  private static func isFile(_ path: String) -> Bool {
    var entry = stat()
    return stat(path, &entry) == 0 && entry.st_mode & S_IFMT == S_IFREG
  }

  private static func device(
    _ name: String, input: Int?, _ options: Options
  ) throws -> CameraDevice {
    func open(_ format: FourCC?) throws(CameraError) -> CameraDevice {
      try CameraDevice.open(
        name,
        wish: CameraWish(
          size: options.size, rate: options.rate, inputFormat: format, input: input))
    }
    guard options.inputFormat == nil, let first = options.formatsToCopy.first else {
      return try open(options.inputFormat)
    }
    do {
      return try open(first)
    } catch {
      guard error.code == .noFormat else { throw error }
      for other in options.formatsToCopy.dropFirst() {
        if let device = try? open(other) { return device }
      }
      // The user asked for no format; what did is named.
      throw Problem(.device, "\(error.description) Leave --video-codec copy out.")
    }
  }

  /// A microphone, how it is opened once more where it is a device, and what the user should know.
  private struct OpenedMicrophone {
    var source: (any AudioSource)?
    var reopen: (@Sendable () throws -> any AudioSource)?
    var warning: String?

    init(_ source: (any AudioSource)? = nil, warning: String? = nil) {
      (self.source, self.warning) = (source, warning)
    }

    init(device: String) throws(MicrophoneError) {
      source = try MicrophoneDevice.open(name: device)
      reopen = { try MicrophoneDevice.open(name: device) }
    }
  }

  private static func microphone(
    _ name: String?, rate: FrameRate, start: MediaTime
  ) throws -> OpenedMicrophone {
    switch name {
    case "none":
      return OpenedMicrophone()
    case "test":
      return OpenedMicrophone(TestMicrophone(start: start, rate: rate))
    case let name?:
      return try OpenedMicrophone(device: MicrophoneList.find(name: name))
    case nil:
      guard let preferred = MicrophoneList.preferred() else {
        return OpenedMicrophone(warning: "There is no microphone: recording without sound.")
      }
      do {
        return try OpenedMicrophone(device: preferred.name)
      } catch {
        // A sound server may hold the device; then it offers it as "default".
        if let shared = try? OpenedMicrophone(device: "default") { return shared }
        // Nobody asked for this one by name; the picture is worth recording without it.
        return OpenedMicrophone(warning: "\(error.description) Recording without sound.")
      }
    }
  }
}

extension CameraChoice {
  /// The camera of the list of devices.
  init(_ camera: CameraListing) {
    self.init(
      path: camera.path, name: "\(camera.name) (\(camera.path))", stableName: camera.stableName)
  }
}
