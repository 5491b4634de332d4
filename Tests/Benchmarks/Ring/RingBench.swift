import Codec
import Frames
import Glibc
import Recording
import Units

/// What the ring of coded frames costs: `ring-bench encode` codes pictures of 1920x1080 at 30 with a
/// sensor's noise and prints the size of each packet; `ring-bench hour` reads these sizes and runs an
/// hour of such packets and their sound through a ring of a minute, faster than the clock.
@main
enum RingBench {
  private static let size = PixelSize(width: 1920, height: 1080)
  private static let settings = VideoSettings(size: size, rate: .thirty, quality: 22).rolling

  static func main() throws {
    Library.silence()
    switch CommandLine.arguments.last {
    case "encode": try encode()
    case "hour": try runAnHour()
    default: print("usage: ring-bench encode | hour")
    }
  }

  // MARK: Packets of a real encoder

  private static func encode() throws {
    let encoder = try H264Encoder(settings: settings)
    let noise = (0..<size.area * 2).map { _ in UInt8.random(in: 0..<12) }
    let pool = FramePool()
    var (packets, seconds): ([EncodedPacket], Double) = ([], 0)
    let count: Int64 = 300
    for number in 0..<count {
      let frame = picture(Int(number), noise, pool)
      let before = processorTime()
      packets += try encoder.encode(frame, index: number)
      seconds += processorTime() - before
    }
    packets += try encoder.finish()
    print(packets.map { String($0.bytes.count) }.joined(separator: " "))
    let perFrame = seconds / Double(count)
    write(
      "coding costs \(milliseconds(perFrame)) of CPU a frame, "
        + "\(Int((perFrame * 3000).rounded())) % of a core at 30 a second\n")
  }

  /// A moving gradient below a sensor's noise, in planes of 4:2:0.
  private static func picture(_ number: Int, _ noise: [UInt8], _ pool: FramePool) -> VideoFrame {
    let count = PixelFormat.yu12.byteCount(height: size.height, stride: size.width)
    let shift = number * 7919 % size.area
    let memory = pool.fill(capacity: count) { bytes in
      noise.withUnsafeBufferPointer { noise in
        for row in 0..<size.height {
          for column in 0..<size.width {
            let place = row * size.width + column
            let ramp = UInt8((column + row + 4 * number) / 16 & 127)
            bytes[place] = 40 + ramp + noise[place + shift]
          }
        }
      }
      for place in size.area..<count { bytes[place] = 128 }
      return count
    }
    return VideoFrame(
      format: .yu12, size: size, stride: size.width, colour: .take,
      capturedAt: MediaTime.seconds(Double(number) / 30), memory: memory)
  }

  // MARK: An hour through the ring

  private static func runAnHour() throws {
    let sizes = (readLine() ?? "").split(separator: " ").compactMap { Int($0) }
    guard sizes.count > 30 else { return print("no sizes of packets on standard input") }
    let length = MediaTime.seconds(Int64(60))
    let before = residentBytes()
    var ring = Ring<EncodedPacket>(
      length: length + .milliseconds(500), rate: .thirty)
    var line = AudioLine(capacity: AudioLine.usualCapacity + length.samplePosition)
    line.begin(at: 0)
    let sound = [Int16](repeating: 1, count: 2 * 1600)
    // What an encoder holds back.
    let delay: Int64 = 16
    var seen: [Int] = []
    let start = processorTime()
    for frame: Int64 in 0..<108_000 {
      ring.captured(at: .zero)
      line.append(sound)
      let coded = frame - delay
      if coded >= 0 {
        let packet = EncodedPacket(
          bytes: [UInt8](repeating: 0x55, count: sizes[Int(coded) % sizes.count]), frame: coded,
          isKey: coded % settings.keyInterval == 0)
        ring.coded(coded, packet, bytes: packet.bytes.count, isKey: packet.isKey)
      }
      if frame % 1800 == 1799, frame > 3600 { seen.append(residentBytes() - before) }
    }
    let seconds = processorTime() - start
    report(seen, sizes, seconds)
  }

  private static func report(_ seen: [Int], _ sizes: [Int], _ seconds: Double) {
    let perSecond = Double(sizes.reduce(0, +)) / Double(sizes.count) * 30
    let expected = 60 * (perSecond + 4 * Double(AudioFormat.takeRate))
    let (least, most) = (Double(seen.min() ?? 0), Double(seen.max() ?? 0))
    print(
      """
      an hour at \(megabytes(perSecond * 8)) Mbit/s through a ring of 60 s:
      memory from minute 3 to 60   \(megabytes(least)) to \(megabytes(most)) MB
      bitrate x time + PCM         \(megabytes(expected)) MB
      most of it                   \(Int((100 * most / expected).rounded())) %
      CPU of the ring itself       \(milliseconds(seconds / 3600)) a second
      """)
    let isFlat = most - least < 0.05 * most
    let isBounded = abs(most - expected) < 0.1 * expected
    if !isFlat || !isBounded {
      print("not flat, or off by more than a tenth")
      exit(1)
    }
  }

  private static func megabytes(_ bytes: Double) -> String { rounded(bytes / 1e6) }

  private static func milliseconds(_ seconds: Double) -> String { "\(rounded(seconds * 1000)) ms" }

  private static func rounded(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// User and system time of this process in seconds (CLOCK_PROCESS_CPUTIME_ID).
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Pages of this process that are in memory (/proc/self/statm).
  private static func residentBytes() -> Int {
    let file = open("/proc/self/statm", O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    let fields = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
