import Camera
import Codec
import Disk
import Engine
import Merging
import Microphone
import Recording
import Settings
import Terminal
import Units

extension EngineTools {
  /// Joins the engine to the hands; movies get the container `format`.
  static func live(format: MovieFormat) -> EngineTools {
    var tools = EngineTools(
      makeEncoder: { settings in try H264Encoder(settings: settings) },
      makeTakeWriter: { request in
        try TakeFile(
          path: request.path, settings: request.settings, configuration: request.configuration,
          hasAudio: request.hasAudio)
      },
      makeConverter: { format in try Resampler(from: format) },
      readPictures: { clip, rate in try TakePictures(path: clip.path, rate: rate) },
      readSound: { path in try TakeSound(path: path) },
      codeSound: { samples, chunk in try SoundCoder.code(samples, chunk) },
      codeStretch: { stretch, plan, movie, check in
        try StretchCoder.code(stretch, of: plan, for: movie, check: check)
      },
      contents: { path, rate in try TakeFileReader.contents(path: path, rate: rate) },
      makeMovie: { path, movie in
        try MovieFile(
          path: path, format: format, configuration: movie.configuration,
          settings: movie.settings, turn: movie.turn, hasAudio: movie.samples != nil,
          chapters: movie.chapters.map { chapter in
            MovieChapter(
              title: chapter.title,
              start: movie.settings.rate.time(ofFrame: chapter.frames.lowerBound),
              end: movie.settings.rate.time(ofFrame: chapter.frames.upperBound))
          })
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
    return tools
  }
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
  case let error as TerminalError: Problem(.terminal, error.description)
  case let error as MovieFault: Problem(.failed, error.description)
  default: Problem(.failed, "Something unforeseen went wrong: \(error).")
  }
}
