import CLibAV

/// An AVDictionary of options for one call; what nothing understood is an error, not a shrug.
struct Options: ~Copyable {
  var pointer: OpaquePointer?

  /// Collects options by their names.
  init(_ options: [String: String]) {
    for (name, value) in options { av_dict_set(&pointer, name, value, 0) }
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
}
