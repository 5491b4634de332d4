import CV4L2

// As with formats: a list without an end must not hang us. Capture cards have up to eight inputs.
private let mostInputs: UInt32 = 32

extension CameraNode {
  /// The inputs' names in the driver's order, such as HDMI and S-Video (VIDIOC_ENUMINPUT); empty
  /// for a driver that does not know of any.
  func inputs() -> [String] {
    var names: [String] = []
    for index in 0..<mostInputs {
      guard let input = describe(input: index) else { break }
      let name = text(of: input.name)
      names.append(name.isEmpty ? "input \(index + 1)" : name)
    }
    return names
  }

  /// The number of the input in force (VIDIOC_G_INPUT); nil for a driver without inputs.
  func inputInForce() -> UInt32? {
    var index: Int32 = 0
    guard attempt(.getInput, &index) == nil else { return nil }
    return UInt32(bitPattern: index)
  }

  /// What the driver says of an input; nil behind the last one.
  func describe(input index: UInt32) -> v4l2_input? {
    var input = v4l2_input()
    input.index = index
    return attempt(.describeInput, &input) == nil ? input : nil
  }

  /// Switches to an input (VIDIOC_S_INPUT).
  ///
  /// This has to come before signal and format, which are another on each input, and cannot be done
  /// while frames flow (EBUSY).
  func select(input index: Int) throws(CameraError) {
    guard inputInForce().map({ Int($0) }) != index else { return }
    var wished = Int32(clamping: index)
    try ask(.setInput, &wished)
  }
}
