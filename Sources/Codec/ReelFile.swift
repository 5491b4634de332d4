import CLibAV
package import Merging
import Recording
import Units

/// Opens any media file for a review.
package enum ReelFile {
  /// The reel of a file: its pictures on a constant grid from the first one on, its sound, its
  /// chapters; a file without pictures is refused.
  ///
  /// Nothing but the last group of pictures is read through, so that long files open quickly.
  package static func reel(path: String) throws(CodecError) -> Reel {
    let file = try MediaFile(path)
    let facts = file.facts
    guard let video = facts.video, let stream = file.stream(file.video) else {
      throw CodecError(.open, .noStream, path)
    }
    let stamp =
      MediaTime(ticks: stream.pointee.start_time, of: stream.pointee.time_base)
      ?? file.start ?? .zero
    let start = MediaStart(shown: stamp - (file.start ?? .zero), stamp: stamp)
    let grid = video.grid
    let chapters = file.chapterBegins.map { grid.frame(nearest: $0 - stamp) }
    let end =
      try file.endOfPictures(lasting: video.rate.frameDuration)
      ?? (facts.duration.map { stamp + $0 } ?? stamp)
    let name = fileName(of: path)
    let clip = Clip(
      path: path, origin: .media(start: start), title: name,
      length: max(1, grid.frame(nearest: end - stamp)), keys: .at([0]),
      obstacle: "it is played", hasAudio: facts.audio != nil)
    return Reel(
      [clip], rate: grid,
      settings: VideoSettings(size: video.shown, rate: grid, quality: 0), title: name,
      chapters: chapters, kind: .chapter)
  }
}

extension MediaFile {
  /// The stamps at which chapters begin, rising.
  fileprivate var chapterBegins: [MediaTime] {
    (0..<Int(pointer.pointee.nb_chapters)).compactMap { index in
      pointer.pointee.chapters[index].flatMap {
        MediaTime(ticks: $0.pointee.start, of: $0.pointee.time_base)
      }
    }.sorted()
  }

  /// The stamp at which the last picture's time is up, found by reading from the last key frame on;
  /// nil when no picture was found there.
  ///
  /// What containers say is rounded, or the length of the sound. Pictures of unknown length last
  /// `usual`.
  fileprivate func endOfPictures(lasting usual: MediaTime) throws(CodecError) -> MediaTime? {
    guard let video, let stream = stream(video) else { return nil }
    keepOnly([video])
    let base = stream.pointee.time_base
    // A second before the end, since not every container looks for a key frame, and the picture that
    // is shown last is not the last one in the file.
    let duration = MediaTime(
      ticks: pointer.pointee.duration, of: AVRational(num: 1, den: AV_TIME_BASE))
    if let duration {
      let first = MediaTime(ticks: stream.pointee.start_time, of: base) ?? .zero
      let target = (first + max(.zero, duration - .seconds(Int64(1)))).ticks(of: base)
      av_seek_frame(pointer, Int32(video), target, AVSEEK_FLAG_BACKWARD)
    }
    let packet = try Packet()
    var end: MediaTime?
    while try read(into: packet) {
      let found = packet.pointer.pointee
      guard Int(found.stream_index) == video, let shown = MediaTime(ticks: found.pts, of: base)
      else { continue }
      let length = MediaTime(ticks: found.duration, of: base) ?? .zero
      end = max(end ?? shown, shown + (length > .zero ? length : usual))
    }
    return end
  }
}
