import Camera
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
    // Picture and tone of the test sources belong together by one instant.
    start = MonotonicClock.now()
    let name = options.camera ?? CameraList.read().cameras.first?.path
    isSubstitute = name == nil
    (camera, choice) = try Self.camera(name ?? "test", options, start: start)
    (microphone, warnings) = try Self.microphone(
      options.microphone, withTestPicture: choice.isTestPicture, rate: camera.facts.rate,
      start: start)
  }

  /// Opens the camera of this name or path, with this input of it, and says which one it is.
  static func camera(
    _ name: String, input: Int? = nil, _ options: Options, start: MediaTime
  ) throws -> (any VideoSource, CameraChoice) {
    if name == CameraChoice.testPicture.path {
      let size = (options.size ?? CameraWish.usualSize).roundedToEven
      return (
        TestCamera(size: size, rate: options.rate ?? .thirty, start: start), .testPicture
      )
    }
    let wish = CameraWish(
      size: options.size, rate: options.rate, inputFormat: options.inputFormat, input: input)
    let device = try CameraDevice.open(name, wish: wish)
    return (device, CameraChoice(path: device.path, name: "\(device.facts.name) (\(device.path))"))
  }

  private static func microphone(
    _ name: String?, withTestPicture: Bool, rate: FrameRate, start: MediaTime
  ) throws -> ((any AudioSource)?, [String]) {
    switch name {
    case "none":
      return (nil, [])
    case "test":
      return (TestMicrophone(start: start, rate: rate), [])
    case let name?:
      return (try MicrophoneDevice.open(name: MicrophoneList.find(name: name)), [])
    case nil where withTestPicture:
      return (TestMicrophone(start: start, rate: rate), [])
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
