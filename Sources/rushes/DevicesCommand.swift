import Camera
import Microphone
import Settings
import Units

/// `rushes devices`: what can be recorded from on this machine.
struct DevicesCommand {
  let context: Context

  private struct CameraEntry: Encodable {
    var path: String
    var name: String
    var stableName: String?
    var driver: String
    var formats: [String]
    var modes: [String]
  }

  private struct MicrophoneEntry: Encodable {
    var name: String
    var card: String
    var device: String
  }

  private struct Listing: Encodable {
    var cameras: [CameraEntry]
    var microphones: [MicrophoneEntry]
  }

  func run() -> ExitCode {
    let cameras = CameraList.read()
    let microphones = MicrophoneList()
    let listing = Listing(
      cameras: cameras.cameras.map { camera in
        CameraEntry(
          path: camera.path, name: camera.name, stableName: camera.stableName,
          driver: camera.driver, formats: camera.formats.map(\.description),
          modes: camera.modeTexts)
      },
      microphones: microphones.microphones.map { microphone in
        MicrophoneEntry(
          name: microphone.name, card: microphone.cardName, device: microphone.deviceName)
      })
    Output.print(context.options.printsJSON ? JSONText.line(listing) : text(listing))
    let refused =
      cameras.refused.map(\.description) + microphones.failures.map(\.description)
    for sentence in refused { Output.error(sentence) }
    return .done
  }

  private func text(_ listing: Listing) -> String {
    var lines = ["Cameras:"]
    for camera in listing.cameras {
      lines.append("  \(camera.path)  \(camera.name)")
      if let stableName = camera.stableName { lines.append("      \(stableName)") }
      for mode in camera.modes { lines.append("      \(mode)") }
    }
    lines.append("  test  the built-in test picture")
    lines.append("Microphones:")
    for microphone in listing.microphones {
      lines.append("  \(microphone.name)  \(microphone.card), \(microphone.device)")
    }
    lines.append("  test  the built-in test tone")
    return lines.joined(separator: "\n") + "\n"
  }
}
