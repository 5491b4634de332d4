/// A source of pictures as the keys choose it: a camera with one of its inputs, a file, the test
/// picture.
package struct CameraChoice: Sendable, Hashable {
  /// Where it is: a camera's node, a file, or "test".
  package var path: String
  /// The name in sentences, such as "Grabber (/dev/video0)".
  package var name: String
  /// The link in /dev/v4l that leads to this camera wherever it turns up; nil when there is none.
  package var stableName: String?
  /// Which of a camera's inputs; nil leaves the one in force.
  package var input: Int?

  /// Names a source.
  package init(path: String, name: String, stableName: String? = nil, input: Int? = nil) {
    self.path = path
    self.name = name
    self.stableName = stableName
    self.input = input
  }

  /// The built-in test picture.
  package static let testPicture = CameraChoice(path: "test", name: "the test picture")

  /// The same camera as it stands in a list, at another node perhaps; nil when it is not there.
  package func found(among list: [CameraChoice]) -> CameraChoice? {
    let same =
      stableName == nil
      ? list.first { $0.path == path && $0.name == name }
      : list.first { $0.stableName == stableName }
    return same.map { same in
      var same = same
      same.input = input
      return same
    }
  }

  /// True for the built-in test picture.
  package var isTestPicture: Bool { path == Self.testPicture.path }
}

/// Where the keys `c` and `i` stand on their way round the cameras and round a camera's inputs.
///
/// What could not be opened is remembered, so that the next press goes on behind it instead of
/// failing there for ever.
package struct CameraRound: Sendable {
  /// The source in use.
  package private(set) var current: CameraChoice
  /// The last one that was wished, opened or not.
  private var tried: CameraChoice

  /// Begins at an opened source.
  package init(at current: CameraChoice) {
    self.current = current
    tried = current
  }

  /// A source was opened on the way.
  package mutating func opened(_ choice: CameraChoice) {
    current = choice
    tried = choice
  }

  /// A source could not be opened; the current one stays.
  package mutating func failed(_ choice: CameraChoice) { tried = choice }

  /// The source behind the last one tried, the first again after the last; nil when there is none
  /// but the current.
  ///
  /// One that is not in the list, a file or an unplugged camera, is followed by the first.
  package func next(among list: [CameraChoice]) -> CameraChoice? {
    let place = list.firstIndex { $0.path == tried.path }
    let start = place.map { $0 + 1 } ?? 0
    return (list[min(start, list.count)...] + list[..<min(start, list.count)])
      .first { $0.path != current.path }
  }

  /// The input behind the last one tried of the current source, whose facts are `facts`; nil when
  /// it has but one.
  package func nextInput(of facts: VideoFacts) -> CameraChoice? {
    guard facts.inputs.count > 1 else { return nil }
    let start = tried.path == current.path ? tried.input ?? facts.input : facts.input
    let round = (1...facts.inputs.count).map { (start + $0) % facts.inputs.count }
    guard let input = round.first(where: { $0 != facts.input }) else { return nil }
    var choice = current
    choice.input = input
    return choice
  }
}
