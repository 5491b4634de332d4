import CV4L2
import Units

// One is being filled, one is on its way to us, and the others cover a lane that is late by a
// tenth of a second at 30 a second.
private let wantedBuffers: UInt32 = 5
// The driver keeps one while it fills it; with a single one frames would be lost between.
private let fewestBuffers: UInt32 = 2
private let mostPlanes = 8

/// A buffer the driver gave back.
struct DriverBuffer {
  /// Its number among the mapped ones.
  let index: Int
  /// `V4L2_BUF_FLAG_…` bits.
  let flags: UInt32
  /// The driver's stamp, of the clock that the flags name.
  let stamp: MediaTime
  /// The driver's number of the frame; frames it had no buffer for are counted too.
  let sequence: UInt32
  /// What lies in each plane: the bytes of the picture, headers already left out.
  let planes: [UnsafeRawBufferPointer]
}

extension CameraNode {
  /// Asks for buffers, maps and queues them all.
  mutating func prepareBuffers() throws(CameraError) {
    var request = v4l2_requestbuffers()
    request.count = wantedBuffers
    request.type = bufferType
    request.memory = V4L2_MEMORY_MMAP.rawValue
    try ask(.requestBuffers, &request)
    if request.count < fewestBuffers { throw failure(.requestBuffers, .tooFewBuffers) }
    for index in 0..<Int(request.count) {
      let places = try places(ofBuffer: index)
      buffers.append([])
      for place in places {
        buffers[index].append(try map(length: place.length, offset: place.offset))
      }
    }
    for index in buffers.indices { try queue(index) }
  }

  /// Starts the stream; ENOSPC here is the bandwidth of the USB bus.
  mutating func startStream(_ mode: CameraMode) throws(CameraError) {
    var type = bufferType
    if let code = attempt(.startStream, &type) {
      var error = failure(.startStream, code)
      if code == .noSpace { error.finding = .mode(mode.description) }
      throw error
    }
    isStreaming = true
  }

  /// Gives a buffer to the driver to be filled.
  func queue(_ index: Int) throws(CameraError) {
    let code = withBuffer(index) { attempt(.queueBuffer, &$0) }
    if let code { throw failure(.queueBuffer, code) }
  }

  /// Takes the oldest filled buffer; fails with EAGAIN when there is none.
  func dequeue() -> Result<DriverBuffer, CameraError> {
    withBuffer(0) { buffer in
      if let code = attempt(.dequeueBuffer, &buffer) {
        return .failure(failure(.dequeueBuffer, code))
      }
      let index = Int(buffer.index)
      guard buffers.indices.contains(index) else {
        return .failure(failure(.dequeueBuffer, .inputOutput))
      }
      let stamp = MediaTime(
        nanoseconds: Int64(buffer.timestamp.tv_sec) &* 1_000_000_000
          &+ Int64(buffer.timestamp.tv_usec) &* 1000)
      return .success(
        DriverBuffer(
          index: index, flags: buffer.flags, stamp: stamp, sequence: buffer.sequence,
          planes: payloads(of: buffer, in: buffers[index])))
    }
  }

  private func payloads(
    of buffer: v4l2_buffer, in mapped: [UnsafeMutableRawBufferPointer]
  ) -> [UnsafeRawBufferPointer] {
    mapped.enumerated().map { index, memory in
      var (start, end) = (0, Int(buffer.bytesused))
      if isMultiPlanar, let plane = buffer.m.planes?[index] {
        (start, end) = (Int(plane.data_offset), Int(plane.bytesused))
      }
      end = min(end, memory.count)
      return UnsafeRawBufferPointer(rebasing: memory[min(start, end)..<end])
    }
  }

  /// Where the planes of a buffer lie in the driver (VIDIOC_QUERYBUF).
  private func places(
    ofBuffer index: Int
  ) throws(CameraError) -> [(length: Int, offset: Int64)] {
    let answer: Result<[(length: Int, offset: Int64)], CameraError> = withBuffer(index) { buffer in
      if let code = attempt(.describeBuffer, &buffer) {
        return .failure(failure(.describeBuffer, code))
      }
      guard isMultiPlanar, let planes = buffer.m.planes else {
        return .success([(Int(buffer.length), Int64(buffer.m.offset))])
      }
      let count = min(Int(buffer.length), mostPlanes)
      return .success((0..<count).map { (Int(planes[$0].length), Int64(planes[$0].m.mem_offset)) })
    }
    return try answer.get()
  }

  /// Lends a `v4l2_buffer` of this node's kind; its planes live as long as `body` runs.
  private func withBuffer<R>(_ index: Int, _ body: (inout v4l2_buffer) -> R) -> R {
    var buffer = v4l2_buffer()
    buffer.index = UInt32(index)
    buffer.type = bufferType
    buffer.memory = V4L2_MEMORY_MMAP.rawValue
    guard isMultiPlanar else { return body(&buffer) }
    var planes = [v4l2_plane](repeating: v4l2_plane(), count: mostPlanes)
    return planes.withUnsafeMutableBufferPointer { pointer in
      buffer.m.planes = pointer.baseAddress
      buffer.length = UInt32(mostPlanes)
      return body(&buffer)
    }
  }
}
