import CLibAV
import Glibc

/// A return code of FFmpeg's libraries: a negated errno, or a tag of their own.
package struct AVCode: RawRepresentable, Sendable, Hashable {
  /// The number as the library returned it, negative for errors.
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The code for an errno (the AVERROR macro).
  package init(errno number: Int32) { rawValue = -number }

  /// The stream or file has ended (AVERROR_EOF).
  package static let endOfFile = AVCode(rawValue: cav_error_eof())
  /// More input is needed first (EAGAIN).
  package static let again = AVCode(errno: EAGAIN)
  /// What was read makes no sense (AVERROR_INVALIDDATA).
  package static let invalidData = AVCode(rawValue: cav_error_invalid_data())
  /// This FFmpeg was built without the encoder.
  package static let noEncoder = AVCode(rawValue: cav_error_encoder_not_found())
  /// This FFmpeg was built without the decoder.
  package static let noDecoder = AVCode(rawValue: cav_error_decoder_not_found())
  /// This FFmpeg was built without the container.
  package static let noMuxer = AVCode(rawValue: cav_error_muxer_not_found())
  /// An option was set that nothing understood.
  package static let unknownOption = AVCode(rawValue: cav_error_option_not_found())
  /// The file has no stream of the kind that was looked for (AVERROR_STREAM_NOT_FOUND).
  package static let noStream = AVCode(rawValue: cav_error_stream_not_found())
  /// The disk is full (ENOSPC).
  package static let noSpace = AVCode(errno: ENOSPC)
  /// The user's share of the disk is used up (EDQUOT).
  package static let overQuota = AVCode(errno: EDQUOT)
  /// The disk failed (EIO).
  package static let ioError = AVCode(errno: EIO)
  /// The file exists already (EEXIST).
  package static let exists = AVCode(errno: EEXIST)
  /// There is no such file or folder (ENOENT).
  package static let missing = AVCode(errno: ENOENT)
  /// The file or folder may not be used (EACCES).
  package static let denied = AVCode(errno: EACCES)
  /// Memory ran out (ENOMEM).
  package static let noMemory = AVCode(errno: ENOMEM)
  /// A call or a value was refused (EINVAL).
  package static let invalid = AVCode(errno: EINVAL)

  /// True when the file's contents are to blame, not the disk or the memory.
  package var isDamage: Bool { [.invalidData, .endOfFile, .noStream, .invalid].contains(self) }

  /// True when nothing more fits on the disk, for whatever reason.
  package var isNoSpace: Bool { self == .noSpace || self == .overQuota }
}

extension AVCode: CustomStringConvertible {
  /// The library's own words for it (av_strerror).
  package var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress else { return "error \(rawValue)" }
      av_strerror(rawValue, start, buffer.count)
      return String(cString: start)
    }
  }
}
