import Testing

@Suite struct `the habits of the house` {
  private static let all = SourceTree.sources + SourceTree.tests

  @Test func `are looked for in all files`() {
    #expect(SourceTree.swiftSources.count > 100)
    #expect(SourceTree.tests.count > 50)
    #expect(
      SourceTree.headers.map(\.module) == [
        "CALSA", "CLibAV", "CLinux", "CNcurses", "CSixel", "CV4L2",
      ])
  }

  @Test(arguments: all)
  func `keep files short`(file: SourceFile) {
    // The last line ends with a newline, behind which an empty one is counted.
    #expect(file.lines.count - 1 <= 400)
  }

  @Test(arguments: all)
  func `leave nothing for later and force nothing`(file: SourceFile) {
    // Written in halves so that this file does not find itself.
    let words = ["TO" + "DO", "FIX" + "ME", "try" + "!"]
    #expect(file.lines.filter { line in words.contains { line.contains($0) } } == [])
  }

  @Test(arguments: SourceTree.swiftSources)
  func `offer across modules by the package and never in public`(file: SourceFile) {
    #expect(!file.text.contains(/(?m)^\s*(?:@\w+\s+)*public\s/))
  }

  /// Classes whose freedom from races the compiler does not check.
  ///
  /// Each is guarded by one lane or one lock, named in its comment. Every line here is a promise;
  /// keep the list short.
  static let unchecked = [
    "CameraDevice", "CaptureRig", "ControlServer", "DecodedSource", "EncoderStage", "FrameLock",
    "FrameMemory", "FramePool", "LiveShell", "Locked", "MicrophoneDevice", "PictureWindow",
    "PlayShell", "Playback", "Player", "PreviewStage", "Recorder", "ReviewDesk", "ScreenShell",
    "ScriptShell", "SpeakerDevice", "SteadyDelivery", "TerminalSession", "Watch", "WriterStage",
  ]

  @Test func `know every class that is sendable unchecked`() {
    var found: [String] = []
    for file in SourceTree.swiftSources {
      let declared = file.text.matches(
        of: /class\s+(\w+)(?:<[^>]*>)?\s*:\s*(?:\w+,\s*)*@unchecked\s+Sendable/)
      found += declared.map { String($0.output.1) }
      #expect(
        declared.count == file.text.matches(of: /@unchecked\s+Sendable/).count,
        "\(file) has one that is no class")
    }
    #expect(found.sorted() == Self.unchecked)
  }

  @Test func `say what guards each of them`() {
    for file in SourceTree.swiftSources {
      for (index, line) in file.lines.enumerated() where line.contains(/class .*@unchecked/) {
        let comment = file.lines[..<index].reversed().prefix { $0.contains(/^\s*\/\/\//) }
        #expect(comment.contains { $0.contains("nchecked: ") }, "\(file), line \(index + 1)")
      }
    }
  }
}
