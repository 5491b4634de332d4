import Foundation
import Frames
import Recording
import Support
import Testing
import Units

@testable import Microphone

/// A configuration in place of the machine's: `tone` reads a file of 32-bit numbers that count up.
private final class ALSASetup: Sendable {
  static let shared = ALSASetup()
  private let folder = try? TempFolder("rushes-alsa")

  private init() {
    guard let folder else { return }
    let samples = (0..<Int32(200_000)).flatMap { index in
      withUnsafeBytes(of: (index << 15).littleEndian) { Array($0) }
    }
    let text = """
      pcm.tone {
        type file
        slave.pcm {
          type null
        }
        file "/dev/null"
        infile "\(folder.file("tone.raw"))"
        format "raw"
      }
      pcm.default "tone"
      pcm.nonsense { type "no-such-plugin" }
      """
    try? Data(samples).write(to: URL(fileURLWithPath: folder.file("tone.raw")))
    try? Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("asound.conf")))
    setenv("ALSA_CONFIG_PATH", folder.file("asound.conf"), 1)
  }
}

@Suite struct `the real libasound` {
  init() { _ = ALSASetup.shared }

  @Test func `delivers the samples of a file bit by bit until it runs ahead of time`() async throws
  {
    let device = try MicrophoneDevice.open(name: "tone")
    #expect(device.facts.got == "48000 Hz, 2 channels, S16_LE")
    let (events, sink) = AsyncStream<AudioSourceEvent>.makeStream()
    device.start { sink.yield($0) }
    var samples: [Float] = []
    var lost: String?
    for await event in events {
      switch event {
      case .chunk(let chunk): samples += chunk.samples
      case .lost(let sentence):
        lost = sentence
        sink.finish()
      }
    }
    #expect(lost == "The microphone tone delivers samples faster than time passes.")
    // The raw file read as 16 bits: low and high half of each number.
    let expected = (0..<Int32(1_000)).flatMap { index -> [Float] in
      let word = index << 15
      return [
        Float(Int16(truncatingIfNeeded: word)) / 0x8000,
        Float(Int16(truncatingIfNeeded: word >> 16)) / 0x8000,
      ]
    }
    #expect(Array(samples.prefix(2_000)) == expected)
  }

  @Test func `knows the names of the configuration`() throws {
    #expect(MicrophoneCalls.live.definesPCM("tone"))
    #expect(!MicrophoneCalls.live.definesPCM("no-such-name"))
    #expect(try MicrophoneList.find(name: "default") == "default")
  }

  @Test func `has no PCM of an unknown name or plugin, and prints nothing about it`() async throws {
    // A process of its own: on this one's standard error the tests themselves report.
    let child = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      let unknown = #expect(throws: MicrophoneError.self) {
        _ = try MicrophoneDevice.open(name: "no-such-name")
      }
      let broken = #expect(throws: MicrophoneError.self) {
        _ = try MicrophoneDevice.open(name: "nonsense")
      }
      #expect(unknown?.code == .noEntry)
      #expect(broken?.operation == .open)
    }
    let printed = try #require(child)
    let bytes = printed.standardErrorContent + printed.standardOutputContent
    #expect(!String(decoding: bytes, as: UTF8.self).contains("ALSA"))
  }

  @Test func `can be made to fail at every operation`() {
    let operations: [MicrophoneOperation] = [
      .open, .describe, .chooseAccess, .chooseFormat, .chooseChannels, .chooseRate,
      .chooseBuffer, .configure, .configureClock,
    ]
    for operation in operations {
      let calls = MicrophoneCalls.live.intercepted { $0 == operation ? .noMemory : nil }
      #expect(throws: MicrophoneError(operation, .noMemory, subject: "tone")) {
        _ = try MicrophoneDevice.open(name: "tone", calls: calls)
      }
    }
  }
}
