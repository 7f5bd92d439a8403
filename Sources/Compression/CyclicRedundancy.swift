internal import CDeflate

/// CRC-32 with the polynomial of ZIP, gzip and PNG (ISO 3309).
public enum CyclicRedundancy {
  /// The CRC-32 of a sequence of bytes.
  public static func crc32(_ bytes: [UInt8]) -> UInt32 { libdeflate_crc32(0, bytes, bytes.count) }
}
