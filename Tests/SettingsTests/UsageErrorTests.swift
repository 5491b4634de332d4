import Support
import Testing

@testable import Settings

@Suite struct `a wrong command line` {
  /// Words split at spaces; `""` stands for an empty one.
  static let wrong = [
    // Options that are none.
    "--cammera test", "--siez=640x480", "--bogus", "--bogus=1", "-x", "-", "--hepl", "--verison",
    // Values that are missing, surplus or wrong.
    "--size", "-o", "--json=yes", "--help=all", "-qv", "--camera \"\"", "--mic=", "--config=",
    "--session-dir=", "--size 640", "--size 640*480", "--size -1x480", "--size 8x8",
    "--size 99999x2", "--fps 0", "--fps fast", "--fps 300", "--fps 30/0", "--fps 1/2",
    "--input-format", "--input-format MJPEG", "--input-format=", "--limit 15", "--limit 0s",
    "--limit -1s", "--limit 1:75", "--take 1e3s", "--for soon", "--gap 1 --take 1s",
    "--take --take", "-o movie", "-o movie.avi", "-o .mp4", "-o dir.mp4/", "-o \"\"",
    "--transition wipe", "--transition crossfade:", "--transition wipe-up:11s",
    "--transition none:1s", "--transition fade:0s", "devices --transition none", "--quality 52",
    "--quality -1", "--quality best", "--video-codec mjpeg", "--video-codec Copy",
    "--preview", "--preview tiff", "devices --preview off",
    "--hold-key", "--hold-key spacebar", "--hold-key f13", "--hold-key \"\"",
    "--crop", "--crop round", "--crop 1:20", "--crop 8x8+0+0", "--crop 640x480", "--rotate 45",
    "--rotate left", "--mirror x", "--mirror", "--keep-full=yes", "--preroll 61s", "--preroll -1s",
    "save --keep-full",
    "sessions --crop square", "--video-codec copy --crop square",
    // Options that do not go with their command, or not alone.
    "save --video-codec copy",
    "devices --force", "sessions --quiet", "save --camera test", "resume --take 1s",
    "devices --session-dir x", "--gap 1s", "resume --gap 1s",
    // Live photos.
    "--shoot 1s", "live --take 1s", "live --vfr", "live --before 61s", "live --after 0s",
    "live -o a.mkv", "live -o a.jpg", "live --motion-photo -o a.mov", "-o a.jpg",
    "live --motion-photo --video-codec copy", "live --shoot soon",
    // Driving a recorder.
    "ctl", "ctl --pid 12", "ctl dance", "ctl press release", "ctl press --json", "ctl press --pid",
    "ctl press --pid 0", "ctl press --pid it", "ctl press --quiet", "--pid 12",
    // Reviews.
    "play", "play \"\"", "play a.mp4 b.mp4", "play a.mp4 --json", "play a.mp4 --camera test",
    "--player", "--player \"\"", "save --player mpv",
    // Words that are none.
    "recrod", "devices test", "save a b", "record record", "\"\"",
  ]

  @Test func `is answered by one sentence with the remedy`() {
    var table = ""
    for line in Self.wrong {
      let words = line.split(separator: " ").map { $0 == "\"\"" ? "" : String($0) }
      do throws(UsageError) {
        _ = try CommandLineReader(words).read()
        Issue.record("'\(line)' was accepted")
      } catch {
        table += "rushes \(line)\n    \(error.description)\n"
        #expect(error.description.last.map { ".?".contains($0) } == true)
        #expect(!error.description.contains { $0.isNewline })
      }
    }
    expectGolden(table, "usage-errors.txt")
  }

  @Test func `is refused even where help is asked for as well`() {
    #expect(throws: UsageError.self) { try CommandLineReader(["--bogus", "--help"]).read() }
  }
}

/// Fails the test with the differing lines unless `text` is what the golden file says.
func expectGolden(_ text: String, _ name: String) {
  guard let difference = Golden.difference(of: text, from: name, beside: #filePath) else { return }
  Issue.record(Comment(rawValue: difference))
}
