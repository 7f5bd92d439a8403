internal import CKilnDeflate

/// CRC-32 with the polynomial of ZIP, gzip and PNG (ISO 3309).
package enum Checksum {
  /// The CRC-32 of a sequence of bytes.
  package static func crc32(_ bytes: [UInt8]) -> UInt32 { libdeflate_crc32(0, bytes, bytes.count) }

  /// The CRC-32 of a part of a sequence of bytes.
  package static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { libdeflate_crc32(0, $0.baseAddress, $0.count) }
  }

  /// The Adler-32 of a sequence of bytes, which ends a zlib stream (RFC 1950).
  package static func adler32(_ bytes: [UInt8]) -> UInt32 { libdeflate_adler32(1, bytes, bytes.count) }
}
