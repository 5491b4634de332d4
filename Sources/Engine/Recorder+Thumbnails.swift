import Frames
import Lanes
import Recording
import Units

/// Small pictures of the takes for the screen: of the first frame while it is recorded, and of the
/// file where that was another run, another framing, or is cut off by now.
extension Recorder {
  /// Makes them from now on.
  package func showThumbnails() {
    lane.async { [self] in if thumbnails == nil { thumbnails = Thumbnails() } }
  }

  /// A take begins with `frame`; its picture is made beside the recording.
  func pictureTake(_ ticket: RecorderMachine.Ticket, by frame: VideoFrame) {
    lane.precondition()
    guard thumbnails != nil else { return }
    let origin = Thumbnails.Origin(ticket: ticket, framing: machine.framing, frame: 0)
    preview.look(at: frame, within: Thumbnails.room) { [self] picture in
      lane.async { [self] in thumbnails?.add(picture, of: origin) }
    }
  }

  /// Looks into the file of one take whose picture is missing or of something else; one at a time,
  /// and only between takes, which need the processor more.
  func lookForThumbnails() {
    lane.precondition()
    thumbnails?.keep(machine.rows.lazy.map(\.ticket))
    guard let now = thumbnails, !now.isLooking, case .idle = machine.stage,
      let lookAt = parts.tools.lookAt,
      let (origin, take) = machine.rows.lazy.compactMap(origin(of:)).first(where: {
        now.isDue($0.0)
      }),
      let clip = clip(of: take)
    else { return }
    thumbnails?.isLooking = true
    let agreement = agreement(on: machine.takes)
    let movie = settings.framed(agreement.coded)
    lookLane.async { [self] in
      let picture = try? lookAt(clip, origin.frame, movie, agreement.turn, Thumbnails.room)
      lane.async { [self] in
        thumbnails?.isLooking = false
        thumbnails?.add(picture, of: origin)
      }
    }
  }

  /// What the picture of a closed take should be of.
  private func origin(of row: RecorderMachine.Row) -> (Thumbnails.Origin, Take)? {
    guard let take = row.take, take.state == .ready, !take.played.isEmpty else { return nil }
    return (
      Thumbnails.Origin(
        ticket: row.ticket, framing: machine.framing, frame: take.played.lowerBound), take
    )
  }
}
