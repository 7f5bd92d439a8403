internal import KilnDiagnostics

/// Signatures of the records of a ZIP archive.
enum ZipSignature {
  static let localHeader: UInt32 = 0x0403_4b50
  static let directoryEntry: UInt32 = 0x0201_4b50
  static let directoryEnd: UInt32 = 0x0605_4b50
}

/// Reader of the central directory of a ZIP archive (APPNOTE.TXT 4.3.12 and 4.3.16).
///
/// All numbers have at most 32 bits, so that sums of a few of them cannot overflow.
enum ZipDirectory {
  static func read(_ bytes: [UInt8]) throws(Diagnostic) -> [ZipArchive.Entry] {
    guard let end = endRecord(of: bytes),
      let disk = bytes.word16(at: end + 4), let count = bytes.word16(at: end + 10),
      let size = bytes.word32(at: end + 12), let start = bytes.word32(at: end + 16)
    else {
      throw Diagnostic(
        .zipInvalid, "The archive has no table of contents", advice: "export or download the file again")
    }
    guard count != 0xffff, size != .max, start != .max else { throw zip64(at: end) }
    guard disk == 0 else {
      throw Diagnostic(.zipUnsupported, "The archive is one part of several", at: DocumentPath(byteOffset: end))
    }
    var entries: [ZipArchive.Entry] = []
    var offset = Int(start)
    for _ in 0..<count {
      let (entry, next) = try self.entry(bytes, at: offset, before: end)
      entries.append(entry)
      offset = next
    }
    return entries
  }

  /// Offset of the end record; it is searched backwards, because a comment of up to 65535 bytes may follow.
  private static func endRecord(of bytes: [UInt8]) -> Int? {
    let last = bytes.count - 22
    guard last >= 0 else { return nil }
    return stride(from: last, through: max(0, last - 0xffff), by: -1).first { offset in
      guard bytes.word32(at: offset) == ZipSignature.directoryEnd, let comment = bytes.word16(at: offset + 20)
      else { return false }
      return offset + 22 + comment <= bytes.count
    }
  }

  private static func entry(
    _ bytes: [UInt8], at offset: Int, before end: Int
  ) throws(Diagnostic) -> (entry: ZipArchive.Entry, next: Int) {
    guard bytes.word32(at: offset) == ZipSignature.directoryEntry,
      let flags = bytes.word16(at: offset + 8), let method = bytes.word16(at: offset + 10),
      let crc32 = bytes.word32(at: offset + 16), let compressed = bytes.word32(at: offset + 20),
      let uncompressed = bytes.word32(at: offset + 24), let nameLength = bytes.word16(at: offset + 28),
      let extraLength = bytes.word16(at: offset + 30), let commentLength = bytes.word16(at: offset + 32),
      let header = bytes.word32(at: offset + 42)
    else { throw damaged(at: offset) }
    let name = offset + 46
    let next = name + nameLength + extraLength + commentLength
    guard next <= end else { throw damaged(at: offset) }
    guard compressed != .max, uncompressed != .max, header != .max else { throw zip64(at: offset) }
    let entry = ZipArchive.Entry(
      name: String(decoding: bytes[name..<name + nameLength], as: UTF8.self), compressedSize: Int(compressed),
      uncompressedSize: Int(uncompressed), crc32: crc32, method: method, isEncrypted: flags & 1 != 0,
      headerOffset: Int(header))
    return (entry, next)
  }

  private static func damaged(at offset: Int) -> Diagnostic {
    Diagnostic(.zipInvalid, "The archive's table of contents is damaged", at: DocumentPath(byteOffset: offset))
  }

  private static func zip64(at offset: Int) -> Diagnostic {
    Diagnostic(
      .zipUnsupported, "The archive is a ZIP64 archive", at: DocumentPath(byteOffset: offset),
      advice: "pack fewer than 65535 files of less than 4 GiB")
  }
}
