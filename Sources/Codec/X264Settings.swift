import CLibAV
import Recording
import Units

/// The x264 settings of takes and of what is coded anew between them.
///
/// Everything that shows up in the parameter sets is fixed here, so that takes of one session
/// share one `avcC` record whatever they show and at whatever quality.
struct X264Settings {
  let options: [String: String]
  /// `level_idc`: ten times the level.
  let level: Int32

  /// How much work a picture is worth.
  enum Effort {
    /// A take, coded while it is recorded and kept.
    case take
    /// A second or so between copied pictures: quick, and a little larger.
    case join
  }

  /// Derives all from the session's settings; `sets` is the number that its parameter sets get.
  init(_ settings: VideoSettings, effort: Effort, sets: Int = 0) {
    let interval = settings.keyInterval
    let parameters = [
      // No B-frames: decode order is picture order, so a take can end at any frame.
      "bframes=0", "open-gop=0", "scenecut=0", "keyint=\(interval)", "min-keyint=\(interval)",
      // veryfast's own choices, spelled out because they are part of the parameter sets.
      "ref=1", "weightp=1", "cabac=1", "8x8dct=1", "deblock=0,0",
      // Parameter sets that do not depend on the quality, and timing that depends on the rate alone.
      "stitchable=1", "force-cfr=\(settings.isVariable ? 0 : 1)", "sps-id=\(sets)",
    ]
    // Lossless coding exists only in this profile.
    let profile = settings.quality == 0 ? "high444" : "high"
    switch effort {
    case .take:
      options = [
        "preset": "veryfast", "crf": "\(settings.quality)", "profile": profile,
        "x264-params": (parameters + ["subme=2", "rc-lookahead=\(Self.lookahead(settings))"])
          .joined(separator: ":"),
      ]
    case .join:
      // Without the bookkeeping across pictures (mbtree) a factor means finer steps than in a take,
      // and every bit costs time three times: to code, to check, to play. Three steps coarser,
      // films with grain or noise are as near to the original (SSIM) as takes of them are; fast
      // cartoons, two at once, are not, and would not be at the takes' own factor.
      let factor = settings.quality == 0 ? 0 : min(51, settings.quality + 3)
      options = [
        "preset": "ultrafast", "crf": "\(factor)", "profile": profile,
        "x264-params": parameters.joined(separator: ":"),
      ]
    }
    level = Self.level(size: settings.size, rate: settings.pictureRate)
  }

  /// Pictures that the encoder of a take looks ahead: a fifth of a second, at most veryfast's own
  /// ten.
  ///
  /// What it holds back is not on disk, and lost with the recorder; at 10 a second ten pictures
  /// would be a whole second.
  private static func lookahead(_ settings: VideoSettings) -> Int {
    max(1, min(10, Int(settings.pictureRate.perSecond / 5)))
  }

  /// The lowest level from 3.0 on whose picture size and speed suffice (ITU-T H.264, table A-1);
  /// lower levels save nothing and allow too few bits a second for a good small picture.
  private static func level(size: PixelSize, rate: FrameRate) -> Int32 {
    let table: [(level: Int32, blocksPerSecond: Double, blocks: Int)] = [
      (30, 40_500, 1_620), (31, 108_000, 3_600), (32, 216_000, 5_120), (40, 245_760, 8_192),
      (42, 522_240, 8_704), (50, 589_824, 22_080), (51, 983_040, 36_864),
      (52, 2_073_600, 36_864), (60, 4_177_920, 139_264), (61, 8_355_840, 139_264),
    ]
    let (columns, rows) = ((size.width + 15) / 16, (size.height + 15) / 16)
    let fitting = table.first {
      columns * rows <= $0.blocks && Double(columns * rows) * rate.perSecond <= $0.blocksPerSecond
        // Neither side may exceed the square root of eight times the picture's blocks.
        && max(columns * columns, rows * rows) <= 8 * $0.blocks
    }
    return fitting?.level ?? 62
  }
}
