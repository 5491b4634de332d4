package import Recording
package import Units

/// Everything the user can choose, with the value in force when nothing was said.
package struct Options: Sendable, Hashable {
  /// What becomes of the camera's pictures; spelled as the values are.
  package enum VideoCodecChoice: String, Sendable, Hashable, CaseIterable {
    /// The choice is ours, which is H.264.
    case auto
    /// The camera's JPEG pictures go into takes and movie untouched.
    case copy
    /// H.264, whatever comes.
    case h264
  }

  /// What is seen of the camera on the screen; spelled as the values are.
  package enum Preview: String, Sendable, Hashable, CaseIterable {
    /// The best the terminal has.
    case auto
    /// Nothing.
    case off
    /// Two pixels in each character cell.
    case blocks
    /// The kitty graphics protocol, iTerm2's images, sixel graphics.
    case kitty, iterm, sixel
  }

  /// How long a movie may become.
  package enum Limit: Sendable, Hashable {
    /// Nothing was said: 15 s in the recorder, none for `--take` and `--for`.
    case usual
    /// `--limit none`.
    case none
    /// `--limit D`.
    case length(MediaTime)
  }

  /// How a picture gets into a movie of another shape; spelled as the values are.
  package enum Fit: String, Sendable, Hashable {
    /// The whole picture with black bars, without bars but cut off, or drawn out of shape.
    case fit, fill, stretch
  }

  /// `test`, a path, a by-id name or part of a name; nil chooses the first camera, else `test`.
  package var camera: String?
  /// `test`, `none`, an ALSA name or part of a name; nil chooses what fits the camera.
  package var microphone: String?
  /// Picture size asked of the camera.
  package var size: PixelSize?
  /// Frames a second asked of the camera, and the movie's grid.
  package var rate: FrameRate?
  /// Pixel format asked of the camera.
  package var inputFormat: FourCC?
  /// What becomes of the camera's pictures.
  package var videoCodec = VideoCodecChoice.auto
  /// True when pictures keep the camera's own times.
  package var isVariable = false
  /// How long a movie may become.
  package var limit = Limit.usual
  /// The transitions between takes, nil for a hard cut: one for all joins, or one for each.
  package var transitions: [Transition?] = []
  /// Those of the configuration, which hold for new takes where the command line names none.
  package var usualTransitions: [Transition?] = []
  /// Those of the command line, or the configuration's where it gave none.
  package var transitionsInForce: [Transition?] {
    transitions.isEmpty ? usualTransitions : transitions
  }
  /// How long before its press a take begins.
  package var preroll = MediaTime.zero
  /// How much of the time around its shutter a live photo shows.
  package var live = LiveLength()
  /// When live photos are taken without a terminal, counted from the start.
  package var shots: [MediaTime] = []
  /// True when a live photo is one JPEG with the movie in it.
  package var isMotionPhoto = false
  /// False with `--no-autosave`.
  package var savesWhenSpent = true
  /// Lengths of the takes to record without a terminal.
  package var takes: [MediaTime] = []
  /// Time between two such takes.
  package var gap = MediaTime.zero
  /// The movie's file; nil makes a dated name in the videos folder.
  package var output: String?
  /// True when a file of that name may be replaced.
  package var overwrites = false
  /// True when takes stay on disk after saving.
  package var keepsTakes = false
  /// How the picture is cropped and turned.
  package var framing = FramingWish()
  /// True when takes hold the whole picture and are framed when they are saved.
  package var keepsFull = false
  /// x264's constant rate factor.
  package var quality = 22
  /// How pictures of another shape get into a merged movie.
  package var fit = Fit.fit
  /// True when a merge is only told, not carried out.
  package var showsPlan = false
  /// How the end of a hold is decided.
  package var hold = HoldMachine.Style.auto
  /// The key that is held to record.
  package var holdKey = HoldKey.space
  /// Where sessions lie; nil for the user's data folder.
  package var sessionFolder: String?
  /// The configuration file; nil for the usual place.
  package var configuration: String?
  /// The process of the recorder to be driven; nil for the newest.
  package var process: Int32?
  /// True when one JSON object is printed at the end.
  package var printsJSON = false
  /// True when nothing but errors is told.
  package var isQuiet = false
  /// True when everything counted is told.
  package var isVerbose = false
  /// False with `--no-mouse`: the mouse is left to the terminal.
  package var usesMouse = true
  /// What is seen of the camera on the screen.
  package var preview = Preview.auto
  /// The command line of the player that finished movies are handed to; nil for rushes' own.
  package var player: String?
  /// False with `--no-color`.
  package var hasColour = true

  /// The options when nothing was said.
  package init() {}
}

/// What one command line asks for.
package struct Invocation: Sendable, Hashable {
  /// What to do.
  package enum Task: Sendable, Hashable {
    /// Carry out a command.
    case run(Command)
    /// Print the help text.
    case help
    /// Print the version.
    case version

    /// True for what needs no option to be carried out.
    package var isInformation: Bool { self == .help || self == .version }
  }

  /// What to do.
  package var task: Task
  /// The session named behind `resume` or `save`.
  package var session: String?
  /// The files named behind `merge`, or the one behind `play`.
  package var files: [MergeFile] = []
  /// The command named behind `ctl`.
  package var control: ControlCommand?
  /// Everything else.
  package var options: Options
}

/// A wrong command line or configuration, as one sentence with the remedy.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence.
  package var description: String

  init(_ sentence: String) { description = sentence }
}
