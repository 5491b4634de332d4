package import Recording

/// What the user said about framing; the rest stays as it was.
package struct FramingWish: Sendable, Hashable {
  /// What is cut out of the camera's picture.
  package var crop: Framing.Crop?
  /// How it is rotated.
  package var rotation: Framing.Rotation?
  /// How it is mirrored.
  package var mirror: Framing.Mirror?

  /// Nothing was said.
  package init() {}

  /// A framing with the wishes carried out.
  package func applied(to framing: Framing) -> Framing {
    Framing(
      crop: crop ?? framing.crop, rotation: rotation ?? framing.rotation,
      mirror: mirror ?? framing.mirror)
  }

  /// These wishes, and those of `other` where these say nothing.
  func over(_ other: FramingWish) -> FramingWish {
    var wish = other
    if let crop { wish.crop = crop }
    if let rotation { wish.rotation = rotation }
    if let mirror { wish.mirror = mirror }
    return wish
  }
}
