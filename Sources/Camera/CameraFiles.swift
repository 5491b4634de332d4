import Glibc

/// What is read of /dev, /sys and /proc: who owns a node, how it is named, who holds it.
package struct CameraFiles: Sendable {
  /// Names in a folder, without order; empty when it cannot be read.
  package var names: @Sendable (_ folder: String) -> [String]
  /// Where a symbolic link points, as written in it; nil when there is none.
  package var link: @Sendable (_ path: String) -> String?
  /// The path without links (realpath); nil when nothing is there.
  package var resolved: @Sendable (_ path: String) -> String?
  /// The first line of a small text file; nil when it cannot be read.
  package var line: @Sendable (_ path: String) -> String?
  /// Who may use a node, seen from this process; nil when nothing is there.
  package var access: @Sendable (_ path: String) -> CameraAccess?
}

/// The group of a camera's node and where the user stands to it.
package struct CameraAccess: Sendable, Hashable {
  /// The group that owns the node, mostly "video".
  package var group: String
  /// The user's login name.
  package var user: String
  /// True when the group database has the user in the group.
  package var isMember: Bool
  /// True when this login already has the group; a new membership needs a new login.
  package var isInForce: Bool

  /// Puts down what was found.
  package init(group: String, user: String, isMember: Bool, isInForce: Bool) {
    self.group = group
    self.user = user
    self.isMember = isMember
    self.isInForce = isInForce
  }
}

extension CameraFiles {
  /// The real file system.
  package static let live = CameraFiles(
    names: { folder in
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { names.append(name) }
      }
      return names
    },
    link: { path in
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = bytes.withUnsafeMutableBytes { room in
        room.baseAddress.map { readlink(path, $0, room.count) } ?? -1
      }
      return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    },
    resolved: { path in
      guard let full = realpath(path, nil) else { return nil }
      defer { free(full) }
      return String(cString: full)
    },
    line: { path in
      guard let file = fopen(path, "re") else { return nil }
      defer { fclose(file) }
      let room = 256
      var bytes = [UInt8](repeating: 0, count: room)
      let count = bytes.withUnsafeMutableBytes {
        $0.baseAddress.map { fread($0, 1, room, file) } ?? 0
      }
      return bytes[..<count].split(separator: 0x0a, maxSplits: 1).first.map {
        String(decoding: $0, as: UTF8.self)
      }
    },
    access: { access(to: $0) })

  private static func access(to path: String) -> CameraAccess? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let user = getpwuid(geteuid())
    let name = user.map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    guard let entry = getgrgid(status.st_gid) else {
      return CameraAccess(
        group: "\(status.st_gid)", user: name, isMember: false, isInForce: false)
    }
    var isMember = user?.pointee.pw_gid == status.st_gid
    var next = entry.pointee.gr_mem
    while let member = next?.pointee {
      if String(cString: member) == name { isMember = true }
      next = next?.advanced(by: 1)
    }
    var groups = [gid_t](repeating: 0, count: 1024)
    let count = Int(getgroups(Int32(groups.count), &groups))
    let isInForce =
      getegid() == status.st_gid || groups.prefix(max(0, count)).contains(status.st_gid)
    return CameraAccess(
      group: String(cString: entry.pointee.gr_name), user: name, isMember: isMember,
      isInForce: isInForce)
  }
}
