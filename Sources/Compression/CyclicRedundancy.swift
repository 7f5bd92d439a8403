internal import CZlib

/// The CRC-32 of ZIP and gzip.
enum CyclicRedundancy {
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
