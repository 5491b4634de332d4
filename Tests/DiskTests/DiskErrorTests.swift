import Foundation
import Testing

@testable import Disk

@Suite struct `an error of the disk` {
  static let sentences: [(DiskError.Operation, Int32, String)] = [
    (
      .createFolder, EACCES,
      "Cannot create the folder /p: permission denied. Choose a folder you may write to."
    ),
    (.createFolder, EEXIST, "Cannot create the folder /p: file exists."),
    (
      .createFolder, ENOSPC,
      "The disk is full: cannot create the folder /p. Free some space and try again."
    ),
    (.open, ENOENT, "Cannot open /p: no such file or directory."),
    (
      .open, EROFS,
      "Cannot open /p: read-only file system. Choose a folder you may write to."
    ),
    (.open, EMFILE, "Cannot open /p: too many open files."),
    (.write, EIO, "Cannot write /p: the disk reports an error."),
    (.write, ENOSPC, "The disk is full: cannot write /p. Free some space and try again."),
    (.write, EDQUOT, "The disk is full: cannot write /p. Free some space and try again."),
    (
      .write, ENOENT,
      "Cannot write /p: its folder does not exist. Create it or choose another one."
    ),
    (.write, EISDIR, "Cannot write /p: is a directory."),
    (
      .write, EACCES,
      "Cannot write /p: permission denied. Choose a folder you may write to."
    ),
    (.sync, EIO, "Cannot sync /p: the disk reports an error."),
    (.sync, ENOSPC, "The disk is full: cannot sync /p. Free some space and try again."),
    (.rename, EEXIST, "/p exists already; choose another name or add --force."),
    (
      .rename, EPERM,
      "Cannot give the final name to /p: operation not permitted. Choose a folder you may write to."
    ),
    (.remove, EBUSY, "Cannot remove /p: device or resource busy."),
    (.list, ENOTDIR, "Cannot list /p: not a directory."),
    (.lock, EWOULDBLOCK, "/p is in use by another rushes."),
    (.lock, ENOLCK, "Cannot lock /p: no locks available."),
    (.read, ENOENT, "Cannot read /p: no such file or directory."),
    (.decode, 0, "/p is damaged or was written by a newer rushes."),
    (.write, 0, "Cannot write /p: nothing was taken."),
    (.write, 9999, "Cannot write /p: unknown error 9999."),
  ]

  @Test(arguments: sentences)
  func `is one sentence that names the path, the reason and the remedy`(
    operation: DiskError.Operation, code: Int32, sentence: String
  ) {
    #expect(DiskError(operation, "/p", code: code).description == sentence)
  }

  @Test func `has a sentence in the table for every operation`() {
    let told = Set(Self.sentences.map(\.0))
    for operation in DiskError.Operation.allCases {
      #expect(told.contains(operation), "\(operation)")
    }
  }

  @Test func `knows a full disk from everything else`() {
    for code in 1...133 as ClosedRange<Int32> {
      let error = DiskError(.write, "/p", code: code)
      #expect(error.isNoSpace == (code == ENOSPC || code == EDQUOT))
    }
  }
}
