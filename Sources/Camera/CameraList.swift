package import Units

/// A camera as it stands in the list of devices.
package struct CameraListing: Sendable, Hashable {
  /// The node, such as /dev/video0; its number may be another after the next boot.
  package var path: String
  /// The link that always leads to this camera, by its serial number or else by its socket.
  package var stableName: String?
  /// The name for people.
  package var name: String
  /// The kernel driver.
  package var driver: String
  /// Formats that rushes takes, with sizes and rates.
  package var offers: [CameraOffer]
  /// Every format the driver names, also the others.
  package var formats: [FourCC]
}

/// The capture devices of this machine.
package struct CameraList: Sendable {
  /// Nodes that give pictures, in the order of their numbers.
  package var cameras: [CameraListing] = []
  /// Nodes that could not be asked, mostly for want of permission.
  package var refused: [CameraError] = []

  /// Asks every /dev/videoN; metadata, output and codec nodes are left out.
  package static func read(calls: CameraCalls = .live) -> CameraList {
    var list = CameraList()
    let links = stableNames(calls.files)
    let numbers = calls.files.names("/dev").compactMap { name -> Int? in
      name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
    }
    for number in numbers.sorted() {
      let path = "/dev/video\(number)"
      do throws(CameraError) {
        list.cameras.append(try listing(of: path, stableName: links[path], calls: calls))
      } catch {
        if error.code != .notACamera { list.refused.append(error) }
      }
    }
    return list
  }

  /// The path of a camera given by path, by its name in /dev/v4l/by-id, or by a part of the
  /// card's name in any case.
  package static func path(
    of name: String, calls: CameraCalls = .live
  ) throws(CameraError) -> String {
    if name.contains("/") { return name }
    for folder in ["by-id", "by-path"] {
      let link = "/dev/v4l/\(folder)/\(name)"
      if calls.files.resolved(link) != nil { return link }
    }
    let list = read(calls: calls)
    if let path = list.find(name: name)?.path { return path }
    // The one looked for may be among those that cannot be opened.
    throw list.refused.first(where: \.isNoAccess) ?? CameraError(.open, .noEntry, subject: name)
  }

  /// The camera of a path, of a stable name with or without its folder, or the first one whose
  /// card's name contains `name` in any case.
  package func find(name: String) -> CameraListing? {
    let wanted = name.lowercased()
    return cameras.first { camera in
      camera.path == name || camera.stableName == name
        || (camera.stableName?.hasSuffix("/\(name)") ?? false)
    } ?? cameras.first { !name.isEmpty && $0.name.lowercased().contains(wanted) }
  }

  private static func listing(
    of path: String, stableName: String?, calls: CameraCalls
  ) throws(CameraError) -> CameraListing {
    var node = try CameraNode(path: path, calls: calls)
    let identity = try node.identify()
    let formats = try node.formats()
    return CameraListing(
      path: path, stableName: stableName, name: identity.card, driver: identity.driver,
      offers: node.offers(
        of: formats, near: CameraWish.usualSize, otherwise: CameraWish.usualSize),
      formats: formats)
  }

  /// Links to nodes by the node they lead to; those by serial number win over those by socket.
  private static func stableNames(_ files: CameraFiles) -> [String: String] {
    var names: [String: String] = [:]
    for folder in ["/dev/v4l/by-id", "/dev/v4l/by-path"] {
      for name in files.names(folder).sorted() {
        let link = "\(folder)/\(name)"
        if let node = files.resolved(link), names[node] == nil { names[node] = link }
      }
    }
    return names
  }
}
