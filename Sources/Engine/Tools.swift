package import Frames
package import Merging
package import Recording
package import Units

/// What the engine needs from the hands, each as one closure, so that it never names a library.
package struct EngineTools: Sendable {
  /// Opens an encoder for one take, or for a ring; runs on the encoder lane.
  ///
  /// Pictures that bring along a camera's own coding are stored as they are where that can be.
  package var makeEncoder: @Sendable (VideoSettings, CameraCoding?) throws -> any VideoEncoder
  /// Creates a take's file; runs on the writer lane.
  package var makeTakeWriter: @Sendable (TakeRequest) throws -> any TakeWriter
  /// Opens a converter from a source's samples to 48 kHz stereo.
  package var makeConverter: @Sendable (AudioFormat) throws -> any AudioConverter
  /// Opens a clip's coded pictures for copying.
  package var readPictures: @Sendable (Clip, FrameRate) throws -> any PictureReader
  /// Opens the sound of a clip's file, counted from its first picture.
  package var readSound: @Sendable (SoundPlan.Piece) throws -> any SoundReader
  /// The decoder configuration of a movie of which some frames are copied and some are
  /// coded anew.
  package var joinConfiguration: @Sendable (MovieSpecification) throws -> [UInt8]
  /// Codes a chunk of the movie's sound from the samples of its window; runs on any lane.
  package var codeSound: @Sendable (_ samples: [Int16], SoundChunk) throws -> [EncodedSound]
  /// Codes frames of the movie anew, as key frame groups that fit to the copied ones.
  ///
  /// `check` is called often and throws to give up. Runs on any lane.
  package var codeStretch:
    @Sendable (Stretch, MergePlan, MovieSpecification, _ check: () throws -> Void) throws ->
      [EncodedPacket]
  /// Counts what is in a take's file.
  package var contents: @Sendable (_ path: String, FrameRate) throws -> TakeContents
  /// Creates the movie's file under a temporary name; runs on the merge lane.
  package var makeMovie: @Sendable (_ path: String, MovieSpecification) throws -> any MovieWriter
  /// Opens a finished movie again and throws when it is not what was specified.
  package var checkMovie:
    @Sendable (_ path: String, MovieSpecification, any MovieWriter) throws -> Void
  /// Says what an error of any hand means to the user.
  package var describe: @Sendable (any Error) -> Problem
  /// Opens a converter from frames to the live picture; runs on the preview lane.
  ///
  /// Nil where nobody looks at one.
  package var makePreview: (@Sendable () throws -> any PreviewConverter)?
  /// Looks at one frame of a clip, as a movie of these settings that players turn shows it.
  ///
  /// Runs on the look lane. Nil where nobody looks.
  package var lookAt:
    (
      @Sendable (Clip, _ frame: Int64, VideoSettings, Framing.Rotation, _ room: PictureRoom) throws
        ->
        PreviewPicture?
    )?
  /// Codes a frame as a still, framed as these settings say; runs on the still lane.
  ///
  /// Nil where nobody takes any.
  package var makeStill: (@Sendable (VideoFrame, VideoSettings, StillTags) throws -> [UInt8])?
  /// Opens a clip of a reel for a review; runs on the review's picture lane.
  ///
  /// Nil where nobody looks.
  package var review: (@Sendable (Clip, Reel) throws -> any ReviewReader)?
  /// Makes the sound card that reviews are heard by; nil for none.
  package var makeSpeaker: (@Sendable () -> any SoundOutput)?
  /// False when movies get a container that cannot tell players to turn the pictures.
  package var canTurnMovie = true

  /// What a take's file needs to know when it is created.
  package struct TakeRequest: Sendable {
    /// Full path; nothing may lie there yet.
    package var path: String
    /// How its pictures are coded.
    package var settings: VideoSettings
    /// The encoder's `avcC` record.
    package var configuration: [UInt8]
    /// What its pictures mean.
    package var colour: ColourCode
    /// True when it gets an audio track.
    package var hasAudio: Bool
    /// What the file says of itself.
    package var label: TakeLabel
  }

  /// Puts the hands' closures together.
  package init(
    makeEncoder:
      @escaping @Sendable (VideoSettings, CameraCoding?) throws -> any VideoEncoder,
    makeTakeWriter: @escaping @Sendable (TakeRequest) throws -> any TakeWriter,
    makeConverter: @escaping @Sendable (AudioFormat) throws -> any AudioConverter,
    readPictures: @escaping @Sendable (Clip, FrameRate) throws -> any PictureReader,
    readSound: @escaping @Sendable (SoundPlan.Piece) throws -> any SoundReader,
    joinConfiguration:
      @escaping @Sendable (MovieSpecification) throws -> [UInt8],
    codeSound: @escaping @Sendable (_ samples: [Int16], SoundChunk) throws -> [EncodedSound],
    codeStretch:
      @escaping @Sendable (
        Stretch, MergePlan, MovieSpecification, _ check: () throws -> Void
      ) throws -> [EncodedPacket],
    contents: @escaping @Sendable (_ path: String, FrameRate) throws -> TakeContents,
    makeMovie: @escaping @Sendable (_ path: String, MovieSpecification) throws -> any MovieWriter,
    checkMovie:
      @escaping @Sendable (
        _ path: String, MovieSpecification, any MovieWriter
      ) throws -> Void,
    describe: @escaping @Sendable (any Error) -> Problem
  ) {
    self.makeEncoder = makeEncoder
    self.makeTakeWriter = makeTakeWriter
    self.makeConverter = makeConverter
    self.readPictures = readPictures
    self.readSound = readSound
    self.joinConfiguration = joinConfiguration
    self.codeSound = codeSound
    self.codeStretch = codeStretch
    self.contents = contents
    self.makeMovie = makeMovie
    self.checkMovie = checkMovie
    self.describe = describe
  }
}
