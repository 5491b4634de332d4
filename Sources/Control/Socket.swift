import Glibc
import Units

/// One end of a Unix stream socket, closed when let go.
final class Socket: Sendable {
  /// What a read brought.
  enum Read: Sendable, Hashable {
    case bytes([UInt8])
    /// Nothing has come yet.
    case nothing
    /// The other end has hung up.
    case ended
  }

  let descriptor: Int32

  private init(descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit { close(descriptor) }

  /// Listens at `path`, which must be free; only this user may connect.
  static func listening(at path: String) throws(ControlError) -> Socket {
    let socket = try make(for: .listen, path)
    // bind gives the file the socket's own mode, so that it is never open to others.
    guard fchmod(socket.descriptor, 0o600) == 0 else { throw ControlError(.listen, .last, path) }
    guard try withAddress(path, .listen, { bind(socket.descriptor, $0, $1) }) == 0,
      listen(socket.descriptor, 16) == 0, socket.setNonblocking()
    else { throw ControlError(.listen, .last, path) }
    return socket
  }

  /// Connects to whoever listens at `path`; reads and writes wait for at most `patience`, or without
  /// an end where it is zero.
  static func connected(to path: String, patience: MediaTime) throws(ControlError) -> Socket {
    let socket = try make(for: .find, path)
    socket.wait(atMost: patience, for: SO_SNDTIMEO)
    socket.wait(atMost: patience, for: SO_RCVTIMEO)
    guard try withAddress(path, .find, { connect(socket.descriptor, $0, $1) }) == 0 else {
      let isNobody = errno == ECONNREFUSED || errno == ENOENT
      throw ControlError(.find, isNobody ? .nobody : errno == EAGAIN ? .silent : .last, path)
    }
    return socket
  }

  /// Takes the next caller; nil when none waits, or with `isExhausted` when no descriptor is left.
  func accept(isExhausted: inout Bool) -> Socket? {
    let caller = Glibc.accept(descriptor, nil, nil)
    guard caller >= 0 else {
      isExhausted = errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS
      return nil
    }
    let socket = Socket(descriptor: caller)
    // One that could keep the recorder waiting is hung up on.
    return socket.setNonblocking() ? socket : nil
  }

  /// True when the process at the other end is this user's (SO_PEERCRED).
  var isOfThisUser: Bool {
    // struct ucred, which Glibc's module does not show: pid, uid, gid.
    var credentials: [UInt32] = [0, .max, .max]
    var length = socklen_t(12)
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
      return false
    }
    return credentials[1] == geteuid()
  }

  /// Reads at most `count` bytes (recv).
  func receive(_ count: Int) -> Read {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let got = recv(descriptor, &bytes, count, 0)
      if got > 0 { return .bytes(Array(bytes.prefix(got))) }
      if got < 0, errno == EINTR { continue }
      return got < 0 && errno == EAGAIN ? .nothing : .ended
    }
  }

  /// Sends what fits now and returns the rest; nil when the other end has hung up (send).
  func send(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = bytes
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent < 0, errno == EINTR { continue }
      if sent < 0 { return errno == EAGAIN ? rest : nil }
      rest = rest.dropFirst(sent)
    }
    return rest
  }

  /// Ends the conversation at once, whoever else still holds this end.
  func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Bounds how long a blocking call waits; zero takes the bound away.
  func wait(atMost patience: MediaTime, for option: Int32) {
    let microseconds = patience.nanoseconds / 1000
    var time = timeval(
      tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
    setsockopt(
      descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Makes reads and writes return at once; false when that cannot be had.
  private func setNonblocking() -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0
  }

  private static func make(
    for operation: ControlError.Operation, _ path: String
  ) throws(ControlError) -> Socket {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw ControlError(operation, .last, path) }
    return Socket(descriptor: descriptor)
  }

  private static func withAddress(
    _ path: String, _ operation: ControlError.Operation,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(ControlError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    // The address ends with a zero byte.
    guard bytes.count < room else { throw ControlError(operation, .tooLong, path) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
