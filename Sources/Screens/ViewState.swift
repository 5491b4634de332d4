package import Recording
package import Units

/// Everything the recorder's screen shows, as a value: equal states give equal screens.
package struct ViewState: Sendable, Hashable {
  /// What the recorder is doing, in one word on the screen.
  package enum Phase: Sendable, Hashable {
    /// Nothing taken yet: READY.
    case ready
    /// Frames flow into a take: ● REC.
    case recording
    /// A press was seen but its first frame has not come yet.
    case starting
    /// There are takes and none is running: ‖ PAUSED.
    case paused
    /// The movie is being made; `fraction` is 0…1.
    case saving(fraction: Double, timeLeft: MediaTime?)
    /// The movie stands under its name; the next press begins a new one.
    case saved(path: String, length: MediaTime, bytes: Int64)
  }

  /// One line of the take list.
  package struct TakeRow: Sendable, Hashable {
    /// How far the take is.
    package enum State: Sendable, Hashable {
      /// Being recorded.
      case recording
      /// Ended; its file is being closed.
      case finishing
      /// On disk.
      case ready
      /// On disk, but framed otherwise than the movie: coded anew when it is saved.
      case reframed
      /// Cut short or unreadable; the reason stands in the note.
      case bad
    }
    /// A transition into a take.
    package struct Join: Sendable, Hashable {
      /// What is seen, by its name for people.
      package var name: String
      /// How long it is asked to last.
      package var wished: MediaTime
      /// How long both takes really overlap.
      package var length: MediaTime

      /// Describes a transition.
      package init(name: String, wished: MediaTime, length: MediaTime) {
        self.name = name
        self.wished = wished
        self.length = length
      }
    }
    /// Its length so far, less what is cut off.
    package var length: MediaTime
    /// How far it is.
    package var state: State
    /// How the take before goes over into it; nil for a hard cut.
    package var join: Join?
    /// Frames cut off its beginning.
    package var cutBeginning: Int64 = 0
    /// Frames cut off its end.
    package var cutEnd: Int64 = 0
    /// Its first frame, no larger than `TakePicture.size`; nil where there is none.
    package var thumbnail: CellPicture?

    /// Makes a row.
    package init(length: MediaTime, state: State) {
      self.length = length
      self.state = state
    }
  }

  /// What the camera gives.
  package struct CameraLine: Sendable, Hashable {
    /// Its name for people.
    package var name: String
    /// What was asked for.
    package var asked: String
    /// What it gives.
    package var got: String
    /// How that is cropped and turned, and the size it has then; nil when it is left as it is.
    package var framing: String?
    /// Frames a second, measured; nil before the first second is over.
    package var measuredRate: Double?
    /// Frames left out because the encoder or the disk could not follow.
    package var dropped: Int
    /// Frames the camera missed, filled by repeating the one before.
    package var repeated: Int
    /// Broken frames left out.
    package var bad: Int
    /// Bits a second that the running take, or the last one, takes on the disk; nil before there
    /// was enough of it.
    package var bitrate: Double?
    /// True for the built-in test picture, which the screen must label.
    package var isTestPicture: Bool
    /// True when that stands in for a camera that is not there.
    package var isSubstitute = false

    /// Makes a line with nothing counted yet.
    package init(name: String, asked: String, got: String, isTestPicture: Bool) {
      self.name = name
      self.asked = asked
      self.got = got
      self.isTestPicture = isTestPicture
      dropped = 0
      repeated = 0
      bad = 0
    }
  }

  /// What the microphone gives.
  package struct MicrophoneLine: Sendable, Hashable {
    /// Its name for people.
    package var name: String
    /// What it gives.
    package var got: String
    /// Silence put where samples were lost.
    package var filled: MediaTime
    /// True while takes are made without its sound.
    package var isMuted: Bool
    /// How loud it is, also while it is muted; nil before there was sound.
    package var levels: Levels?
    /// How far its sound is from the pictures; nil while that is not known.
    package var offset: SoundOffset?
    /// True once it delivers nothing more.
    package var isLost = false

    /// Makes a line with nothing lost yet.
    package init(name: String, got: String) {
      self.name = name
      self.got = got
      filled = .zero
      isMuted = false
    }
  }

  /// What takes get of the time before their press.
  package struct Preroll: Sendable, Hashable {
    /// What was asked for.
    package var wished: MediaTime
    /// What there is now.
    package var inHand: MediaTime

    /// Says how much of what was asked for there is.
    package init(wished: MediaTime, inHand: MediaTime) {
      self.wished = wished
      self.inHand = inHand
    }
  }

  /// Live photos, while the hold key takes them.
  package struct Live: Sendable, Hashable {
    /// How much of the time before the shutter there is.
    package var inHand: Preroll
    /// How long pictures still come in for the photo that was taken last; nil when none is awaited.
    package var left: MediaTime?
    /// Photos that are under way.
    package var developing: Int
    /// Photos that stand.
    package var finished: Int

    /// Describes the photos of a run.
    package init(inHand: Preroll, left: MediaTime?, developing: Int, finished: Int) {
      self.inHand = inHand
      self.left = left
      self.developing = developing
      self.finished = finished
    }
  }

  /// The live picture.
  package struct Preview: Sendable, Hashable {
    /// Columns it may take at most.
    package var widest: Int
    /// What it shows; nil before the first one.
    package var picture: CellPicture?
    /// Cells to leave free, in place of `picture`, for one that the terminal shows in pixels.
    package var room: CellSize?
    /// What it is of, where that is not the camera's newest frame.
    package var caption: String?
    /// Why there is none now, in a few words.
    package var word: String?

    /// A place for a picture of at most this many columns.
    package init(widest: Int) { self.widest = widest }
  }

  /// What the recorder is doing.
  package var phase: Phase = .ready
  /// The takes in the movie's order, the running one last.
  package var takes: [TakeRow] = []
  /// Which take the keys act on, an index into `takes`.
  package var selection: Int?
  /// The length allowed; nil without a limit.
  package var budget: MediaTime?
  /// The movie's length as it stands, the running take included.
  package var used: MediaTime = .zero
  /// The camera.
  package var camera: CameraLine
  /// The microphone; nil when there is none.
  package var microphone: MicrophoneLine?
  /// The pre-roll; nil when takes begin with their press.
  package var preroll: Preroll?
  /// Live photos; nil while the hold key records takes.
  package var live: Live?
  /// How long the disk lasts at the measured bitrate; nil before it is known.
  package var diskLeft: MediaTime?
  /// How the end of a hold is known, such as "key release reported by the terminal".
  package var hold: String = ""
  /// The key that is held to record, as it is written on the screen.
  package var holdKey = "SPACE"
  /// True while a tap keeps recording until the next tap.
  package var isLatched = false
  /// True while a button of the mouse is held to record.
  package var isHeldByMouse = false
  /// True when the mouse can be used: the record button is drawn.
  package var hasMouse = false
  /// True while another program holds the running take, by `rushes ctl`.
  package var isByControl = false
  /// One sentence for the user: what just happened, or what is wrong.
  package var note: String?
  /// A question that waits for y or n, such as "Quit while saving?".
  package var question: String?
  /// The live picture; nil where the terminal cannot show one, or nobody wants it.
  package var preview: Preview?
  /// True while all keys are shown.
  package var showsHelp = false

  /// Makes the state of a recorder that has just opened its sources.
  package init(camera: CameraLine, microphone: MicrophoneLine?) {
    self.camera = camera
    self.microphone = microphone
  }
}
