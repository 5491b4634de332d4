import Units

/// The sequences of the kitty graphics protocol, `APC G keys ; base64 ST`.
///
/// The picture has one number, and one placement: each replaces the one before without a flicker.
/// `q=1` has the terminal tell errors alone; that it has shown a picture is told by DSR behind it,
/// which it answers in order, as for the other carriers.
package enum KittyGraphics {
  /// The picture's number, "rush" in ASCII, so that it meets nobody else's.
  package static let picture = 0x7275_7368
  /// Numbers of the two questions.
  package static let questions = (direct: picture + 1, shared: picture + 2)

  /// As much as a sequence may hold of a picture.
  private static let longestChunk = 4096

  /// Asks by a pixel whether the terminal has graphics at all, and by another one in the memory
  /// called `shared` whether it sees the memory of this machine.
  package static func question(shared: String?) -> String {
    let direct = "\u{1b}_Gi=\(questions.direct),s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\"
    guard let shared else { return direct }
    return direct
      + "\u{1b}_Gi=\(questions.shared),s=1,v=1,a=q,t=s,f=24;\(text(shared))\u{1b}\\"
  }

  /// Shows the pixels in the memory called `name`, which the terminal then removes (shm_unlink).
  static func show(_ drawing: PictureDrawing, inMemory name: String) -> [UInt8] {
    let keys = "f=24,s=\(drawing.size.width),v=\(drawing.size.height),t=s"
    return Array("\u{1b}_G\(show(drawing.cells)),\(keys);\(text(name))\u{1b}\\".utf8)
  }

  /// Shows a PNG that goes along.
  static func show(_ drawing: PictureDrawing) -> [UInt8] {
    let payload = Base64.encoded(drawing.bytes)
    var bytes: [UInt8] = []
    var rest = payload[...]
    var keys = "\(show(drawing.cells)),f=100,t=d,"
    repeat {
      let chunk = rest.prefix(longestChunk)
      rest = rest.dropFirst(longestChunk)
      bytes += Array("\u{1b}_G\(keys)m=\(rest.isEmpty ? 0 : 1);".utf8) + chunk
      bytes += Array("\u{1b}\\".utf8)
      // Of the rest all but this is known from the first one.
      keys = "q=1,"
    } while !rest.isEmpty
    return bytes
  }

  /// Takes the picture off the screen and forgets its pixels.
  package static let delete = "\u{1b}_Ga=d,d=I,i=\(picture),q=2\u{1b}\\"

  /// Stretched over these cells from the cursor on, which stays.
  private static func show(_ cells: CellSize) -> String {
    "a=T,i=\(picture),p=1,q=1,C=1,c=\(cells.columns),r=\(cells.rows)"
  }

  private static func text(_ name: String) -> String {
    String(decoding: Base64.encoded(Array(name.utf8)), as: UTF8.self)
  }
}
