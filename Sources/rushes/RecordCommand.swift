import Camera
import Codec
import Disk
import Engine
import Frames
import Recording
import Settings
import Units

/// `rushes record`, `rushes resume` and `rushes live`: the recorder, on the screen or by script.
struct RecordCommand {
  let context: Context
  let command: Command

  private var resumes: Bool { command == .resume }
  private var options: Options { context.options }

  func run() throws -> ExitCode {
    let isScripted = !options.takes.isEmpty || !options.shots.isEmpty
    if !isScripted { try ScreenShell.requireTerminal() }
    var movieOptions = options
    // The file named for `rushes live` is a photo's.
    if command == .live { movieOptions.output = nil }
    let places = MoviePlaces(
      options: movieOptions, folders: context.folders,
      codec: options.videoCodec == .copy ? .mjpeg : .h264)
    let photos = PhotoPlaces(
      options: options, isNamed: command == .live, folders: context.folders)
    if command == .live { try photos.verify() } else { try places.verify() }
    let (folder, index) = try session()
    let joins = joins(of: index)
    do {
      if index.isVariable, options.preroll > .zero { throw VariableRate.problem("--preroll") }
      let sources = try OpenSources(options)
      let settings = try self.settings(for: sources, index)
      var parts = Recorder.Parts(
        tools: .live(format: places.format), camera: sources.camera,
        choice: sources.choice, otherCameras: otherCameras(than: sources, settings),
        microphone: sources.microphone,
        settings: settings, folder: folder, index: index,
        nextFolder: { [store = context.store] in
          let next = try store.create()
          return (next.folder, next.index)
        },
        place: { places.place(ofMovie: $0) }, limit: limit(isScripted),
        savesWhenSpent: options.savesWhenSpent, joins: joins, keepsTakes: options.keepsTakes,
        isSubstitute: sources.isSubstitute)
      parts.reopenMicrophone = sources.reopenMicrophone
      // Pictures with their own times are never framed later.
      // A live photo waits for nothing.
      parts.preroll = options.shots.isEmpty ? options.preroll : .zero
      parts.live = LiveParts(
        length: options.live, isOn: command == .live, tools: .live(format: photos.format),
        place: { photos.place(ofPhoto: $0, still: $1, shutter: $2) },
        saveStill: { try photos.saveStill($0) })
      parts.keepsFull = options.keepsFull && !settings.isVariable
      if command == .live, isScripted {
        return try LiveShell(parts, options: options, warnings: sources.warnings).run()
      }
      return isScripted
        ? try ScriptShell(parts, options: options, warnings: sources.warnings).run()
        : try ScreenShell(
          parts, context: context, warnings: sources.warnings + [reminder].compactMap { $0 }
        ).run()
    } catch {
      if index.takes.isEmpty { try? folder.remove() }
      throw error
    }
  }

  private var reminder: String? { resumes ? nil : Recovery(context: context).reminder() }

  private func session() throws -> (StoredSession, SessionIndex) {
    guard resumes else {
      let made = try context.store.create()
      return (made.folder, made.index)
    }
    guard var found = try Recovery(context: context).open(context.session) else {
      throw Problem(.failed, context.noSession)
    }
    if !options.transitions.isEmpty {
      try found.index.checkJoins(options.transitions)
      Joins(options.transitions).apply(to: &found.index.takes)
      try found.folder.write(found.index)
    }
    return found
  }

  private func joins(of index: SessionIndex) -> Joins {
    // The configuration's are for takes that can have any.
    Joins(index.isVariable ? options.transitions : options.transitionsInForce)
  }

  /// A session's takes can only be joined when all are coded alike, or can be coded anew.
  private func checkCodec(of index: SessionIndex, _ camera: VideoFacts) throws {
    let codec = options.takeCodec(of: camera)
    try options.checkContainer(of: codec)
    guard let before = index.settings, !index.takes.isEmpty, before.codec != codec else { return }
    let (takes, remedy) =
      before.codec == .mjpeg
      ? ("JPEG pictures as the camera gave them", "go on with --video-codec copy")
      : ("H.264 pictures", "go on without --video-codec copy")
    throw Problem(
      .failed,
      "Session \(index.id) holds takes of \(takes): \(remedy), or save it first with 'rushes save "
        + "\(index.id)'.")
  }

  /// A session's takes can only be joined when all are coded alike.
  private func settings(
    for sources: OpenSources, _ index: SessionIndex
  ) throws -> VideoSettings {
    let facts = sources.camera.facts
    var settings = VideoSettings(
      size: facts.size, rate: facts.rate, quality: options.quality,
      codec: options.takeCodec(of: facts),
      isVariable: index.takes.isEmpty
        ? options.isVariable && command != .live : index.isVariable)
    do {
      try checkCodec(of: index, facts)
      if let before = index.settings, !index.takes.isEmpty {
        try verify(settings, goesWith: before, of: index.id)
        // The camera's rate is in the parameter sets, which all takes share.
        settings.cameraFrames = before.cameraFrames
        settings.cameraSeconds = before.cameraSeconds
      }
      let before = settings.framed(index.settings?.framing ?? .native)
      let framed = try before.framed(by: options.framing)
      if index.isVariable, framed.framing != before.framing {
        throw VariableRate.problem("Changing the framing between takes")
      }
      return framed
    } catch {
      sources.camera.stop()
      sources.microphone?.stop()
      throw error
    }
  }

