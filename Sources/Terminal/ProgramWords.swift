import Glibc

/// A program's arguments or environment as execve(2) takes them: strings, and nil behind the last.
struct ProgramWords: ~Copyable {
  /// Good as long as this is.
  let pointers: [UnsafeMutablePointer<CChar>?]

  /// Copies the words; nil without memory for all of them, as a missing one would end the list.
  init?(_ words: [String]) {
    let copies = words.map { strdup($0) }
    guard !copies.contains(nil) else {
      for copy in copies { free(copy) }
      return nil
    }
    pointers = copies + [nil]
  }

  deinit { for pointer in pointers { free(pointer) } }
}
