import Lanes
import Recording
import Units

@testable import Engine

/// A folder of live photos in memory.
struct FakePhotoPlace: PhotoPlace {
  let number: Int
  let still: [UInt8]
  let hands: FakeTools
  let stills: Locked<[Int: [UInt8]]>

  func temporaryPath() throws -> String { "/photos/.\(number).part" }

  func publish(_ temporary: String) throws -> (path: String, bytes: Int64) {
    try hands.faults.pass(.publish)
    let movie = hands.disk.movies[temporary]
    hands.disk.change(movie: temporary) { $0 = nil }
    hands.disk.change(movie: "/photos/\(number).mov") { $0 = movie }
    stills.withLock { $0[number] = still }
    return ("/photos/\(number).mov", 4711)
  }

  func settle() throws { try hands.faults.pass(.settle) }

  func discard(_ temporary: String) { hands.disk.change(movie: temporary) { $0 = nil } }

  func still(of movie: String) -> String { "/photos/\(number).jpg" }
}

extension LiveParts {
  /// Parts of fakes; stills are noted in `stills`.
  static func fake(_ hands: FakeTools, _ stills: Locked<[Int: [UInt8]]>) -> LiveParts {
    LiveParts(
      length: LiveLength(), isOn: true, tools: hands.tools,
      place: { number, still, _ in
        FakePhotoPlace(number: number, still: still, hands: hands, stills: stills)
      },
      saveStill: { bytes in
        stills.withLock { $0[0] = bytes }
        hands.changed()
        return "/photos/still.jpg"
      })
  }
}
