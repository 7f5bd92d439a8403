internal import CDeflate

/// The CRC-32 of ZIP, gzip and PNG.
public enum CyclicRedundancy {
  /// The checksum of some bytes.
  public static func crc32(_ bytes: [UInt8]) -> UInt32 { libdeflate_crc32(0, bytes, bytes.count) }
}
