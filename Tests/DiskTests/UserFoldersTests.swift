import Foundation
import Support
import Testing

@testable import Disk

@Suite struct `the user's folders` {
  private let home: TempFolder

  init() throws { home = try TempFolder() }

  @Test func `lie in the home folder unless said otherwise`() {
    let folders = UserFolders(environment: ["HOME": "/home/me"])
    #expect(folders.sessions == "/home/me/.local/share/rushes/sessions")
    #expect(folders.configuration == "/home/me/.config/rushes/config")
    #expect(folders.videos == "/home/me/Videos")
  }

  @Test func `follow the environment`() {
    let folders = UserFolders(environment: [
      "HOME": "/home/me", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/etc/me",
      "XDG_VIDEOS_DIR": "/films",
    ])
    #expect(folders.sessions == "/data/rushes/sessions")
    #expect(folders.configuration == "/etc/me/rushes/config")
    #expect(folders.videos == "/films")
  }

  @Test(arguments: ["", "relative/path", "./x", "~/x"])
  func `ignore what is not an absolute path`(value: String) {
    let folders = UserFolders(environment: [
      "HOME": "/home/me", "XDG_DATA_HOME": value, "XDG_CONFIG_HOME": value,
      "XDG_VIDEOS_DIR": value,
    ])
    #expect(folders.sessions == "/home/me/.local/share/rushes/sessions")
    #expect(folders.configuration == "/home/me/.config/rushes/config")
    #expect(folders.videos == "/home/me/Videos")
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "me"]])
  func `are absolute even without a home`(environment: [String: String]) {
    let folders = UserFolders(environment: environment)
    for path in [folders.sessions, folders.configuration, folders.videos] {
      #expect(path.hasPrefix("/"))
    }
  }

  @Test(arguments: [
    (#"XDG_VIDEOS_DIR="$HOME/Filme""#, "~/Filme"),
    (#"XDG_VIDEOS_DIR="$HOME/Meine Filme""#, "~/Meine Filme"),
    (#"XDG_VIDEOS_DIR="/srv/films""#, "/srv/films"),
    (#"XDG_VIDEOS_DIR="$HOME""#, "~"),
    (#"XDG_VIDEOS_DIR="$HOME/""#, "~/"),
    ("# XDG_VIDEOS_DIR=\"/no\"\nXDG_MUSIC_DIR=\"/m\"\nXDG_VIDEOS_DIR=\"/yes\"\n", "/yes"),
    (#"XDG_VIDEOS_DIR="Filme""#, "~/Videos"), (#"XDG_VIDEOS_DIR="$HOMELESS/x""#, "~/Videos"),
    ("XDG_VIDEOS_DIR=", "~/Videos"), ("XDG_VIDEOS_DIR", "~/Videos"), ("", "~/Videos"),
    (#"XDG_MUSIC_DIR="/m""#, "~/Videos"),
  ])
  func `read the videos folder from user-dirs.dirs`(text: String, expected: String) throws {
    try FileManager.default.createDirectory(
      atPath: home.file(".config"), withIntermediateDirectories: true)
    try text.write(
      toFile: home.file(".config/user-dirs.dirs"), atomically: false, encoding: .utf8)
    let folders = UserFolders(environment: ["HOME": home.path])
    #expect(folders.videos == expected.replacing("~", with: home.path))
  }

  @Test func `read user-dirs.dirs where the configuration is, and believe the environment more`()
    throws
  {
    try #"XDG_VIDEOS_DIR="/films""#.write(
      toFile: home.file("user-dirs.dirs"), atomically: false, encoding: .utf8)
    var environment = ["HOME": "/home/me", "XDG_CONFIG_HOME": home.path]
    #expect(UserFolders(environment: environment).videos == "/films")
    environment["XDG_VIDEOS_DIR"] = "/other"
    #expect(UserFolders(environment: environment).videos == "/other")
  }

  @Test func `know whether there is a configuration`() throws {
    let folders = UserFolders(environment: ["XDG_CONFIG_HOME": home.path])
    #expect(folders.existingConfiguration == nil)
    try FileManager.default.createDirectory(
      atPath: home.file("rushes"), withIntermediateDirectories: true)
    try "limit = 30s\n".write(
      toFile: home.file("rushes/config"), atomically: false, encoding: .utf8)
    let path = try #require(folders.existingConfiguration)
    #expect(path == home.file("rushes/config"))
    #expect(try TextFile.read(path) == "limit = 30s\n")
  }
}

@Suite struct `a text file` {
  @Test func `that cannot be read is named with the reason`() throws {
    let folder = try TempFolder()
    for (path, reason) in [
      (folder.file("none"), "no such file or directory"), (folder.path, "is a directory"),
    ] {
      let error = #expect(throws: DiskError.self) { try TextFile.read(path) }
      #expect(error?.description == "Cannot read \(path): \(reason).")
    }
  }
}
