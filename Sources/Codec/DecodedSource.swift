import Frames
import Lanes
package import Recording

/// An H.264 camera whose pictures are decoded as they come, so that they can be shown, and a take can
/// begin and end at any of them.
///
/// Decoding has a lane of its own, for the camera's has to give buffers back in time.
///
/// Unchecked: `decoder` and `deliver` are touched on `lane` alone; everything else is immutable.
package final class DecodedSource: VideoSource, @unchecked Sendable {
  package let facts: VideoFacts
  private let source: any VideoSource
  private let lane = Lane("decoder")
  private var decoder: AccessUnitDecoder?
  private var deliver: (@Sendable (VideoSourceEvent) -> Void)?

  /// An event of the camera, and whether some before it found no room in the queue.
  private struct Arrival: Sendable {
    var event: VideoSourceEvent
    var lost: Int
  }

  private let mostWaiting: Int

  /// Wraps a camera that delivers H.264 and was not started yet.
  ///
  /// At most `mostWaiting` units wait for the decoder, usually half a second at 60 a second: who
  /// falls further behind does not catch up by waiting, and one unit left out costs all up to the
  /// next key frame. With `keepsCoding` frames bring along what they were coded as.
  package init(
    _ source: any VideoSource, keepsCoding: Bool = false, mostWaiting: Int = 30
  ) throws(CodecError) {
    self.source = source
    self.mostWaiting = mostWaiting
    var facts = source.facts
    facts.format = .yu12
    facts.keepsCoding = keepsCoding
    self.facts = facts
    decoder = try AccessUnitDecoder(keepsCoding: keepsCoding)
  }

  package func start(_ deliver: @escaping @Sendable (VideoSourceEvent) -> Void) {
    lane.async { [self] in self.deliver = deliver }
    let arrivals = Channel<Arrival>(to: lane, capacity: mostWaiting) { [weak self] in
      self?.arrived($0)
    }
    let lost = Locked(0)
    source.start { [weak self] event in
      guard let self else { return }
      let arrival = Arrival(event: event, lost: lost.current)
      switch event {
      case .ended, .lost:
        // The last word must not be refused; the lane has all others before it.
        lane.async { self.arrived(arrival) }
      case .frame, .skipped:
        let hasRoom = arrivals.send(arrival)
        lost.withLock { $0 = hasRoom ? 0 : $0 + 1 }
      }
    }
  }

  package func stop() {
    source.stop()
    _ = lane.sync { close() }
  }

  private func arrived(_ arrival: Arrival) {
    lane.precondition()
    if arrival.lost > 0 {
      tell(decoder?.unitsWereLost())
      tell((0..<arrival.lost).map { _ in .skipped("the decoder cannot keep up") })
    }
    switch arrival.event {
    case .frame(let unit): decode(unit)
    case .skipped:
      tell(decoder?.unitsWereLost())
      tell([arrival.event])
    case .ended, .lost:
      tell(decoder?.finish())
      end(arrival.event)
    }
  }

  private func decode(_ unit: VideoFrame) {
    do throws(CodecError) {
      tell(try decoder?.decode(unit))
    } catch {
      end(.lost(error.description))
    }
  }

  private func tell(_ events: [VideoSourceEvent]?) {
    for event in events ?? [] { deliver?(event) }
  }

  private func end(_ event: VideoSourceEvent) {
    let last = deliver
    close()
    last?(event)
  }

  private func close() {
    lane.precondition()
    deliver = nil
    decoder = nil
  }
}
