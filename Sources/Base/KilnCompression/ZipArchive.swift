public import KilnDiagnostics

/// Reader of a ZIP archive in memory, the container of .lottie and SVGA 1.x files.
///
/// Stored and deflated entries are supported. All entries together declare at most `Limits.inflatedBytes` bytes, and no
/// entry inflates to more than it declares.
public struct ZipArchive: Sendable {
  /// A file or folder in an archive.
  public struct Entry: Sendable, Hashable {
    /// Path inside the archive, as written there: with slashes, and possibly with `..` components.
    package let name: String
    /// Compressed size in bytes.
    package let compressedSize: Int
    /// Declared size after inflating in bytes.
    package let uncompressedSize: Int
    /// Whether the entry is a folder, which has no data.
    package var isDirectory: Bool { name.hasSuffix("/") }

    let crc32: UInt32
    let method: Int
    let isEncrypted: Bool
    let headerOffset: Int
  }

  /// All entries in the order of the central directory.
  public let entries: [Entry]
  private let bytes: [UInt8]

  /// Whether the bytes start with a ZIP signature.
  public static func isZip(_ bytes: [UInt8]) -> Bool {
    bytes.word32(at: 0) == ZipSignature.localHeader || bytes.word32(at: 0) == ZipSignature.directoryEnd
  }

  /// Reads the central directory.
  ///
  /// - Throws: `compression.zip.invalid`, `compression.zip.unsupported` or `limit.exceeded`.
  public init(bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    try limits.check(bytes.count, atMost: .inputBytes, "The archive's number of bytes")
    self.bytes = bytes
    entries = try ZipDirectory.read(bytes)
    // Cannot overflow: at most 65535 sizes of at most 32 bits.
    let total = entries.reduce(0) { $0 + $1.uncompressedSize }
    try limits.check(total, atMost: .inflatedBytes, "The number of bytes in the archive")
  }

  /// The first entry with a name; nil if there is none.
  public func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  /// Inflates an entry of this archive and verifies its CRC-32.
  ///
  /// - Parameter limit: Largest number of bytes, which is that of `Limit.inputBytes`; checked before anything is inflated.
  /// - Throws: `limit.exceeded`, `compression.zip.unsupported`, `compression.zip.invalid`, `compression.zip.checksum`,
  ///   `compression.data.truncated` or `compression.data.invalid`.
  public func data(of entry: Entry, atMost limit: Int = .max) throws(Diagnostic) -> [UInt8] {
    guard entry.uncompressedSize <= limit else {
      throw Diagnostic(
        .limitExceeded,
        "“\(entry.name)” inflates to \(entry.uncompressedSize) bytes, above the limit of \(limit)", at: entry.path,
        advice: Limit.inputBytes.advice())
    }
    let range = try packedRange(of: entry)
    let data: [UInt8]
    switch entry.method {
    case 0: data = Array(bytes[range])
    case 8: data = try inflate(entry, in: range)
    default:
      throw Diagnostic(
        .zipUnsupported, "“\(entry.name)” is packed with method \(entry.method)", at: entry.path,
        advice: "pack the archive again with Deflate")
    }
    guard data.count == entry.uncompressedSize else {
      throw Diagnostic(
        .zipInvalid, "“\(entry.name)” has \(data.count) bytes instead of \(entry.uncompressedSize)", at: entry.path)
    }
    guard Checksum.crc32(data) == entry.crc32 else {
      throw Diagnostic(
        .zipChecksumMismatch, "“\(entry.name)” is damaged: its CRC-32 is wrong", at: entry.path,
        advice: "export or download the file again")
    }
    return data
  }

  /// Range of an entry's compressed bytes. The local header repeats the name and may have a different extra field.
  private func packedRange(of entry: Entry) throws(Diagnostic) -> Range<Int> {
    guard !entry.isEncrypted else {
      throw Diagnostic(
        .zipUnsupported, "“\(entry.name)” is encrypted", at: entry.path, advice: "pack the archive without a password")
    }
    let header = entry.headerOffset
    guard bytes.word32(at: header) == ZipSignature.localHeader,
      let nameLength = bytes.word16(at: header + 26), let extraLength = bytes.word16(at: header + 28)
    else { throw Diagnostic(.zipInvalid, "“\(entry.name)” is not where the archive says", at: entry.path) }
    let start = header + 30 + nameLength + extraLength
    guard start <= bytes.count, entry.compressedSize <= bytes.count - start else {
      throw Diagnostic(.zipInvalid, "“\(entry.name)” reaches beyond the end of the archive", at: entry.path)
    }
    return start..<start + entry.compressedSize
  }

  /// The data of an entry as it is packed.
  func packedData(of entry: Entry) throws(Diagnostic) -> ArraySlice<UInt8> { bytes[try packedRange(of: entry)] }

  private func inflate(_ entry: Entry, in range: Range<Int>) throws(Diagnostic) -> [UInt8] {
    let limit = entry.uncompressedSize
    do throws(DeflateStream.Failure) {
      return try DeflateStream.inflate(bytes, in: range, wrapping: .none, limit: limit).output
    } catch {
      // The limit is the entry's declared size here, so that exceeding it means an invalid archive.
      if case .tooLong = error {
        throw Diagnostic(.zipInvalid, "“\(entry.name)” has more than the \(limit) bytes it declares", at: entry.path)
      }
      throw error.diagnostic("“\(entry.name)”", limit: limit)
    }
  }
}

extension ZipArchive.Entry {
  fileprivate var path: DocumentPath { DocumentPath(byteOffset: headerOffset) }
}
