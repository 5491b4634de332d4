import CV4L2

/// An open camera node with its mapped buffers; whoever owns the value owns the descriptor.
///
/// Letting it go stops the stream, unmaps the buffers and closes the descriptor, in this order,
/// on every path, also when opening fails halfway.
struct CameraNode: ~Copyable {
  /// The node's path, such as /dev/video0.
  let path: String
  /// The system below.
  let calls: CameraCalls
  /// The camera's name for sentences; the path until the driver has told its name.
  var subject: String
  /// True when the node speaks the multi-planar API (VIDEO_CAPTURE_MPLANE).
  var isMultiPlanar = false
  /// The mapped memory of each buffer, plane by plane.
  var buffers: [[UnsafeMutableRawBufferPointer]] = []
  /// True between STREAMON and STREAMOFF.
  var isStreaming = false
  private let descriptor: Int32

  /// Opens the node, non-blocking.
  init(path: String, calls: CameraCalls) throws(CameraError) {
    let result = retrying { calls.open(path) }
    guard result >= 0 else {
      throw explained(.open, CameraCode(rawValue: -result), path: path, subject: path, calls: calls)
    }
    self.path = path
    self.calls = calls
    subject = path
    descriptor = result
  }

  deinit {
    if isStreaming {
      var type = bufferType
      withUnsafeMutablePointer(to: &type) { _ = calls.ioctl(.stopStream, descriptor, $0) }
    }
    for plane in buffers.joined() {
      if let address = plane.baseAddress { _ = calls.unmap(address, plane.count) }
    }
    _ = calls.close(descriptor)
  }

  /// The `v4l2_buf_type` of this node's structures.
  var bufferType: UInt32 {
    isMultiPlanar
      ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
  }

  /// Makes a request whose refusal is an answer; nil when it was granted.
  func attempt<Argument>(
    _ operation: CameraOperation, _ argument: inout Argument
  ) -> CameraCode? {
    let result = withUnsafeMutablePointer(to: &argument) { pointer in
      retrying { calls.ioctl(operation, descriptor, pointer) }
    }
    return result < 0 ? CameraCode(rawValue: -result) : nil
  }

  /// Makes a request that has to be granted.
  func ask<Argument>(
    _ operation: CameraOperation, _ argument: inout Argument
  ) throws(CameraError) {
    if let code = attempt(operation, &argument) { throw failure(operation, code) }
  }

  /// Hands the descriptor to libv4l2, so that it offers and converts to more formats.
  func adopt() throws(CameraError) {
    let result = retrying { calls.adopt(descriptor) }
    if result < 0 { throw failure(.adopt, CameraCode(rawValue: -result)) }
  }

  /// Maps `length` bytes of the driver at `offset`.
  func map(length: Int, offset: Int64) throws(CameraError) -> UnsafeMutableRawBufferPointer {
    var address: UnsafeMutableRawPointer?
    let result = retrying { calls.map(descriptor, length, offset, &address) }
    if result < 0 { throw failure(.map, CameraCode(rawValue: -result)) }
    return UnsafeMutableRawBufferPointer(start: address, count: length)
  }

  /// Waits for a frame or an event; the `poll` bits, 0 after `milliseconds`.
  func poll(milliseconds: Int32) -> Result<Int32, CameraError> {
    let result = retrying { calls.poll(descriptor, milliseconds) }
    if result < 0 { return .failure(failure(.poll, CameraCode(rawValue: -result))) }
    return .success(result)
  }

  /// The error of a failed operation, with what can be found out about it.
  func failure(_ operation: CameraOperation, _ code: CameraCode) -> CameraError {
    explained(operation, code, path: path, subject: subject, calls: calls)
  }
}

/// Repeats a call that a signal interrupted.
private func retrying(_ call: () -> Int32) -> Int32 {
  var result: Int32
  repeat { result = call() } while result == -CameraCode.interrupted.rawValue
  return result
}

/// Looks up why a camera refuses: its group for EACCES, its holders for EBUSY.
private func explained(
  _ operation: CameraOperation, _ code: CameraCode, path: String, subject: String,
  calls: CameraCalls
) -> CameraError {
  var error = CameraError(operation, code, subject: subject)
  if error.isNoAccess { error.finding = calls.files.access(path).map { .access($0) } }
  if error.isBusy { error.finding = .holders(calls.files.holders(of: path)) }
  return error
}

extension CameraFiles {
  /// Other programs that have a node open, as "name (pid 12)": those whose descriptors may be
  /// read.
  func holders(of path: String) -> [String] {
    let node = resolved(path) ?? path
    let own = link("/proc/self").flatMap { Int($0) }
    let processes = names("/proc").compactMap { Int($0) }.filter { $0 != own }
    return processes.sorted().compactMap { process in
      let folder = "/proc/\(process)"
      guard names("\(folder)/fd").contains(where: { link("\(folder)/fd/\($0)") == node }) else {
        return nil
      }
      return "\(line("\(folder)/comm") ?? "a program") (pid \(process))"
    }
  }
}
