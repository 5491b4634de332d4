import Codec
import Disk
import Recording

extension Recovery {
  /// Files of takes that most of the others cannot be joined to by copying, though they should be
  /// coded alike: damage has changed what a header says, or an encoder is not what it was.
  ///
  /// Decoders may be content with them all the same, so that they can be coded anew.
  func filesApart(_ index: SessionIndex, in folder: StoredSession) -> Set<String> {
    guard let settings = index.settings, !settings.isVariable, settings.codec == .h264 else {
      return []
    }
    // Of two takes that differ, the one that is coded as the encoder does it is whole.
    let own = try? H264Encoder(settings: settings).configuration
    var apart: Set<String> = []
    let ready = index.takes.filter { $0.state == .ready }
    // Those of a camera and our own ones differ anyway.
    for alike in Dictionary(grouping: ready, by: \.coding).values {
      let records = alike.map { take in
        try? TakePictures(path: folder.path(ofTake: take.file), rate: settings.rate).configuration
      }
      let readable = records.compactMap { $0 }
      let counts = readable.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      let most = counts.values.max()
      let model = readable.first { $0 == own } ?? readable.first { counts[$0] == most }
      for (take, record) in zip(alike, records) where record != model { apart.insert(take.file) }
    }
    return apart
  }
}
