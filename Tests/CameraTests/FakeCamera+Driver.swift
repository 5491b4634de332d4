import CV4L2
import Camera
import Glibc
import Units

extension FakeCamera.State {
  var isMultiPlanar: Bool { capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 }

  /// Waits as `poll` does: a frame is there at once, else the time passes on the fake clock.
  mutating func poll(_ milliseconds: Int64) -> Int32 {
    trace.append(.poll)
    wasPolled = true
    if !pollBits.isEmpty { return pollBits.removeFirst() }
    if !events.isEmpty { return Int32(POLLPRI) }
    if !(stale + frames).isEmpty, !queued.isEmpty {
      now += 33
      return Int32(POLLIN)
    }
    now += milliseconds
    return 0
  }

  /// Answers a request as a driver does: 0, or a negative errno.
  mutating func answer(_ operation: CameraOperation, _ argument: UnsafeMutableRawPointer) -> Int32 {
    func its<T>(_ type: T.Type) -> UnsafeMutablePointer<T> {
      argument.assumingMemoryBound(to: type)
    }
    switch operation {
    case .queryCapabilities: return describe(&its(v4l2_capability.self).pointee)
    case .enumerateFormats: return list(&its(v4l2_fmtdesc.self).pointee)
    case .enumerateSizes: return list(&its(v4l2_frmsizeenum.self).pointee)
    case .enumerateRates: return list(&its(v4l2_frmivalenum.self).pointee)
    case .getInput, .setInput, .describeInput:
      if inputs.count == 1, signal == nil, signalCode == 0 { return -ENOTTY }
      if operation == .describeInput { return list(&its(v4l2_input.self).pointee) }
      return choose(operation, &its(Int32.self).pointee)
    case .querySignal:
      if signalCode != 0 { return -signalCode }
      its(v4l2_dv_timings.self).pointee = signal ?? v4l2_dv_timings()
      return 0
    case .setSignal, .subscribe, .stopStream, .startStream:
      if operation == .startStream { isStreaming = true }
      if operation == .stopStream { isStreaming = false }
      return 0
    case .takeEvent:
      if events.isEmpty { return -ENOENT }
      its(v4l2_event.self).pointee.type = events.removeFirst()
      return 0
    case .setFormat: return agree(to: its(v4l2_format.self).pointee)
    case .getFormat:
      its(v4l2_format.self).pointee = format
      return 0
    case .setRate:
      if !hasRate { return -ENOTTY }
      rate = its(v4l2_streamparm.self).pointee.parm.capture.timeperframe
      return 0
    case .getRate:
      if !hasRate { return -ENOTTY }
      let forced = forcedRate.map { v4l2_fract(numerator: UInt32($1), denominator: UInt32($0)) }
      its(v4l2_streamparm.self).pointee.parm.capture.timeperframe = forced ?? rate
      its(v4l2_streamparm.self).pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
      return 0
    case .setControl:
      let control = its(v4l2_control.self).pointee
      guard knownControls.contains(control.id) else { return -EINVAL }
      controls[control.id] = control.value
      return 0
    case .requestBuffers:
      its(v4l2_requestbuffers.self).pointee.count = UInt32(buffers)
      return 0
    case .describeBuffer: return place(&its(v4l2_buffer.self).pointee)
    case .queueBuffer:
      queued.append(Int(its(v4l2_buffer.self).pointee.index))
      return 0
    case .dequeueBuffer: return fill(&its(v4l2_buffer.self).pointee)
    case .getSelection, .setSelection: return hasPlaces ? 0 : -ENOTTY
    default: return -ENOTTY
    }
  }

  private func describe(_ answer: inout v4l2_capability) -> Int32 {
    // The whole device does more than this node, as with every UVC camera.
    answer.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | V4L2_CAP_DEVICE_CAPS
    answer.device_caps = capabilities
    write(card, to: &answer.card)
    write("fake", to: &answer.driver)
    return 0
  }

  private func list(_ answer: inout v4l2_input) -> Int32 {
    guard Int(answer.index) < inputs.count || !endsItsLists else { return -EINVAL }
    let name = inputs[min(Int(answer.index), inputs.count - 1)]
    if name.hasPrefix("HDMI") { answer.capabilities = UInt32(V4L2_IN_CAP_DV_TIMINGS) }
    write(name, to: &answer.name)
    return 0
  }

