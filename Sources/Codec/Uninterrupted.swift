import Glibc

/// Makes a system call anew for as long as a signal interrupts it (EINTR): on a network's file
/// system even a sync may be, and a take must not end for that.
func uninterrupted<N: SignedInteger>(_ call: () -> N) -> N {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
