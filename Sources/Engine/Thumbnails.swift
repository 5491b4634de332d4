import Frames
import Recording
import Screens
import Units

/// Small pictures of takes, and which are still to be made.
struct Thumbnails: Sendable {
  /// What a picture was made of: another one is due when this changes.
  struct Origin: Sendable, Hashable {
    /// The take.
    var ticket: RecorderMachine.Ticket
    /// How the movie was framed.
    var framing: Framing
    /// The frame of its file.
    var frame: Int64
  }

  /// The place of a picture.
  static let room = PictureRoom(blocks: TakePicture.size)

  /// True while one is being made of a file.
  var isLooking = false
  private var made: [RecorderMachine.Ticket: (origin: Origin, cells: CellPicture)] = [:]
  private var failed: Set<Origin> = []

  /// The picture of a take; nil where there is none.
  func picture(of ticket: RecorderMachine.Ticket) -> CellPicture? { made[ticket]?.cells }

  /// True when the take's picture is of something else, or is not there, and can be made.
  func isDue(_ origin: Origin) -> Bool {
    made[origin.ticket]?.origin != origin && !failed.contains(origin)
  }

  /// A picture was made, or cannot be.
  mutating func add(_ picture: PreviewPicture?, of origin: Origin) {
    guard let picture else {
      failed.insert(origin)
      return
    }
    var steady = SteadyPicture()
    steady.show(picture)
    if let cells = steady.cells { made[origin.ticket] = (origin, cells) }
  }

  /// Forgets the takes that are gone.
  mutating func keep(_ tickets: some Sequence<RecorderMachine.Ticket>) {
    let tickets = Set(tickets)
    made = made.filter { tickets.contains($0.key) }
    failed = failed.filter { tickets.contains($0.ticket) }
  }
}
