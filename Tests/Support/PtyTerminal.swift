import Foundation
import Glibc

/// A terminal that a test plays: it keeps a screen, answers questions and types keys.
///
/// A thread of its own reads what the program writes, so the program never waits for the test.
/// Unchecked: everything that changes is guarded by `changed`.
package final class PtyTerminal: @unchecked Sendable {
  /// What went wrong with the pseudo terminal itself.
  package struct Failure: Error { package let call: String, errno: Int32 }

  /// Path of the side that programs open.
  package let path: String
  /// Which terminal it pretends to be.
  package let kind: Kind
  /// How long what is typed and answered takes to the program, in seconds, as over a slow link.
  private let latency: Double
  private let link = DispatchQueue(label: "pty link")
  /// What the link still carries, the oldest first: timers may fire in another order.
  private var onTheWay: [@Sendable () -> Void] = []
  private let traffic = NSLock()
  private let changed = NSCondition()
  private var master: Int32
  /// The other side, held open so that bytes and settings outlive the program.
  private var keeper: Int32
  /// What a viewer sees: an update that the program brackets (mode 2026) in one go.
  private var shown: VTScreen
  /// What all bytes so far make of the screen.
  private var latest: VTScreen
  /// The terminal outside the multiplexer that this one plays.
  private var outside = VTScreen(columns: 80, rows: 24)
  private var written: [UInt8] = []
  private var hasEnded = false
  private var isStalled = false

  /// Opens a pseudo terminal of this size.
  package init(
    columns: Int = 80, rows: Int = 24, kind: Kind = .kitty, latency: Double = 0
  ) throws {
    self.kind = kind
    self.latency = latency
    shown = VTScreen(columns: columns, rows: rows)
    latest = shown
    // Where multiplexers draw.
    outside.feed("\u{1b}[?1049h".utf8)
    // What posix_openpt, unlockpt and ptsname do, which Swift does not see on Linux: open the
    // multiplexer, TIOCSPTLCK with 0, TIOCGPTN.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, Int32) = (0, 0)
    guard master >= 0, ioctl(master, 0x4004_5431, &lock) == 0,
      ioctl(master, 0x8004_5430, &number) == 0
    else { throw Failure(call: "open /dev/ptmx", errno: errno) }
    path = "/dev/pts/\(number)"
    keeper = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard keeper >= 0 else { throw Failure(call: "open", errno: errno) }
    resize(columns: columns, rows: rows)
    let thread = Thread { [self] in pump() }
    thread.start()
  }

  /// Opens the side that programs use; the caller closes it.
  package func openProgramSide() -> Int32 { open(path, O_RDWR | O_NOCTTY | O_CLOEXEC) }

  /// The screen as it is now.
  package var screen: VTScreen { locked { shown } }

  /// What the program made of the terminal outside the multiplexer.
  package var outsideModes: VTModes { locked { outside.modes } }

  /// Every byte the program has written.
  package var output: [UInt8] { locked { written } }

  /// True when `text` was written at any time, control bytes included.
  package func hasWritten(_ text: String) -> Bool {
    output.firstRange(of: Array(text.utf8)) != nil
  }

  /// How many times the program has written exactly this.
  package func timesWritten(_ text: String) -> Int { output.ranges(of: Array(text.utf8)).count }

  /// Reads nothing of what the program writes, as a terminal behind a link that hangs, or goes on.
  package func stall(_ isStalled: Bool) {
    locked {
      self.isStalled = isStalled
      changed.broadcast()
    }
  }

  /// Types bytes as they are.
  package func type(_ text: String) {
    guard latency > 0 else { return send(Array(text.utf8)) }
    carry { [self] in send(Array(text.utf8)) }
  }

  /// Types bytes that overtake what the link still carries.
  package func typeAhead(_ text: String) { send(Array(text.utf8)) }

  /// Waits until everything typed so far has come through the link.
  package func waitForLink() {
    let arrived = DispatchSemaphore(value: 0)
    carry { arrived.signal() }
    arrived.wait()
  }

  private func carry(_ arrive: @escaping @Sendable () -> Void) {
    traffic.withLock { onTheWay.append(arrive) }
    link.asyncAfter(deadline: .now() + latency) { [self] in
      traffic.withLock { onTheWay.removeFirst() }()
    }
  }

  /// Waits until the program has read all that, which is in raw mode; false when it does not.
  package func waitForReader() -> Bool {
    waitForLink()
    let deadline = Date(timeIntervalSinceNow: 10)
    var count: Int32 = 1
    while ioctl(keeper, UInt(FIONREAD), &count) == 0, count > 0 {
      guard Date() < deadline else { return false }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return count == 0
  }

  /// Gives the window another size, which sends SIGWINCH to the program in it.
  package func resize(columns: Int, rows: Int) {
    locked {
      shown.resize(columns: columns, rows: rows)
      latest.resize(columns: columns, rows: rows)
    }
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(keeper, UInt(TIOCSWINSZ), &size)
  }

  /// Waits until the screen is as wanted; false when that did not happen within `limit` seconds.
  ///
  /// `isReached` gets all there is to know; it must not ask the terminal itself.
  package func wait(within limit: Double = 10, until isReached: (VTScreen) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: limit)
    changed.lock()
    defer { changed.unlock() }
    while !isReached(shown) {
      guard !hasEnded, changed.wait(until: deadline) else { return isReached(shown) }
    }
    return true
  }

  /// Waits until the program has written `text`, control bytes included, wherever it stands by now.
  package func waitForOutput(_ text: String, within limit: Double = 20) -> Bool {
    let bytes = Array(text.utf8)
    let deadline = Date(timeIntervalSinceNow: limit)
    changed.lock()
    defer { changed.unlock() }
    while written.firstRange(of: bytes) == nil {
      guard !hasEnded, changed.wait(until: deadline) else { return false }
    }
    return true
  }

  /// The line settings as they are now, in a form that can be compared.
  package var settings: [UInt32] {
    var termios = termios()
    // Either side tells the same; this one also after the program and its side are gone.
    guard tcgetattr(locked { master }, &termios) == 0 else { return [] }
    let characters = withUnsafeBytes(of: termios.c_cc) { $0.map(UInt32.init) }
    return [termios.c_iflag, termios.c_oflag, termios.c_cflag, termios.c_lflag] + characters
  }

  /// Bytes that were typed and that no program has read.
  package var unread: [UInt8] {
    // Line by line a read would wait for the end of the line.
    var before = termios()
    tcgetattr(keeper, &before)
    var raw = before
    cfmakeraw(&raw)
    tcsetattr(keeper, TCSANOW, &raw)
    defer { tcsetattr(keeper, TCSANOW, &before) }
    var count: Int32 = 0
    guard ioctl(keeper, UInt(FIONREAD), &count) == 0, count > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let got = read(keeper, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, got)))
  }

  /// Waits until everything the ended program wrote has been read.
  package func drain() {
    locked {
      if keeper >= 0 { close(keeper) }
      keeper = -1
    }
    _ = wait { _ in false }
  }

  /// Takes no output any more, as after Ctrl-S.
  package func stall() { tcflow(keeper, TCOOFF) }

  /// Takes output again, as after Ctrl-Q.
  package func flow() { tcflow(keeper, TCOON) }

  /// The window is closed: the program gets SIGHUP and can neither read nor write any more.
  package func hangUp() {
    let descriptor = locked {
      defer { master = -1 }
      return master
    }
    guard descriptor >= 0 else { return }
    // The thread may be waiting on this very descriptor, and the terminal hangs up only when
    // nobody uses it any more.
    _ = wait { _ in false }
    close(descriptor)
  }

  deinit {
    if keeper >= 0 { close(keeper) }
    if master >= 0 { close(master) }
  }

  private func locked<R>(_ body: () -> R) -> R {
    changed.lock()
    defer { changed.unlock() }
    return body()
  }

  private func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  private func pump() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let descriptor = locked {
        while isStalled, master >= 0 { _ = changed.wait(until: Date(timeIntervalSinceNow: 0.05)) }
        return master
      }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // Looks up now and then whether the test has hung up.
      let ready = poll(&wanted, 1, 50)
      if descriptor < 0 || (ready < 0 && errno != EINTR) { break }
      guard ready > 0 else { continue }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      take(buffer[..<count])
    }
    locked {
      (hasEnded, shown) = (true, latest)
      changed.broadcast()
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    locked {
      written += bytes
      latest.feed(bytes)
      for string in latest.deviceControls { outside.feed(kind.unwrapped(string)) }
      // Before anyone sees the screen and types: a terminal answers first as well.
      for question in latest.questions { type(kind.answer(to: question)) }
      for question in outside.questions { type(kind.outerAnswer(to: question)) }
      (latest.questions, latest.deviceControls, outside.questions) = ([], [], [])
      if !latest.modes.on.contains(2026) { shown = latest }
      changed.broadcast()
    }
  }
}
