package import KilnDiagnostics

/// Writer of a ZIP archive in memory.
///
/// Deterministic: every entry has the time 1980-01-01 00:00, the earliest that ZIP can represent.
package struct ZipWriter: Sendable {
  /// Compression method of an entry.
  package enum Method: Sendable, Hashable {
    /// Stored, for data that is compressed already, such as PNG.
    case stored
    /// Deflated at a libdeflate level from 0 to 12 (smallest); stored if that is not larger.
    case deflated(level: Int = 12)
  }

  private var body: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  /// An empty archive.
  package init() {}

  /// Adds a file, or a folder if the name ends in a slash.
  ///
  /// - Parameter name: Path inside the archive, with slashes. Duplicates are not detected.
  /// - Throws: `compression.zip.tooLarge` if the archive exceeds the limits without ZIP64, or `internal.error` if memory is
  ///   exhausted.
  package mutating func add(
    _ name: String, _ data: [UInt8], method: Method = .deflated()
  ) throws(Diagnostic) {
    let (packed, code) = try pack(data, method)
    try add(name, packed[...], method: code, size: data.count, crc32: Checksum.crc32(data))
  }

  /// Adds an entry of another archive as it is packed there.
  mutating func add(_ entry: ZipArchive.Entry, packed: ArraySlice<UInt8>) throws(Diagnostic) {
    guard let method = UInt16(exactly: entry.method) else {
      throw Diagnostic(.zipUnsupported, "“\(entry.name)” is packed with method \(entry.method)")
    }
    try add(entry.name, packed, method: method, size: entry.uncompressedSize, crc32: entry.crc32)
  }

  private mutating func add(
    _ name: String, _ packed: ArraySlice<UInt8>, method code: UInt16, size: Int, crc32: UInt32
  ) throws(Diagnostic) {
    let nameBytes = Array(name.utf8)
    guard count < 0xfffe, let nameLength = UInt16(exactly: nameBytes.count), let size = UInt32(exactly: size),
      let packedSize = UInt32(exactly: packed.count), let offset = UInt32(exactly: body.count),
      max(size, packedSize, offset) < .max
    else { throw Diagnostic(.zipTooLarge, "“\(name)” does not fit into the archive") }

    var fields: [UInt8] = []
    fields.append(word16: 20)  // Version 2.0 can read it.
    fields.append(word16: 0x0800)  // The name is UTF-8.
    fields.append(word16: code)
    fields.append(word16: 0)  // 00:00:00
    fields.append(word16: 1 << 5 | 1)  // 1980-01-01
    fields.append(word32: crc32)
    fields.append(word32: packedSize)
    fields.append(word32: size)
    fields.append(word16: nameLength)
    fields.append(word16: 0)  // No extra field.

    body.append(word32: ZipSignature.localHeader)
    body += fields + nameBytes + packed

    directory.append(word32: ZipSignature.directoryEntry)
    directory.append(word16: 20)  // Made by version 2.0.
    directory += fields
    directory += [UInt8](repeating: 0, count: 10)  // No comment, disk 0, no attributes.
    directory.append(word32: offset)
    directory += nameBytes
    count += 1
  }

  /// The complete archive.
  ///
  /// - Throws: `compression.zip.tooLarge` if it exceeds 4 GiB.
  package func finish() throws(Diagnostic) -> [UInt8] {
    guard let offset = UInt32(exactly: body.count), let size = UInt32(exactly: directory.count),
      max(offset, size) < .max
    else { throw Diagnostic(.zipTooLarge, "The archive passes 4 GiB") }
    var end: [UInt8] = []
    end.append(word32: ZipSignature.directoryEnd)
    end.append(word32: 0)  // This disk and the directory's disk.
    end.append(word16: UInt16(count))
    end.append(word16: UInt16(count))
    end.append(word32: size)
    end.append(word32: offset)
    end.append(word16: 0)  // No comment.
    return body + directory + end
  }

  private func pack(_ data: [UInt8], _ method: Method) throws(Diagnostic) -> (bytes: [UInt8], code: UInt16) {
    guard case .deflated(let level) = method else { return (data, 0) }
    do throws(DeflateStream.Failure) {
      let packed = try DeflateStream.deflate(data, wrapping: .none, level: level)
      return packed.count < data.count ? (packed, 8) : (data, 0)
    } catch {
      throw error.diagnostic("The archive", limit: .max)
    }
  }
}
