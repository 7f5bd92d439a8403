extension Pixmap {
  /// Hashes a digest of the pixels, which takes a small part of the time that hashing each takes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(width)
    hasher.combine(height)
    pixels.withUnsafeBytes { Self.combine($0, into: &hasher) }
  }

  /// Combines a digest of words, made in four lanes that do not wait for each other. Different words seldom have the same.
  private static func combine(_ bytes: UnsafeRawBufferPointer, into hasher: inout Hasher) {
    var (first, second, third, fourth) = (UInt64(1), UInt64(2), UInt64(3), UInt64(4))
    func word(_ offset: Int) -> UInt64 { bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
    let end = bytes.count & ~31
    for offset in stride(from: 0, to: end, by: 32) {
      first = mixed(first, word(offset))
      second = mixed(second, word(offset &+ 8))
      third = mixed(third, word(offset &+ 16))
      fourth = mixed(fourth, word(offset &+ 24))
    }
    hasher.combine(first)
    hasher.combine(second)
    hasher.combine(third)
    hasher.combine(fourth)
    hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[end...]))
  }

  @inline(__always)
  private static func mixed(_ digest: UInt64, _ word: UInt64) -> UInt64 {
    let product = (digest ^ word) &* 0x9E37_79B9_7F4A_7C15
    // Differences in the highest bits would go no further otherwise.
    return product ^ product &>> 32
  }
}
