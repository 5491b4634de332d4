import Lanes
import Recording
import Units

@testable import Engine

/// The cameras of a studio: each opening makes a new one, as with real devices.
final class FakeShelf: Sendable {
  /// A camera as it lies there.
  struct Item: Sendable {
    var choice: CameraChoice
    var rate = FrameRate.thirty
    var size = PixelSize(width: 64, height: 48)
    var inputs: [String] = []
    /// The input in force, which a camera keeps while nobody has it open.
    var input = 0

    init(_ name: String, rate: FrameRate = .thirty, inputs: [String] = []) {
      choice = CameraChoice(path: name, name: name)
      self.rate = rate
      self.inputs = inputs
    }
  }

  /// What lies there, in the order of the key `c`.
  let items = Locked<[Item]>([])
  /// Cameras, and inputs as "CAMERA 1", that cannot be opened.
  let broken = Locked<Set<String>>([])
  /// Held while a camera is opened.
  let door = Turnstile()
  /// The camera opened last.
  let latest: Locked<FakeCamera>
  /// What was opened in which order, with the input that was wished.
  let log = Locked<[String]>([])
  /// How often a camera was opened while another one ran.
  let overlaps = Locked(0)

  private let changed: @Sendable () -> Void

  init(first: FakeCamera, changed: @escaping @Sendable () -> Void) {
    latest = Locked(first)
    self.changed = changed
  }

  /// The way of the recorder to them.
  var cameras: OtherCameras {
    OtherCameras(
      list: { [self] in items.current.map(\.choice) }, open: { [self] in try open($0) },
      settings: { VideoSettings(size: $0.size, rate: $0.rate, quality: 22) })
  }

  private func open(_ choice: CameraChoice) throws -> any VideoSource {
    if latest.current.isRunning { overlaps.withLock { $0 += 1 } }
    door.pass(changed)
    let name = choice.input.map { "\(choice.path) \($0)" } ?? choice.path
    log.withLock { $0.append(name) }
    guard !broken.current.contains(name),
      let item = items.current.first(where: { $0.choice.path == choice.path })
    else { throw Problem(.device, "\(name) cannot be opened.") }
    let input = choice.input ?? item.input
    let camera = FakeCamera(
      item.choice.path, rate: item.rate, size: item.size, inputs: item.inputs, input: input)
    latest.withLock { $0 = camera }
    return camera
  }
}
