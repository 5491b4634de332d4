import Lanes
package import Recording
import Units

/// A V4L2 camera or capture card.
///
/// Unchecked: `stream` and `deliver` are touched on `lane` alone; everything else is immutable.
package final class CameraDevice: VideoSource, @unchecked Sendable {
  package let facts: VideoFacts
  /// The node itself, whatever name or link it was opened by.
  package let path: String
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
    if let input = wish.input { try node.select(input: input) }
    let inputs = node.inputs()
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
      format: format.layout.format,
      // A driver that lists no inputs has one all the same.
      inputs: inputs.isEmpty ? [identity.card] : inputs,
      input: Int(node.inputInForce() ?? 0))
    return CameraDevice(
      path: calls.files.resolved(node.path) ?? node.path, facts: facts,
      stream: CameraStream(node: node, format: format, signal: signal))
  }

  private init(path: String, facts: VideoFacts, stream: consuming CameraStream) {
    self.path = path
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
