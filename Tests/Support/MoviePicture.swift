/// One decoded frame in colour, for movies of real devices.
package struct MoviePicture: Sendable {
  /// Mean red, green and blue of a region, 0…255.
  package struct Colour: Sendable, CustomStringConvertible {
    /// Mean of the red bytes.
    package var red: Double
    /// Mean of the green bytes.
    package var green: Double
    /// Mean of the blue bytes.
    package var blue: Double

    /// True when no channel is further than `tolerance` away from the given one.
    package func isNear(_ red: Double, _ green: Double, _ blue: Double, within tolerance: Double)
      -> Bool
    {
      abs(self.red - red) <= tolerance && abs(self.green - green) <= tolerance
        && abs(self.blue - blue) <= tolerance
    }

    package var description: String {
      "rgb(\(Int(red.rounded())), \(Int(green.rounded())), \(Int(blue.rounded())))"
    }
  }

  /// Columns as shown.
  package let width: Int
  /// Rows as shown.
  package let height: Int
  /// Rows of red, green and blue bytes.
  package let bytes: [UInt8]

  /// Mean colour of the region around (`x`, `y`), fractions of width and height from the upper left
  /// corner; the region reaches 1/32 of the sides to each direction and is clipped at the edges.
  package func colour(x: Double, y: Double) -> Colour {
    var sums = [0.0, 0.0, 0.0]
    var count = 0.0
    // 16x16 points are enough for a mean and cost the same at every size.
    for down in 0..<16 {
      for across in 0..<16 {
        let column = Int((x + (Double(across) - 7.5) / 256) * Double(width))
        let row = Int((y + (Double(down) - 7.5) / 256) * Double(height))
        guard (0..<width).contains(column), (0..<height).contains(row) else { continue }
        for channel in 0..<3 {
          sums[channel] += Double(bytes[(row * width + column) * 3 + channel])
        }
        count += 1
      }
    }
    return Colour(red: sums[0] / count, green: sums[1] / count, blue: sums[2] / count)
  }
}

extension MovieJudge {
  /// Decodes frame `index` in colour, converted as the file's own colour tags say.
  package func picture(frame index: Int) throws -> MoviePicture {
    let output = try Command.run(
      "ffmpeg",
      ["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-vf", "select=eq(n\\,\(index))"]
        + ["-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    let (width, height) = (facts.video?.width ?? 0, facts.video?.height ?? 0)
    guard !output.stdout.isEmpty, output.stdout.count == width * height * 3 else {
      throw JudgeError(path: path, said: "no frame \(index). \(output.stderr)")
    }
    return MoviePicture(width: width, height: height, bytes: output.stdout)
  }

  /// Mean colour of the region around (`x`, `y`) in frame `index`; see `MoviePicture.colour`.
  package func colour(x: Double, y: Double, frame index: Int) throws -> MoviePicture.Colour {
    try picture(frame: index).colour(x: x, y: y)
  }
}
