import CLibAV

/// An AVDictionary of options for one call; what nothing understood is an error, not a shrug.
struct Options: ~Copyable {
  var pointer: OpaquePointer?

  /// Collects options by their names; throws when memory runs out, for what is left out silently
  /// would make another file than was asked for.
  init(_ options: [String: String]) throws(CodecError) {
    var dictionary: OpaquePointer?
    do throws(CodecError) {
      for (name, value) in options { try Options.set(name, to: value, in: &dictionary) }
    } catch {
      av_dict_free(&dictionary)
      throw error
    }
    pointer = dictionary
  }

  deinit {
    var dictionary = pointer
    av_dict_free(&dictionary)
  }

  /// Throws when an option is left over after the call that should have used it.
  func checkAllUsed(by subject: String) throws(CodecError) {
    guard let entry = av_dict_get(pointer, "", nil, AV_DICT_IGNORE_SUFFIX) else { return }
    let name = String(cString: entry.pointee.key)
    throw CodecError(.prepare, .unknownOption, "\(subject) (\(name))")
  }

  /// Puts an entry into a dictionary that somebody else frees (av_dict_set).
  static func set(
    _ name: String, to value: String, in dictionary: inout OpaquePointer?
  ) throws(CodecError) {
    try checked(av_dict_set(&dictionary, name, value, 0), .prepare, "the option \(name)")
  }
}
