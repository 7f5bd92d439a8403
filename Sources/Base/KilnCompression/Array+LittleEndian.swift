extension [UInt8] {
  /// The little-endian 16-bit number at an offset; nil if it is not completely inside the array.
  func word16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    return Int(self[offset]) | Int(self[offset + 1]) << 8
  }

  /// The little-endian 32-bit number at an offset; nil if it is not completely inside the array.
  func word32(at offset: Int) -> UInt32? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return UInt32(self[offset]) | UInt32(self[offset + 1]) << 8 | UInt32(self[offset + 2]) << 16
      | UInt32(self[offset + 3]) << 24
  }

  /// Appends a little-endian 16-bit number.
  mutating func append(word16 value: UInt16) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  /// Appends a little-endian 32-bit number.
  mutating func append(word32 value: UInt32) {
    append(word16: UInt16(truncatingIfNeeded: value))
    append(word16: UInt16(truncatingIfNeeded: value >> 16))
  }
}
