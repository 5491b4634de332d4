import Merging
import Recording
import Units

/// The sound of a reel from one frame on; it stays on the lane that made it.
final class ReelSound: SoundFlow {
  private let mixer: SoundMixer
  private var position: Int64
  /// Told once, when the sound of a clip cannot be read; from there on there is silence.
  private var fail: ((any Error) -> Void)?

  /// Begins at `frame` of the reel.
  init(_ reel: Reel, from frame: Int64, tools: EngineTools, fail: @escaping (any Error) -> Void) {
    mixer = SoundMixer(SoundPlan(reel.plan)) { piece in try tools.readSound(piece) }
    position = reel.plan.rate.samples(ofFrame: frame)
    self.fail = fail
  }

  func samples(_ count: Int) -> [Int16] {
    defer { position += Int64(count) }
    do {
      if fail != nil { return try mixer.sound(of: position..<position + Int64(count)) }
    } catch {
      fail?(error)
      fail = nil
    }
    return [Int16](repeating: 0, count: count * AudioFormat.take.channels)
  }
}
