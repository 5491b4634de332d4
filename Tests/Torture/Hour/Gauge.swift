import Glibc

/// What this process holds and has used at one moment.
struct Gauge {
  /// Bytes in memory (VmRSS), and those of them that are heap and stacks (RssAnon).
  let resident, anonymous: Int
  /// Open file descriptors (/proc/self/fd).
  private(set) var files: Int
  /// Threads.
  let threads: Int
  /// User and system time in seconds (CLOCK_PROCESS_CPUTIME_ID).
  let processorTime: Double

  /// Looks now.
  init() {
    let status = Self.text("/proc/self/status")
    func field(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      let words = line?.split { $0 == " " || $0 == "\t" } ?? []
      return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
    resident = field("VmRSS") * 1024
    anonymous = field("RssAnon") * 1024
    threads = field("Threads")
    files = Self.entries("/proc/self/fd")
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    processorTime = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Looks until nothing is being read in the background, which is sound to be coded in advance.
  ///
  /// That is where the fewest files are open within half a second.
  static func quiet() -> Gauge {
    var gauge = Gauge()
    for _ in 0..<50 {
      usleep(10_000)
      gauge.files = min(gauge.files, entries("/proc/self/fd"))
    }
    return gauge
  }

  private static func text(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  /// Entries of a folder, less `.`, `..` and the folder's own descriptor.
  private static func entries(_ path: String) -> Int {
    guard let folder = opendir(path) else { return 0 }
    defer { closedir(folder) }
    var count = -3
    while readdir(folder) != nil { count += 1 }
    return count
  }
}
