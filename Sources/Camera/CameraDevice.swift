import Lanes
package import Recording
import Units

/// A V4L2 camera or capture card.
///
/// Unchecked: `stream` and `deliver` are touched on `lane` alone; everything else is immutable.
package final class CameraDevice: VideoSource, @unchecked Sendable {
  package let facts: VideoFacts
  private let lane: Lane
  private var stream: CameraStream?
  private var deliver: (@Sendable (VideoSourceEvent) -> Void)?

  /// Opens a camera by path, stable name or a part of its card's name, and starts its stream, so
  /// that everything that can be refused is refused here.
  package static func open(
    _ name: String, wish: CameraWish = CameraWish(), calls: CameraCalls = .live
  ) throws(CameraError) -> CameraDevice {
    var node = try CameraNode(path: CameraList.path(of: name, calls: calls), calls: calls)
    let identity = try node.identify()
    let signal = try node.lockToSignal()
    var wish = wish
    // A signal has its own size and rate; scaling or halving them is for those who ask.
    wish.size = wish.size ?? signal?.size
    wish.rate = wish.rate ?? signal?.rate
    let mode = try node.choose(wish, signal: signal)
    let format = try node.negotiate(mode, wish: wish, signal: signal)
    try node.prepareBuffers()
    try node.startStream(format.mode)
    let facts = VideoFacts(
      name: identity.card, asked: wish.text, got: format.mode.description,
      size: format.mode.size, rate: format.rate,
      format: format.layout.format)
    return CameraDevice(
      facts: facts, stream: CameraStream(node: node, format: format, signal: signal))
  }

  private init(facts: VideoFacts, stream: consuming CameraStream) {
    self.facts = facts
    self.stream = consume stream
    lane = Lane("camera")
  }

  package func start(_ deliver: @escaping @Sendable (VideoSourceEvent) -> Void) {
    lane.async { [self] in
      guard stream != nil, self.deliver == nil else { return }
      self.deliver = deliver
      stream?.discardWaiting()
      turn()
    }
  }

  package func stop() {
    // The turn in progress ends within its poll's time; the next one finds nothing.
    _ = lane.sync { close() }
  }

  /// One turn at a time, so that `stop` gets in between.
  private func turn() {
    lane.precondition()
    guard let result = stream?.turn() else { return }
    switch result {
    case .nothing: break
    case .frame(let frame): deliver?(.frame(frame))
    case .skipped(let reason): deliver?(.skipped(reason))
    case .lost(let error):
      let last = deliver
      // The node is let go first: a camera that was plugged in again gets its old number back only
      // when nobody holds it.
      close()
      last?(.lost(error.description))
      return
    }
    lane.async { [weak self] in self?.turn() }
  }

  private func close() {
    lane.precondition()
    deliver = nil
    stream = nil
  }
}
