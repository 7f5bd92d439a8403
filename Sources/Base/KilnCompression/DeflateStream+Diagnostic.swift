internal import KilnDiagnostics

extension DeflateStream.Failure {
  /// Converts a failure to a finding; `what` names the stream in the message, such as "The zlib stream",
  /// and `name` the limit that bounds it.
  func diagnostic(_ what: String, limit: Int, by name: Limit = .inflatedBytes) -> Diagnostic {
    switch self {
    case .truncated(let offset):
      Diagnostic(
        .compressedDataTruncated, "\(what) ends too early", at: DocumentPath(byteOffset: offset),
        advice: "export or download the file again")
    case .invalid(let offset, let reason):
      Diagnostic(.compressedDataInvalid, "\(what) is damaged: \(reason)", at: DocumentPath(byteOffset: offset))
    case .tooLong:
      Diagnostic(
        .limitExceeded, "\(what) inflates to more than the limit of \(limit) bytes",
        advice: name.advice())
    case .outOfMemory:
      .outOfMemory("zlib")
    }
  }
}
