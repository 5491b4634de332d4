import Codec
import Foundation
import Frames
import Recording
import Support
import Testing
import Units

@Suite struct `a damaged take` {
  private let folder: TempFolder
  private let path: String

  init() throws {
    folder = try TempFolder()
    path = folder.file("take.mov")
  }

  /// Reads all of it; nil when it is refused, which always has a sentence.
  private func read(_ rate: FrameRate) throws -> (frames: [Int64], count: Int64, samples: Int)? {
    do {
      _ = try TakeFileReader.header(path: path)
      let reader = try TakeFileReader(path: path, rate: rate)
      var (frames, count, samples): ([Int64], Int64, Int) = ([], 0, 0)
      while let piece = try reader.next() {
        switch piece {
        case .video(let picture):
          frames.append(picture.frame)
          count += picture.count
        case .audio(let sound): samples += sound.count / 2
        }
      }
      return (frames, count, samples)
    } catch {
      #expect((error as? CodecError)?.description.hasSuffix(".") == true, "\(error)")
      return nil
    }
  }

  @Test func `is read up to the damage or refused, whichever bits are turned over`() throws {
    let clip = try Clip(frames: 40)
    try clip.writeTake(path, sound: (0..<2 * 64_000).map { Int16(truncatingIfNeeded: $0) })
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    // What is damaged in headers matters most, and lies between much sound.
    let headers = ["moov", "moof", "mfra"].compactMap { whole.range(of: Data($0.utf8)) }
    var (readable, refused) = (0, 0)
    for seed in Torture.seeds(usual: 600) {
      var damaged = whole
      if seed % 3 == 0 {
        damaged = Torture.flipped(whole, seed: seed)
      } else {
        let header = headers[Int(seed) % headers.count].lowerBound
        let end = min(whole.count, header + 300)
        damaged.replaceSubrange(
          header..<end, with: Torture.flipped(whole[header..<end], seed: seed))
      }
      try damaged.write(to: URL(fileURLWithPath: path))
      guard let found = try read(.thirty) else {
        refused += 1
        continue
      }
      readable += 1
      #expect(found.frames == Array(0..<Int64(found.frames.count)), "seed \(seed)")
      #expect(found.count == Int64(found.frames.count) && found.count <= 40, "seed \(seed)")
      // A damaged table may name other bytes as sound, but not without end.
      #expect(found.samples < 1_000_000, "seed \(seed)")
    }
    #expect(readable > 0 && refused > 0, "\(readable) read, \(refused) refused")
  }

  @Test func `with pictures at their own times has them in order`() throws {
    let clip = try Clip(frames: 30, rate: .milliseconds)
    try clip.writeTake(path)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for seed in Torture.seeds(usual: 200) {
      try Torture.flipped(whole, seed: seed).write(to: URL(fileURLWithPath: path))
      guard let found = try read(.milliseconds) else { continue }
      #expect(zip(found.frames, found.frames.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
      #expect(found.frames.allSatisfy { $0 >= 0 }, "seed \(seed)")
    }
  }
}
