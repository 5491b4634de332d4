package import Units

extension VideoSettings {
  /// Size of the camera's pictures, of which `framing` is a part.
  package var camera: PixelSize {
    guard let cameraWidth, let cameraHeight else { return size }
    return PixelSize(width: cameraWidth, height: cameraHeight)
  }

  /// The same for pictures that are framed in another way.
  package func framed(_ framing: Framing) -> VideoSettings {
    var settings = self
    let (camera, size) = (self.camera, framing.size(of: self.camera))
    settings.framing = framing
    settings.cameraWidth = camera.width
    settings.cameraHeight = camera.height
    settings.width = size.width
    settings.height = size.height
    return settings
  }
}
