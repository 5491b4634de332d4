import CV4L2
import Glibc
import Lanes
package import Units

/// Everything the camera hand asks of the system, so that tests can trace it, script it and make
/// any of it fail.
///
/// Calls answer a negative errno when they fail. EINTR is retried above this floor.
package struct CameraCalls: Sendable {
  /// Opens a node for reading and writing, non-blocking; the descriptor.
  package var open: @Sendable (_ path: String) -> Int32
  /// Gives the descriptor to libv4l2, which converts formats from then on (v4l2_fd_open).
  package var adopt: @Sendable (_ descriptor: Int32) -> Int32
  /// Closes the descriptor (v4l2_close).
  package var close: @Sendable (_ descriptor: Int32) -> Int32
  /// Asks the driver; the argument is the C structure that belongs to the request (v4l2_ioctl).
  package var ioctl:
    @Sendable (
      _ operation: CameraOperation, _ descriptor: Int32, _ argument: UnsafeMutableRawPointer
    ) -> Int32
  /// Maps a driver's buffer (v4l2_mmap); sets `address` when it succeeds.
  package var map:
    @Sendable (
      _ descriptor: Int32, _ length: Int, _ offset: Int64,
      _ address: inout UnsafeMutableRawPointer?
    ) -> Int32
  /// Lets a mapped buffer go (v4l2_munmap).
  package var unmap: @Sendable (_ address: UnsafeMutableRawPointer, _ length: Int) -> Int32
  /// Waits for a frame or an event; the `poll` event bits, 0 when the time passed.
  package var poll: @Sendable (_ descriptor: Int32, _ milliseconds: Int32) -> Int32
  /// Lets time pass between two attempts.
  package var pause: @Sendable (_ milliseconds: Int64) -> Void
  /// This instant of CLOCK_MONOTONIC.
  package var now: @Sendable () -> MediaTime
  /// What is read of /dev, /sys and /proc.
  package var files: CameraFiles

  /// The same calls, each asked of `rule` first: an errno from it fails the call before it is made.
  package func intercepted(
    by rule: @escaping @Sendable (CameraOperation) -> Int32?
  ) -> CameraCalls {
    let plain = self
    var calls = self
    calls.open = { rule(.open).map { -$0 } ?? plain.open($0) }
    calls.adopt = { rule(.adopt).map { -$0 } ?? plain.adopt($0) }
    calls.close = { descriptor in
      // As in Linux, the descriptor is gone even when close fails.
      let refusal = rule(.close)
      let result = plain.close(descriptor)
      return refusal.map { -$0 } ?? result
    }
    calls.ioctl = { operation, descriptor, argument in
      rule(operation).map { -$0 } ?? plain.ioctl(operation, descriptor, argument)
    }
    calls.map = { descriptor, length, offset, address in
      rule(.map).map { -$0 } ?? plain.map(descriptor, length, offset, &address)
    }
    calls.unmap = { rule(.unmap).map { -$0 } ?? plain.unmap($0, $1) }
    calls.poll = { rule(.poll).map { -$0 } ?? plain.poll($0, $1) }
    return calls
  }
}

/// Turned off once, before libv4l2 gets its first descriptor.
private let silenced: Void = cv4l2_silence()

extension CameraCalls {
  /// The real system.
  package static let live = CameraCalls(
    open: { cv4l2_open($0) },
    adopt: { descriptor in
      _ = silenced
      return cv4l2_adopt(descriptor)
    },
    close: { cv4l2_close($0) },
    ioctl: { operation, descriptor, argument in
      cv4l2_ioctl(descriptor, operation.request, argument)
    },
    map: { descriptor, length, offset, address in
      cv4l2_map(descriptor, length, offset, &address)
    },
    unmap: { cv4l2_unmap($0, $1) },
    poll: { cv4l2_poll($0, $1) },
    pause: { usleep(UInt32($0) * 1000) },
    now: { MonotonicClock.now() },
    files: .live)
}
