import CLibAV
import Frames
import Glibc
import Recording
import Units

/// libx264 as takes need it: at any frame it can be emptied, and begun anew with a key frame.
struct X264Coder: ~Copyable {
  /// The `avcC` record of its pictures.
  let configuration: [UInt8]
  private let settings: VideoSettings
  private let colour: ColourCode
  private let sets: Int
  /// Opened with the first picture of a run.
  private var context: CodecContext?
  /// Pictures of the newest group.
  private var group: Int64 = 0
  /// True when the run is to end as soon as it may.
  private var endsSoon = false

  /// Prepares to code pictures that mean `colour`, with parameter sets of the number `sets`.
  init(_ settings: VideoSettings, _ colour: ColourCode = .take, sets: Int = 0) throws(CodecError) {
    self.settings = settings
    self.colour = colour
    self.sets = sets
    let opened = try Self.open(settings, colour, sets)
    configuration = try opened.record()
    context = consume opened
  }

  private static func open(
    _ settings: VideoSettings, _ colour: ColourCode, _ sets: Int
  ) throws(CodecError) -> CodecContext {
    // More than four frame threads hold more pictures back than they gain at these sizes.
    let threads = min(4, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    return try CodecContext.x264(
      settings, colour, effort: .take, threads: Int32(threads), sets: sets)
  }

  /// True while pictures may be held back.
  var isRunning: Bool { group > 0 }

  /// Codes a picture as frame `index`; returns what became ready.
  mutating func code(
    _ picture: borrowing Picture, index: Int64
  ) throws(CodecError) -> [EncodedPacket] {
    if context == nil { context = try Self.open(settings, colour, sets) }
    picture.pointer.pointee.pts = index
    let packets = try push(picture.pointer)
    group = group % settings.keyInterval + 1
    return endsSoon ? packets + (try end(whenFit: true)) : packets
  }

  /// Ends the run and returns what was held back; `whenFit` puts it off by a picture where the next
  /// run could else not follow.
  ///
  /// Two key frames in a row need different numbers (`idr_pic_id`, ITU-T H.264, 7.4.3), and libx264
  /// always begins with 0.
  mutating func end(whenFit: Bool = false) throws(CodecError) -> [EncodedPacket] {
    guard isRunning else { return [] }
    endsSoon = whenFit && group < 2
    if endsSoon { return [] }
    let packets = try push(nil)
    context = nil
    group = 0
    return packets
  }

  private func push(
    _ frame: UnsafePointer<AVFrame>?
  ) throws(CodecError) -> [EncodedPacket] {
    var packets: [EncodedPacket] = []
    try context?.encode(frame, .encode) { packets.append(EncodedPacket(coded: $0)) }
    return packets
  }
}
