public import KilnDiagnostics

/// Result of an exporter.
public struct ExportedAnimation: Sendable {
  /// The files, the main one first.
  public var files: [NamedFile]
  /// Bytes of the decoded pictures that a player holds in memory, 4 a pixel.
  public var decodedBytes: Int
  /// Why the result does not keep to the budget, and what takes most of it; nil if it does. With an excess, files may be
  /// missing.
  public var excess: Diagnostic?

  /// Files, or the reason why they break the budget.
  public init(files: [NamedFile], decodedBytes: Int, excess: Diagnostic? = nil) {
    self.files = files
    self.decodedBytes = decodedBytes
    self.excess = excess
  }

  /// Bytes of all files.
  public var fileBytes: Int { files.reduce(0) { $0 + $1.bytes.count } }
}

extension Limits {
  /// Checks the bytes of all files of a result against `Limit.outputBytes`.
  ///
  /// - Throws: `limit.exceeded`.
  public func check(bytesOf files: [NamedFile]) throws(Diagnostic) {
    try check(
      files.reduce(0) { $0 + $1.bytes.count }, atMost: .outputBytes, "the number of bytes of the result",
      advice: "choose a smaller \(Choice.scale) or a part with \(Choice.range)")
  }
}

/// A file in memory.
public struct NamedFile: Sendable, Hashable {
  /// File name with extension. A file in a folder of the result has the form `folder/0001.png`.
  public var name: String
  /// Media type (RFC 6838), such as `image/webp`.
  public var mediaType: String
  /// Content.
  public var bytes: [UInt8]

  /// A file with a name relative to the output folder.
  public init(name: String, mediaType: String, bytes: [UInt8]) {
    self.name = name
    self.mediaType = mediaType
    self.bytes = bytes
  }
}