  private func verify(
    _ settings: VideoSettings, goesWith before: VideoSettings, of session: String
  ) throws {
    guard before.camera != settings.size || before.rate != settings.rate else { return }
    guard !before.isVariable else {
      throw Problem(
        .failed,
        "Session \(session) holds takes of \(before.camera), but the camera gives "
          + "\(settings.size): choose --size \(before.camera), or save it first with 'rushes save "
          + "\(session)'.")
    }
    throw Problem(
      .failed,
      "Session \(session) holds takes of \(before.camera) at \(before.rate), but the camera gives "
        + "\(settings.size) at \(settings.rate): choose --size \(before.camera) --fps "
        + "\(before.rate), or save it first with 'rushes save \(session)'.")
  }

  /// What the keys can change to; a size or rate that was named stays the movie's.
  private func otherCameras(
    than sources: OpenSources, _ settings: VideoSettings
  ) -> OtherCameras {
    OtherCameras(
      list: {
        CameraList.read().cameras.map(CameraChoice.init) + [.testPicture]
      },
      open: { [options, start = sources.start] choice in
        let camera = try OpenSources.camera(
          choice.path, input: choice.input, options, start: start
        ).0
        // Nothing else makes JPEG pictures of what it gives.
        guard settings.codec != .mjpeg || camera.facts.format == .mjpeg else {
          camera.stop()
          throw Problem(
            .device, "\(camera.facts.name) gives \(camera.facts.got), the session's takes are MJPG."
          )
        }
        return camera
      },
      settings: { [options] facts in
        VideoSettings(
          size: options.size == nil ? facts.size : settings.camera,
          rate: options.rate == nil ? facts.rate : settings.pictureRate,
          quality: options.quality, codec: settings.codec, isVariable: settings.isVariable)
      })
  }

  private func limit(_ isScripted: Bool) -> MediaTime? {
    switch options.limit {
    case .usual: isScripted ? nil : .seconds(Int64(15))
    case .none: nil
    case .length(let length): length
    }
  }
}

extension SessionIndex {
  /// True when its takes keep the camera's own times.
  var isVariable: Bool { !takes.isEmpty && settings?.isVariable == true }

  /// Refuses transitions between takes that cannot have any.
  func checkJoins(_ transitions: [Transition?]) throws {
    guard isVariable, transitions.contains(where: { $0 != nil }) else { return }
    throw VariableRate.problem("--transition")
  }
}

extension VideoSettings {
  /// The same with the user's wishes carried out; a crop that reaches out of the picture is refused.
  func framed(by wish: FramingWish) throws -> VideoSettings {
    let chosen = wish.applied(to: framing ?? .native)
    if let obstacle = chosen.crop.obstacle(in: camera) { throw Problem(.usage, obstacle) }
    return framed(chosen)
  }
}

extension Context {
  /// The sentence for a session that is not there.
  var noSession: String {
    if let session {
      return "There is no session '\(session)'; 'rushes sessions' lists what is on disk."
    }
    let busy = (try? store.list())?.last { $0.isInUse && !$0.files.isEmpty }
    guard let busy else { return "There is no session on disk that could be used." }
    return "Session \(busy.id) is in use by another rushes, and no other one is free."
  }
}

/// Where the movies of one run go: the first to the named file, further ones beside it.
struct MoviePlaces {
  private let options: Options
  private let videos: String
  private let codec: VideoCodec

  /// Movies of pictures coded by `codec`.
  init(options: Options, folders: UserFolders, codec: VideoCodec) {
    self.options = options
    videos = folders.videos
    self.codec = codec
  }

  /// The container all of them have.
  var format: MovieFormat {
    options.output.flatMap { MovieFormat(fileName: $0) } ?? (codec == .mjpeg ? .mov : .mp4)
  }

  /// Says before recording what would stand in the way of saving.
  func verify() throws { try place(ofMovie: 1).verify() }

  /// The place of the run's `number`th movie, counted from 1.
  func place(ofMovie number: Int) -> MovieTarget {
    guard let output = options.output else {
      return MovieTarget(folder: videos, ending: format.rawValue)
    }
    guard number > 1, let point = output.lastIndex(of: ".") else {
      return MovieTarget(file: output, overwrites: options.overwrites)
    }
    let numbered = "\(output[..<point])-\(number)\(output[point...])"
    return MovieTarget(file: numbered, overwrites: options.overwrites)
  }
}
