package import Frames
package import Merging

/// Codes chunks of a movie's sound so that they join as if they had been coded in one go.
package enum SoundCoder {
  /// Codes `samples`, those of the chunk's window, and keeps the blocks that are the chunk's own.
  package static func code(_ samples: [Int16], _ chunk: SoundChunk) throws -> [EncodedSound] {
    let encoder = try AACEncoder(at: chunk.window.lowerBound)
    let blocks = try encoder.encode(samples) + encoder.finish()
    // The priming, a block before the first sample, belongs to the first chunk.
    let begin = chunk.samples.lowerBound
    let kept = (begin == 0 ? -SoundChunk.block : begin)..<chunk.samples.upperBound
    return blocks.filter { kept.contains($0.position) }
  }
}
