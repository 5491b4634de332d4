import Glibc

/// The floor below all file work: the few system calls it needs, replaceable one by one.
///
/// Every closure returns what the call returns, with errno negated on failure, so that errno
/// cannot be clobbered on the way.
package struct DiskCalls: Sendable {
  /// Opens a file (open).
  package var open: @Sendable (_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32
  /// Writes bytes (write).
  package var write: @Sendable (_ descriptor: Int32, UnsafeRawBufferPointer) -> Int
  /// Makes a file survive a power cut (fsync).
  package var sync: @Sendable (_ descriptor: Int32) -> Int32
  /// Closes a file (close).
  package var close: @Sendable (_ descriptor: Int32) -> Int32
  /// Renames a file, replacing what lies there (rename).
  package var rename: @Sendable (_ from: String, _ to: String) -> Int32
  /// Gives a file a second name unless that is taken (link).
  package var link: @Sendable (_ from: String, _ to: String) -> Int32
  /// Removes a name (unlink).
  package var unlink: @Sendable (_ path: String) -> Int32
  /// Makes a folder (mkdir).
  package var makeFolder: @Sendable (_ path: String, _ mode: UInt32) -> Int32
  /// Removes an empty folder (rmdir).
  package var removeFolder: @Sendable (_ path: String) -> Int32
  /// Locks an open file without waiting (flock).
  package var lock: @Sendable (_ descriptor: Int32) -> Int32
  /// Asks whether files may be made in a folder (access).
  package var mayWrite: @Sendable (_ folder: String) -> Int32

  /// The system's own calls.
  package static let live = DiskCalls(
    open: { path, flags, mode in retried { Glibc.open(path, flags | O_CLOEXEC, mode) } },
    write: { descriptor, bytes in
      Int(retried { Glibc.write(descriptor, bytes.baseAddress, bytes.count) })
    },
    sync: { descriptor in retried { fsync(descriptor) } },
    close: { descriptor in negated(Glibc.close(descriptor)) },
    rename: { from, to in negated(Glibc.rename(from, to)) },
    link: { from, to in negated(Glibc.link(from, to)) },
    unlink: { path in negated(Glibc.unlink(path)) },
    makeFolder: { path, mode in negated(mkdir(path, mode)) },
    removeFolder: { path in negated(rmdir(path)) },
    lock: { descriptor in retried { flock(descriptor, LOCK_EX | LOCK_NB) } },
    mayWrite: { folder in negated(access(folder, W_OK | X_OK)) })
}

private func negated<N: SignedInteger>(_ result: N) -> N { result < 0 ? N(-errno) : result }

private func retried<N: SignedInteger>(_ call: () -> N) -> N {
  while true {
    let result = negated(call())
    if result != N(-EINTR) { return result }
  }
}
