public import Diagnostics

/// A ZIP archive in memory: what .lottie and SVGA 1.x files are.
///
/// Reads stored and deflated entries. Guarantee: all entries together declare at most `Limits.inflatedBytes` bytes, and
/// none gives more than it declares.
public struct ZipArchive: Sendable {
  /// A file or folder of an archive.
  public struct Entry: Sendable, Hashable {
    /// The path inside the archive, with slashes, as it is written there: it may well contain `..`.
    public let name: String
    /// Bytes in the archive.
    public let compressedSize: Int
    /// Bytes after inflating.
    public let uncompressedSize: Int
    /// Whether it is a folder, which has no data.
    public var isDirectory: Bool { name.hasSuffix("/") }

    let crc32: UInt32
    let method: Int
    let isEncrypted: Bool
    let headerOffset: Int
  }

  /// All entries in the order of the table of contents.
  public let entries: [Entry]
  private let bytes: [UInt8]

  /// Whether the bytes start like a ZIP archive.
  public static func isZip(_ bytes: [UInt8]) -> Bool {
    bytes.word32(at: 0) == ZipSignature.localHeader || bytes.word32(at: 0) == ZipSignature.directoryEnd
  }

  /// Reads the table of contents.
  ///
  /// - Throws: `compression.zip.invalid`, `compression.zip.unsupported` or `limit.exceeded`.
  public init(bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    try limits.check(bytes.count, atMost: limits.inputBytes, "The archive's number of bytes")
    self.bytes = bytes
    entries = try ZipDirectory.read(bytes)
    // Cannot overflow: at most 65535 sizes of at most 32 bits.
    let total = entries.reduce(0) { $0 + $1.uncompressedSize }
    try limits.check(total, atMost: limits.inflatedBytes, "The number of bytes in the archive")
  }

  /// The first entry of that name.
  public func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  /// Unpacks an entry of this archive and checks its CRC-32.
  ///
  /// - Throws: `compression.zip.unsupported`, `compression.zip.invalid`, `compression.zip.checksum`,
  ///   `compression.data.truncated` or `compression.data.invalid`.
  public func data(of entry: Entry) throws(Diagnostic) -> [UInt8] {
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
    guard CyclicRedundancy.crc32(data) == entry.crc32 else {
      throw Diagnostic(
        .zipChecksumMismatch, "“\(entry.name)” is damaged: its CRC-32 is wrong", at: entry.path,
        advice: "export or download the file again")
    }
    return data
  }

  /// Where the packed bytes are. The local header repeats the name, with an extra field of a length of its own.
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

  private func inflate(_ entry: Entry, in range: Range<Int>) throws(Diagnostic) -> [UInt8] {
    let limit = entry.uncompressedSize
    do throws(DeflateStream.Failure) {
      return try DeflateStream.inflate(bytes, in: range, wrapping: .none, limit: limit).output
    } catch {
      // The limit is the entry's own promise here, so breaking it is a fault of the archive.
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
