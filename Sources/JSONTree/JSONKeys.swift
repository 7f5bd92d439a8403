extension JSONTree {
  /// A member's key: its bytes in the file, and the first eight of what they mean packed into a word.
  struct Key: BitwiseCopyable {
    private(set) var packed: UInt64 = 0
    private var offset: UInt32 = 0
    /// Twice the length, plus one if there are escapes.
    private(set) var lengthAndEscapes: UInt32 = 0

    /// Where the key stands in the file, without its quotes.
    var range: Range<Int> { Int(offset)..<Int(offset) + Int(lengthAndEscapes >> 1) }
    var hasEscapes: Bool { lengthAndEscapes & 1 != 0 }

    /// No key.
    init() {}

    init(_ range: Range<Int>, in bytes: Span<UInt8>) {
      var hasEscapes = false
      for index in range {
        if bytes[index] == UInt8(ascii: "\\") { hasEscapes = true }
        if index < range.lowerBound + 8 { packed = packed << 8 | UInt64(bytes[index]) }
      }
      if hasEscapes {
        packed = JSONValue.Name.pack(JSONStringDecoder.decode(range.map { bytes[$0] }[...]).utf8)
      }
      offset = UInt32(range.lowerBound)
      lengthAndEscapes = UInt32(range.count) << 1 | (hasEscapes ? 1 : 0)
    }
  }
}

/// The names of a document's members, collected while it is read.
///
/// A document has few different short names, so most are found in a small table. A name that is not may be there twice.
struct JSONKeys {
  /// The names; the first stands for none.
  private(set) var all = [JSONTree.Key()]
  /// Indices of short names, where their hashes lead to.
  private var known: [UInt32] = Array(repeating: 0, count: 256)

  /// The index of a name.
  @inline(__always)
  mutating func index(of range: Range<Int>, in bytes: Span<UInt8>) -> Int {
    let key = JSONTree.Key(range, in: bytes)
    let slot = Int((key.packed &* 0x9E37_79B9_7F4A_7C15) >> 56)
    let index = Int(known[slot])
    // The word says all of a short name without escapes.
    if range.count <= 8, all[index].packed == key.packed, all[index].lengthAndEscapes == key.lengthAndEscapes {
      return index
    }
    known[slot] = UInt32(truncatingIfNeeded: all.count)
    all.append(key)
    return all.count - 1
  }
}
