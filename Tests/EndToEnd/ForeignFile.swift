import Testing

/// One way in which other programs write a movie; all of them are made from the same test picture.
struct ForeignFile: Sendable, CustomTestStringConvertible {
  /// What a merge must make of it.
  enum Fate: Sendable {
    /// Every frame in order, none twice, sound in time with it.
    case whole
    /// Frames in order; some are missing or twice, because the rate is another one.
    case resampled
    /// As much as can be read, and no complaint of a decoder about the movie.
    case rest
    /// A sentence with this in it.
    case refused(String)
  }

  let name: String
  /// ffmpeg's arguments between the input and the file.
  let arguments: String
  /// ffmpeg's arguments before the input.
  var before = ""
  /// ffmpeg's arguments of a second run that copies what the first one made.
  var copying: String?
  var fate = Fate.whole
  /// True when its packets fit into the movie of the test picture as they are.
  var isCopied = false
  /// Damages the finished file.
  var damage: (@Sendable ([UInt8]) -> [UInt8])?

  var testDescription: String { name }

  static let all: [ForeignFile] = [
    ForeignFile(name: "ours.mp4", arguments: "-c copy", isCopied: true),
    ForeignFile(name: "ours.mkv", arguments: "-c:v copy -c:a flac", isCopied: true),
    ForeignFile(name: "b-frames.mp4", arguments: "-c:v libx264 -bf 3 -g 25"),
    ForeignFile(
      name: "open-gop.mp4", arguments: "-c:v libx264 -x264-params open-gop=1:keyint=15:bframes=3"),
    ForeignFile(
      name: "uneven.mp4",
      arguments: "-vf select='not(eq(mod(n\\,7)\\,3))' -fps_mode vfr -c:v libx264",
      fate: .resampled),
    ForeignFile(name: "edit-list.mp4", arguments: "-c copy", before: "-ss 0.6"),
    ForeignFile(
      name: "turned.mp4", arguments: "-vf transpose=cclock -c:v libx264",
      copying: "-metadata:s:v rotate=270"),
    ForeignFile(
      name: "upside-down.mov", arguments: "-vf hflip,vflip -c:v libx264",
      copying: "-metadata:s:v rotate=180"),
    ForeignFile(name: "mono.mp4", arguments: "-c:v libx264 -ac 1 -ar 44100"),
    ForeignFile(name: "surround.mkv", arguments: "-c:v libx264 -ac 6 -c:a ac3"),
    ForeignFile(name: "silent.mp4", arguments: "-c:v libx264 -an"),
    ForeignFile(name: "late-sound.mkv", arguments: "-c:v libx264 -af atrim=0.7 -c:a pcm_s16le"),
    ForeignFile(
      name: "early-sound.mkv", arguments: "-vf trim=start=0.5 -c:v libx264 -c:a pcm_s16le"),
    ForeignFile(name: "long-sound.mp4", arguments: "-vf trim=end=2.5 -c:v libx264"),
    ForeignFile(name: "short-sound.mkv", arguments: "-c:v libx264 -af atrim=end=1.5 -c:a flac"),
    ForeignFile(name: "hevc.mp4", arguments: "-c:v libx265 -x265-params log-level=none"),
    ForeignFile(name: "vp9.webm", arguments: "-c:v libvpx-vp9 -deadline realtime -c:a libopus"),
    ForeignFile(name: "vp8.webm", arguments: "-c:v libvpx -deadline realtime -c:a libvorbis"),
    ForeignFile(name: "ten-bit.mp4", arguments: "-c:v libx264 -pix_fmt yuv420p10le"),
    ForeignFile(name: "full-chroma.mp4", arguments: "-c:v libx264 -pix_fmt yuv444p"),
    ForeignFile(
      name: "full-range.mp4", arguments: "-vf scale=out_range=full -c:v libx264 -pix_fmt yuvj420p"),
    ForeignFile(
      name: "interlaced.mp4", arguments: "-c:v libx264 -flags +ilme+ildct -x264-params tff=1"),
    ForeignFile(name: "odd.mkv", arguments: "-vf scale=321:181 -c:v ffv1"),
    ForeignFile(name: "big.mp4", arguments: "-vf scale=640:360 -c:v libx264"),
    ForeignFile(
      name: "narrow-pixels.mp4", arguments: "-vf scale=240:180,setsar=4/3 -c:v libx264"),
    ForeignFile(name: "stream.ts", arguments: "-c:v libx264 -bf 2"),
    ForeignFile(name: "program.mpg", arguments: "-c:v mpeg2video -q:v 3 -c:a mp2"),
    ForeignFile(name: "motion-jpeg.avi", arguments: "-c:v mjpeg -q:v 3 -c:a pcm_s16le"),
    ForeignFile(name: "mpeg4.avi", arguments: "-c:v mpeg4 -q:v 3 -c:a pcm_s16le"),
    ForeignFile(name: "flash.flv", arguments: "-c:v flv -q:v 3 -ar 44100 -c:a mp3"),
    ForeignFile(name: "windows.wmv", arguments: "-c:v wmv2 -q:v 3 -c:a wmav2"),
    ForeignFile(name: "prores.mov", arguments: "-c:v prores -c:a pcm_s24le"),
    ForeignFile(
      name: "red-green-blue.avi", arguments: "-c:v rawvideo -pix_fmt bgr24 -c:a pcm_s16le"),
    ForeignFile(name: "pal.mp4", arguments: "-r 25 -c:v libx264", fate: .resampled),
    ForeignFile(name: "sixty.mp4", arguments: "-r 60 -c:v libx264", fate: .whole),
    ForeignFile(name: "film.mkv", arguments: "-r 24000/1001 -c:v libx264", fate: .resampled),
    ForeignFile(
      name: "cut-off.ts", arguments: "-c:v libx264", fate: .rest,
      damage: { Array($0.prefix($0.count * 3 / 5)) }),
    ForeignFile(
      name: "scratched.ts", arguments: "-c:v libx264", fate: .rest,
      damage: { bytes in
        var bytes = bytes
        for place in stride(from: bytes.count / 2, to: bytes.count, by: 997) {
          bytes[place] ^= 0x55
        }
        return bytes
      }),
    ForeignFile(
      name: "cut-off.mp4", arguments: "-c:v libx264", fate: .refused("damaged"),
      damage: { Array($0.prefix($0.count * 3 / 5)) }),
    ForeignFile(
      name: "letter.txt.mp4", arguments: "-c copy", fate: .refused("damaged"),
      damage: { _ in Array("Dear Sir or Madam".utf8) }),
    ForeignFile(name: "sound.m4a", arguments: "-vn -c:a aac", fate: .refused("picture")),
    ForeignFile(
      name: "empty.mp4", arguments: "-c copy", fate: .refused("damaged"), damage: { _ in [] }),
  ]
}
