import Glibc
import Lanes
import Units

/// When the user asked for this process, as far as it can tell.
enum ProcessStart {
  /// Older ones did something else before they became this program, such as a script that ends with
  /// `exec rushes`.
  private static let oldest = MediaTime.milliseconds(250)

  /// This instant, or the process's birth where that was just before: loading the program's
  /// libraries takes some tens of milliseconds.
  static func estimate() -> MediaTime {
    let now = MonotonicClock.now()
    guard let age, age < oldest else { return now }
    return now - age
  }

  /// Time since the fork, to 10 ms (/proc/self/stat, field 22).
  private static var age: MediaTime? {
    guard let file = fopen("/proc/self/stat", "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = fread(&bytes, 1, bytes.count, file)
    // The name, field 2, stands in parentheses and may contain anything, even those.
    let fields =
      String(decoding: bytes[..<count], as: UTF8.self)
      .split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 19, let ticks = Int64(fields[19]) else { return nil }
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    let now = MediaTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    let tick = MediaTime.seconds(Int64(1)) / Int64(sysconf(Int32(_SC_CLK_TCK)))
    // The kernel rounds down: half a tick later is right on average.
    return max(.zero, now - tick * ticks - tick / 2)
  }
}
