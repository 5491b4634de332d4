/// What FFmpeg's libraries, or the file under them, refused to do.
package struct CodecError: Error, Sendable, Hashable {
  /// What was being done.
  package enum Operation: String, Sendable, Hashable, CaseIterable {
    /// An encoder or decoder was being set up.
    case prepare = "set up"
    /// A picture was being coded.
    case encode = "code a picture with"
    /// A coded picture was being decoded.
    case decode = "decode a picture with"
    /// Pictures were being kept as a camera gave them.
    case store = "store"
    /// A picture was being brought to the coded size and colours.
    case scale = "convert a picture with"
    /// Samples were being coded or resampled.
    case sound = "convert sound with"
    /// A new file was being made.
    case create = "create"
    /// Something was being added to a file.
    case write = "write to"
    /// A file was being made safe against a power cut.
    case sync = "sync"
    /// A file was being completed.
    case finish = "finish"
    /// A file was being opened.
    case open = "open"
    /// A file was being read.
    case read = "read"
  }

  /// What was being done.
  package let operation: Operation
  /// What the library answered.
  package let code: AVCode
  /// The file, encoder or decoder it was done to.
  package let subject: String

  /// Puts an error together.
  package init(_ operation: Operation, _ code: AVCode, _ subject: String) {
    self.operation = operation
    self.code = code
    self.subject = subject
  }
}

extension CodecError: CustomStringConvertible {
  /// One sentence for the user, with the remedy where there is one.
  package var description: String { "Cannot \(operation.rawValue) \(subject): \(reason)." }

  private var reason: String {
    switch code {
    case .noSpace: "the disk is full; free some space and try again"
    case .overQuota: "your share of the disk is used up; free some space and try again"
    case .ioError: "the disk reports an error"
    case .exists: "it exists already; choose another name"
    case .missing where operation == .create: "its folder does not exist"
    case .missing: "it does not exist"
    case .denied: "access is not allowed; check its permissions"
    case .noEncoder, .noDecoder, .noMuxer:
      "FFmpeg was built without it; install the full libavcodec and libavformat packages"
    case .invalidData where operation == .store:
      "none was a whole JPEG of the size agreed on; record without --video-codec copy"
    case .invalidData: "its data is damaged or of another kind"
    case .noStream: "there are no pictures in it"
    case .endOfFile: "it ends too early"
    default: code.description.prefix(1).lowercased() + code.description.dropFirst()
    }
  }
}

/// Passes a return value on, or throws it when it is negative.
@discardableResult
func checked(
  _ result: Int32, _ operation: CodecError.Operation, _ subject: @autoclosure () -> String
) throws(CodecError) -> Int32 {
  guard result < 0 else { return result }
  throw CodecError(operation, AVCode(rawValue: result), subject())
}

/// Unwraps what a library allocated, or reports that memory ran out.
func allocated<Pointer>(
  _ pointer: Pointer?, _ operation: CodecError.Operation, _ subject: @autoclosure () -> String
) throws(CodecError) -> Pointer {
  guard let pointer else { throw CodecError(operation, .noMemory, subject()) }
  return pointer
}
