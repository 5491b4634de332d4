import Testing

@Suite struct `a door to C` {
  static let prefixes = [
    "CALSA": "calsa_", "CLibAV": "cav_", "CNcurses": "ccurses_", "CV4L2": "cv4l2_",
    "CLinux": "clinux_", "CSixel": "csixel_",
  ]

  /// Functions in one paragraph share the comment that begins it.
  @Test(arguments: SourceTree.headers)
  func `says of every function why Swift cannot do it`(header: SourceFile) {
    let lines = header.lines
    let functions = lines.indices.filter { lines[$0].hasPrefix("static ") }
    #expect(!functions.isEmpty)
    for index in functions {
      let paragraph = lines[..<index].reversed().prefix { !$0.isEmpty }
      let first = paragraph.last ?? ""
      #expect(
        first.hasPrefix("//") || first.hasPrefix("/*"),
        "\(header), line \(index + 1): \(lines[index])")
    }
  }

  @Test(arguments: SourceTree.headers)
  func `marks what is its own by its prefix`(header: SourceFile) throws {
    let prefix = try #require(Self.prefixes[header.module])
    for line in header.lines where line.hasPrefix("static ") {
      // A function's name stands before its arguments, a constant's before its value.
      let name = try #require(line.firstMatch(of: /(\w+)\s*[(=]/)?.output.1)
      #expect(name.hasPrefix(prefix), "\(header): \(line)")
      #expect(line.hasPrefix("static inline ") || line.contains("=") || name.hasSuffix("nothing"))
    }
  }
}
