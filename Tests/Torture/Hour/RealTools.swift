import Codec
import Disk
import Engine
import Merging
import Recording

extension EngineTools {
  /// The program's own hands; `paced` wraps each encoder.
  static func real(
    paced: @escaping @Sendable (any VideoEncoder) -> any VideoEncoder
  ) -> EngineTools {
    var tools = EngineTools(
      makeEncoder: { settings, _ in paced(try H264Encoder(settings: settings)) },
      makeTakeWriter: { request in
        try TakeFile(
          path: request.path, settings: request.settings, configuration: request.configuration,
          hasAudio: request.hasAudio, label: "{}")
      },
      makeConverter: { try Resampler(from: $0) },
      readPictures: { try ClipPictures.open($0, rate: $1) },
      readSound: { try ClipSound.open($0) },
      joinConfiguration: { try JoinEncoder(for: $0).configuration },
      codeSound: { try SoundCoder.code($0, $1) },
      codeStretch: { stretch, plan, movie, check in
        try StretchCoder.code(stretch, of: plan, for: movie, fit: .fit, check: check)
      },
      contents: { try TakeFileReader.contents(path: $0, rate: $1) },
      makeMovie: { try MovieFile(path: $0, format: .mp4, movie: $1) },
      checkMovie: { path, movie, writer in
        guard let file = writer as? MovieFile else { return }
        try MovieCheck.run(
          path: path,
          expecting: MovieExpectation(format: .mp4, movie: movie, checksum: file.videoChecksum))
      },
      describe: { Problem(.failed, "\($0)") })
    tools.makePreview = { PreviewScaler() }
    tools.lookAt = { clip, frame, movie, turn, room in
      try ClipLook.picture(of: clip, at: frame, in: movie, turned: turn, within: room)
    }
    return tools
  }
}
