import Camera
import Codec
import Control
import Disk
import Engine
import Frames
import Merging
import Microphone
import Recording
import Settings
import Speaker
import Terminal
import Units

extension EngineTools {
  /// Joins the engine to the hands; movies get the container `format`, and pictures of another
  /// shape get into them by `fit`.
  static func live(format: MovieFormat, fit: Options.Fit = .fit) -> EngineTools {
    var tools = EngineTools(
      makeEncoder: { settings, camera in
        switch settings.codec {
        case .h264: try h264Encoder(settings, camera)
        case .mjpeg: JPEGStore(settings: settings)
        case .hevc: throw Problem(.failed, "Takes are not recorded in hevc.")
        }
      },
      makeTakeWriter: { request in
        try TakeFile(
          path: request.path, settings: request.settings, configuration: request.configuration,
          colour: request.colour, hasAudio: request.hasAudio, label: JSONText.text(request.label))
      },
      makeConverter: { format in try Resampler(from: format) },
      readPictures: { clip, rate in try ClipPictures.open(clip, rate: rate) },
      readSound: { piece in try ClipSound.open(piece) },
      joinConfiguration: { movie in try JoinEncoder(for: movie).configuration },
      codeSound: { samples, chunk in try SoundCoder.code(samples, chunk) },
      codeStretch: { stretch, plan, movie, check in
        try StretchCoder.code(
          stretch, of: plan, for: movie, fit: PictureWish.Fit(fit), check: check)
      },
      contents: { path, rate in try TakeFileReader.contents(path: path, rate: rate) },
      makeMovie: { path, movie in
        try MovieFile(path: path, format: format, movie: movie)
      },
      checkMovie: { path, movie, writer in
        guard let file = writer as? MovieFile else { return }
        try MovieCheck.run(
          path: path,
          expecting: MovieExpectation(
            format: format, movie: movie, checksum: file.videoChecksum))
      },
      describe: problem(of:))
    tools.canTurnMovie = format.canTurn
    tools.makeStill = { frame, settings, tags in
      try StillPicture.code(frame, settings, tags)
    }
    tools.makePreview = { PreviewScaler() }
    tools.lookAt = { clip, frame, movie, turn, room in
      try ClipLook.picture(of: clip, at: frame, in: movie, turned: turn, within: room)
    }
    tools.review = { clip, reel in
      ReviewPictures(clip, rate: reel.plan.rate, movie: reel.settings, turned: reel.turn)
    }
    tools.makeSpeaker = { SpeakerDevice() }
    return tools
  }
}

/// Stores a camera's H.264 as it comes, where it brings any along that these settings leave as it is;
/// else pictures are coded.
@Sendable
private func h264Encoder(
  _ settings: VideoSettings, _ camera: CameraCoding?
) throws -> any VideoEncoder {
  guard let camera else { return try H264Encoder(settings: settings) }
  if let store = try H264Store(settings: settings, camera: camera) { return store }
  let isFramed = (settings.framing ?? .native) != .native
  return try H264Encoder(
    settings: settings,
    note: isFramed ? nil : "The camera's H.264 cannot be stored as it comes: it is coded anew.")
}

/// Says what an error of any hand means to the user, and which exit code follows from it.
@Sendable
func problem(of error: any Error) -> Problem {
  switch error {
  case let problem as Problem: problem
  case let error as UsageError: Problem(.usage, error.description)
  case let error as CameraError: Problem(.device, error.description)
  case let error as MicrophoneError: Problem(.device, error.description)
  case let error as DiskError: Problem(error.isNoSpace ? .noSpace : .failed, error.description)
  case let error as CodecError:
    Problem(error.code.isNoSpace ? .noSpace : .failed, error.description)
  case let error as ControlError: Problem(.failed, error.description)
  case let error as TerminalError: Problem(.terminal, error.description)
  case let error as MovieFault: Problem(.failed, error.description)
  default: Problem(.failed, "Something unforeseen went wrong: \(error).")
  }
}

extension PictureWish.Fit {
  /// The option's meaning.
  fileprivate init(_ fit: Options.Fit) {
    switch fit {
    case .fit: self = .fit
    case .fill: self = .fill
    case .stretch: self = .stretch
    }
  }
}
