import CLibAV
import Lanes

/// What concerns FFmpeg's libraries as a whole.
package enum Library {
  private static let warnings = Locked<[String]>([])

  /// Keeps what the libraries log off the terminal, where it would tear up the screen.
  ///
  /// The last warnings stay in `recentWarnings`. Call it once, before anything else of this module.
  package static func silence() {
    cav_log_to { _, line in
      guard let line else { return }
      Library.keep(String(cString: line))
    }
  }

  /// Keeps the process's memory flat over any number of takes (mallopt).
  ///
  /// Each encoder allocates on one thread and is freed on another. With a heap for each thread,
  /// glibc's usual way, that leaves holes behind: measured 0.3 MB a take, so there is one heap. In
  /// that one, what is small and stays, such as coded sound, would come to lie between large blocks
  /// that go, whose places then fit no more: measured 0.2 MB a take. So blocks of `limit` bytes and
  /// more go back to the kernel at once, and never less than that, which glibc would learn with time;
  /// 128 KiB is where it begins. Call it before other threads exist.
  package static func keepHeapSmall(below limit: Int32) { cav_keep_heap_small(limit) }

  /// The last few warnings and errors that the libraries logged, oldest first, one line each.
  package static var recentWarnings: [String] { warnings.current }

  private static func keep(_ line: String) {
    let end = line.lastIndex { !$0.isWhitespace }.map(line.index(after:)) ?? line.startIndex
    guard end > line.startIndex else { return }
    warnings.withLock { kept in
      kept.append(String(line[..<end]))
      // Sixteen lines are about what one failure writes; older ones are of something else.
      if kept.count > 16 { kept.removeFirst() }
    }
  }
}
