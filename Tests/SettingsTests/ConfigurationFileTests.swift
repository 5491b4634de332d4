import Recording
import Testing
import Units

@testable import Settings

@Suite struct `a configuration file` {
  @Test func `sets every option that may stand in it`() throws {
    let options = try ConfigurationFile.read(
      """
      # How I record
      camera = Logitech BRIO
      mic=hw:1,0
        size   =  1920x1080\u{20}

      fps = 29.97
      input-format = MJPG
      limit = none
      transition = wipe-up:0.5s
      no-autosave = yes
      keep-takes = yes
      video-codec = copy
      quality = 20
      toggle = yes
      no-color = yes
      session-dir = /var/takes
      quiet = yes
      verbose = no
      """, path: "config")
    var expected = Options()
    expected.camera = "Logitech BRIO"
    expected.microphone = "hw:1,0"
    expected.size = PixelSize(width: 1920, height: 1080)
    expected.rate = FrameRate(30_000, per: 1001)
    expected.inputFormat = FourCC("MJPG")
    expected.limit = .none
    expected.transitions = [Transition(.wipeup, length: .milliseconds(500))]
    expected.savesWhenSpent = false
    expected.keepsTakes = true
    expected.videoCodec = .copy
    expected.quality = 20
    expected.hold = .toggle
    expected.hasColour = false
    expected.sessionFolder = "/var/takes"
    expected.isQuiet = true
    #expect(options == expected)
  }

  @Test(arguments: ["", "\n\n", "# nothing", "   \n\t\n#\n"])
  func `may be empty`(text: String) throws {
    #expect(try ConfigurationFile.read(text, path: "config") == Options())
  }

  @Test func `may come from Windows`() throws {
    let options = try ConfigurationFile.read("camera = a\r\nmic = b\r\n", path: "config")
    #expect(options.camera == "a")
    #expect(options.microphone == "b")
  }

  @Test func `is weaker than the command line and stronger than what is usual`() throws {
    let file = try ConfigurationFile.read("limit = 30s\nquality = 30\nhold = yes", path: "config")
    let options = try CommandLineReader(["--limit", "60s", "--auto"]).read(over: file).options
    #expect(options.limit == .length(.seconds(Int64(60))))
    #expect(options.quality == 30)
    #expect(options.hold == .auto)
    #expect(options.savesWhenSpent)
  }

  @Test func `may set what the command has no use for`() throws {
    let file = try ConfigurationFile.read("camera = test", path: "config")
    #expect(try CommandLineReader(["devices"]).read(over: file).task == .run(.devices))
  }

  @Test func `is refused with its line's number`() {
    let texts = [
      "camera", "camera = ", "cammera = test", "bogus = 1", "# fine\n\nsize = big", "quiet = on",
      "quiet =", "output = a.mp4", "force = yes", "take = 1s", "json = yes", "config = other",
      "help = yes", "= 1", "fps = 30\r\nfps = 0\r\n", "--size = 640x480",
    ]
    var table = ""
    for text in texts {
      do throws(UsageError) {
        _ = try ConfigurationFile.read(text, path: "/home/me/.config/rushes/config")
        Issue.record("'\(text)' was accepted")
      } catch {
        table += "\(text.debugDescription)\n    \(error.description)\n"
      }
    }
    expectGolden(table, "configuration-errors.txt")
  }
}
