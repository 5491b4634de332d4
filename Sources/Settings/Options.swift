package import Units

/// Everything the user can choose, with the value in force when nothing was said.
package struct Options: Sendable, Hashable {
  /// When the end of a hold is decided how; spelled as the options are.
  package enum HoldStyle: String, Sendable, Hashable {
    case auto, hold, toggle
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
  /// How long a movie may become.
  package var limit = Limit.usual
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
  /// How the end of a hold is decided.
  package var hold = HoldStyle.auto
  /// Where sessions lie; nil for the user's data folder.
  package var sessionFolder: String?
  /// The configuration file; nil for the usual place.
  package var configuration: String?
  /// True when one JSON object is printed at the end.
  package var printsJSON = false
  /// True when nothing but errors is told.
  package var isQuiet = false
  /// True when everything counted is told.
  package var isVerbose = false
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
  /// Everything else.
  package var options: Options
}

/// A wrong command line or configuration, as one sentence with the remedy.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence.
  package var description: String

  init(_ sentence: String) { description = sentence }
}
