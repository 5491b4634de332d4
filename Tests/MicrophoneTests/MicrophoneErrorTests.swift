import Glibc
import Testing

@testable import Microphone

private func sentence(
  _ operation: MicrophoneOperation, _ code: ALSACode, holder: String? = nil
) -> String {
  "\(MicrophoneError(operation, code, subject: "hw:CARD=PCH,DEV=0", holder: holder))"
}

@Suite struct `a microphone's error` {
  @Test(arguments: [ALSACode.noEntry, .noDevice, .noSuchAddress])
  func `says how to list those there are`(code: ALSACode) {
    #expect(
      sentence(.open, code)
        == "There is no microphone \"hw:CARD=PCH,DEV=0\"; `rushes devices` lists those there are.")
  }

  @Test(arguments: [ALSACode.noAccess, .notPermitted])
  func `says which group to join`(code: ALSACode) {
    #expect(
      sentence(.open, code)
        == "No access to the microphone hw:CARD=PCH,DEV=0: join the group audio "
        + "(sudo adduser $USER audio) and log in again.")
    #expect(sentence(.list, code).hasPrefix("No access to the microphones of hw:"))
  }

  @Test func `names the program that holds the device`() {
    #expect(
      sentence(.open, .busy, holder: "pipewire (pid 812)")
        == "The microphone hw:CARD=PCH,DEV=0 is held by pipewire (pid 812): close that, "
        + "or try --mic default.")
    #expect(sentence(.open, .busy).contains("held by another program"))
  }

  @Test func `is told the holder when a busy device is opened`() {
    let fake = FakeMicrophone(["hw:0": .init(openFailure: .busy)], holder: "arecord (pid 7)")
    let error = #expect(throws: MicrophoneError.self) {
      _ = try MicrophoneDevice.open(name: "hw:0", calls: fake.calls)
    }
    #expect(error?.holder == "arecord (pid 7)")
  }

  @Test func `says that no format fits, and what could`() {
    #expect(
      sentence(.chooseFormat, .invalid)
        == "The microphone hw:CARD=PCH,DEV=0 offers no format that rushes can take (it could not "
        + "agree on a sample format: Invalid argument); try --mic default.")
  }

  @Test(arguments: MicrophoneOperation.allCases)
  func `is one sentence for every operation`(operation: MicrophoneOperation) {
    for code in [ALSACode.inputOutput, .invalid, .busy, .noAccess, .noDevice, .overrun] {
      let text = sentence(operation, code)
      #expect(text.hasSuffix(".") && text.contains("hw:CARD=PCH,DEV=0"))
      #expect(!text.contains("\n") && !text.contains(". "))
    }
  }
}

@Suite struct `the holder of a device` {
  @Test func `is found by the file it has open`() throws {
    var path = Array("/tmp/rushes-holder-XXXXXX".utf8CString)
    let file = mkstemp(&path)
    try #require(file >= 0)
    let name = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    #expect(DeviceHolder.find(path: name)?.processID == getpid())
    close(file)
    unlink(name)
    #expect(DeviceHolder.find(path: name) == nil)
    #expect(DeviceHolder.find(path: "") == nil)
  }
}