  private mutating func choose(_ operation: CameraOperation, _ index: inout Int32) -> Int32 {
    guard operation == .setInput else {
      index = Int32(input)
      return 0
    }
    if isStreaming { return -EBUSY }
    guard inputs.indices.contains(Int(index)) else { return -EINVAL }
    input = Int(index)
    return 0
  }

  private func list(_ answer: inout v4l2_fmtdesc) -> Int32 {
    guard Int(answer.index) < formats.count || !endsItsLists else { return -EINVAL }
    let name = formats[min(Int(answer.index), formats.count - 1)]
    answer.pixelformat = FourCC(name)?.rawValue ?? 0
    return 0
  }

  private func list(_ answer: inout v4l2_frmsizeenum) -> Int32 {
    guard !sizes.isEmpty, Int(answer.index) < sizes.count || !endsItsLists else { return -EINVAL }
    let size = sizes[min(Int(answer.index), sizes.count - 1)]
    answer.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
    answer.discrete = v4l2_frmsize_discrete(
      width: UInt32(size.width), height: UInt32(size.height))
    return 0
  }

  private func list(_ answer: inout v4l2_frmivalenum) -> Int32 {
    guard !rates.isEmpty, Int(answer.index) < rates.count || !endsItsLists else { return -EINVAL }
    answer.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
    answer.discrete = v4l2_fract(
      numerator: 1, denominator: UInt32(rates[min(Int(answer.index), rates.count - 1)]))
    return 0
  }

  private mutating func agree(to asked: v4l2_format) -> Int32 {
    format = asked
    let forced = forcedFormat.flatMap { FourCC($0)?.rawValue }
    if isMultiPlanar {
      if let forced { format.fmt.pix_mp.pixelformat = forced }
      format.fmt.pix_mp.num_planes = UInt8(planeStrides.count)
      format.fmt.pix_mp.plane_fmt.0.bytesperline = UInt32(planeStrides[0])
      if planeStrides.count > 1 {
        format.fmt.pix_mp.plane_fmt.1.bytesperline = UInt32(planeStrides[1])
      }
      if planeStrides.count > 2 {
        format.fmt.pix_mp.plane_fmt.2.bytesperline = UInt32(planeStrides[2])
      }
      return 0
    }
    if let forced { format.fmt.pix.pixelformat = forced }
    format.fmt.pix.bytesperline = UInt32(stride ?? 0)
    format.fmt.pix.colorspace = colourSpace
    return 0
  }

  private func place(_ buffer: inout v4l2_buffer) -> Int32 {
    let base = UInt32(buffer.index) * 1_000_000
    guard isMultiPlanar, let planes = buffer.m.planes else {
      buffer.length = UInt32(planeSizes[0])
      buffer.m.offset = base
      return 0
    }
    for (index, size) in planeSizes.enumerated() {
      planes[index].length = UInt32(size)
      planes[index].m.mem_offset = base + UInt32(index) * 100_000
    }
    buffer.length = UInt32(planeSizes.count)
    return 0
  }

  private mutating func fill(_ buffer: inout v4l2_buffer) -> Int32 {
    guard isStreaming, !queued.isEmpty else { return -EINVAL }
    let frame: FakeFrame
    if !stale.isEmpty {
      frame = stale.removeFirst()
    } else {
      guard wasPolled else { return -EAGAIN }
      guard let next = frames.first else { return -EAGAIN }
      frame = next
      if repeats { frames[0].stamp += 33 } else { frames.removeFirst() }
    }
    let index = queued.removeFirst()
    for (number, bytes) in frame.planes.enumerated() {
      guard let place = places[index * 1_000_000 + number * 100_000],
        let memory = UnsafeMutableRawPointer(bitPattern: place)
      else { return -EFAULT }
      bytes.withUnsafeBytes {
        memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count)
      }
      if isMultiPlanar, let planes = buffer.m.planes {
        planes[number].bytesused = UInt32(bytes.count)
        planes[number].data_offset = UInt32(frame.dataOffset)
      } else {
        buffer.bytesused = UInt32(bytes.count)
      }
    }
    buffer.index = UInt32(index)
    buffer.flags = frame.flags
    buffer.sequence = frame.sequence
    buffer.timestamp = timeval(
      tv_sec: Int(frame.stamp / 1000), tv_usec: Int(frame.stamp % 1000 * 1000))
    return 0
  }

  private func write<Bytes>(_ text: String, to bytes: inout Bytes) {
    withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: Array(text.utf8.prefix($0.count - 1))) }
  }
}
