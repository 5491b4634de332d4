import Codec
import Testing

@Suite struct `a codec error` {
  @Test(arguments: [
    (
      CodecError(.write, .noSpace, "/t/a.mov"),
      "Cannot write to /t/a.mov: the disk is full; free some space and try again."
    ),
    (
      CodecError(.sync, .overQuota, "/t/a.mov"),
      "Cannot sync /t/a.mov: your share of the disk is used up; free some space and try again."
    ),
    (
      CodecError(.create, .exists, "m.mp4"),
      "Cannot create m.mp4: it exists already; choose another name."
    ),
    (CodecError(.create, .missing, "x/m.mp4"), "Cannot create x/m.mp4: its folder does not exist."),
    (CodecError(.open, .missing, "t.mov"), "Cannot open t.mov: it does not exist."),
    (
      CodecError(.open, .denied, "t.mov"),
      "Cannot open t.mov: access is not allowed; check its permissions."
    ),
    (CodecError(.read, .ioError, "t.mov"), "Cannot read t.mov: the disk reports an error."),
    (
      CodecError(.open, .invalidData, "t.mov"),
      "Cannot open t.mov: its data is damaged or of another kind."
    ),
    (
      CodecError(.store, .invalidData, "the camera's pictures"),
      "Cannot store the camera's pictures: none was a whole JPEG of the size agreed "
        + "on; record without --video-codec copy."
    ),
    (
      CodecError(.prepare, .noEncoder, "libx264"),
      "Cannot set up libx264: FFmpeg was built without it; "
        + "install the full libavcodec and libavformat packages."
    ),
    (
      CodecError(.encode, .invalid, "libx264"),
      "Cannot code a picture with libx264: invalid argument."
    ),
  ])
  func `is one plain sentence`(error: CodecError, sentence: String) {
    #expect(error.description == sentence)
  }

  @Test func `knows a full disk by both its names`() {
    #expect(AVCode.noSpace.isNoSpace && AVCode.overQuota.isNoSpace)
    #expect(!AVCode.ioError.isNoSpace && !AVCode.endOfFile.isNoSpace)
  }
}
