import Foundation
import Frames
import Merging
import Recording
import Support
import Testing
import Units

@testable import Codec

@Suite struct `a damaged movie` {
  private let folder: TempFolder
  private let path: String
  /// Pictures in the whole one.
  private static let frames = 48

  init() throws {
    folder = try TempFolder()
    path = folder.file("movie")
  }

  private func movie(_ format: MovieFormat) throws -> Data {
    let clip = try Clip(frames: Self.frames, picture: { .counted($0, index: $1) })
    // Noise, so that the file is more than its header.
    var random = SeededNumbers(seed: 1)
    let sound = (0..<2 * 1600 * Self.frames).map { _ in
      Int16(truncatingIfNeeded: random.next()) / 4
    }
    try clip.writeMovie(
      path, format: format, sound: sound,
      chapters: [.init(title: "Take 1", frames: 0..<20), .init(title: "Take 2", frames: 20..<48)])
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// Does something with the file; nil when it is refused, which always has a sentence.
  private func attempt<Result>(_ name: String, _ body: () throws -> Result) throws -> Result? {
    do { return try body() } catch {
      let sentence = (error as? CodecError)?.description
      #expect(sentence?.hasSuffix(".") == true, "\(name): \(error)")
      return nil
    }
  }

  /// Reads pictures and sound as a merge does that decodes them, and looks for what it can copy.
  private func read(_ name: String, isTurned: Bool = false) throws -> Watched? {
    let facts = try attempt(name) { try MediaScan.facts(path: path) }
    if let facts {
      #expect(facts.length > .zero && facts.size.area > 0, "\(name): \(facts)")
      #expect(facts.rate.perSecond > 0, "\(name): \(facts)")
      // With a bit turned over, a picture may lie before its file's beginning.
      #expect(facts.start.shown >= .zero || isTurned, "\(name): \(facts)")
    }
    return try attempt(name) { try Watched(path) }
  }

  /// Plays it as `rushes play` does: the reel's first and last pictures, its sound.
  private func review(_ name: String) throws -> Reel? {
    try attempt(name) {
      let reel = try ReelFile.reel(path: path)
      let clip = try #require(reel.plan.parts.first?.clip)
      #expect(reel.plan.frames > 0 && reel.chapters.first == 0, "\(name)")
      let pictures = ReviewPictures(
        clip, rate: reel.plan.rate, movie: reel.settings, turned: reel.turn)
      let room = PictureRoom(blocks: CellSize(columns: 32, rows: 12))
      for frame in Array(0..<min(reel.plan.frames, 50)) + [reel.plan.frames - 1, 0] {
        _ = try attempt("\(name), frame \(frame)") {
          try pictures.picture(at: frame, within: room)
        }
      }
      if clip.hasAudio {
        let piece = try #require(SoundPlan(reel.plan).pieces.first)
        let sound = try ClipSound.open(piece)
        for second in 0..<3 {
          let samples = try sound.read(Int64(second * 48_000)..<Int64((second + 1) * 48_000))
          #expect(samples.count == 96_000, "\(name)")
        }
      }
      return reel
    }
  }

  /// Plays it as a camera and a microphone do.
  private func play(_ name: String) throws {
    _ = try attempt(name) {
      let pictures = PictureScript(
        try MediaReader(path: path, part: .pictures), name: "movie",
        frameDuration: FrameRate.thirty.frameDuration, now: { .seconds(Int64(50)) })
      var events = 0
      while let event = pictures.next(start: .seconds(Int64(50))) {
        if case .lost(let sentence) = event.event { #expect(sentence.hasSuffix("."), "\(name)") }
        events += 1
        try #require(events <= 2 * Self.frames, "\(name): it never ends")
      }
      let sound = SoundScript(try MediaReader(path: path, part: .sound))
      for _ in 0..<200 {
        switch sound.next(start: .zero)?.event {
        case .lost(let sentence): #expect(sentence.hasSuffix("."), "\(name)")
        case .chunk(let chunk): #expect(chunk.frameCount <= 48_000, "\(name)")
        case nil: break
        }
      }
    }
  }

  @Test(arguments: [MovieFormat.mp4, .mov, .mkv])
  func `is read and played up to where it was cut off, or refused`(format: MovieFormat) throws {
    let whole = try movie(format)
    #expect(try Watched(path).numbers == Array(0..<Self.frames))
    var readable = 0
    for length in Torture.cuts(of: whole.count, usual: 3989) {
      try whole.prefix(length).write(to: URL(fileURLWithPath: path))
      let name = "\(length) bytes"
      if let found = try read(name)?.numbers, !found.isEmpty {
        readable += 1
        #expect(found == Array(0..<found.count), "\(name)")
      }
      if let reel = try review(name) { #expect(reel.plan.frames <= Self.frames + 1, "\(name)") }
      try play(name)
    }
    #expect(readable > 0)
  }

  @Test(arguments: [MovieFormat.mp4, .mov, .mkv])
  func `is read and played or refused, whichever bits are turned over`(format: MovieFormat) throws {
    let whole = try movie(format)
    var (readable, refused) = (0, 0)
    for seed in Torture.seeds(usual: 40, atLeast: 1000) {
      try Torture.flipped(movie: whole, seed: seed).write(to: URL(fileURLWithPath: path))
      let name = "seed \(seed)"
      guard let found = try read(name, isTurned: true) else {
        refused += 1
        continue
      }
      readable += 1
      #expect(found.pictures.count <= 2 * Self.frames, "\(name)")
      #expect(zip(found.times, found.times.dropFirst()).allSatisfy { $0 <= $1 }, "\(name)")
      _ = try review(name)
      try play(name)
    }
    #expect(readable > 0 && refused > 0, "\(readable) read, \(refused) refused")
  }
}
