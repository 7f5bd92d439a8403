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

    /// A name without escapes that the word holds.
    init(short word: UInt64, at range: Range<Int>) {
      packed = word
      offset = UInt32(range.lowerBound)
      lengthAndEscapes = UInt32(range.count) << 1
    }

    init(_ range: Range<Int>, in bytes: Span<UInt8>) {
      let name = range.map { bytes[$0] }
      let hasEscapes = name.contains(UInt8(ascii: "\\"))
      packed = hasEscapes ? JSONValue.Name.pack(JSONStringDecoder.decode(name[...]).utf8) : JSONValue.Name.pack(name)
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

  /// The index of a name of up to eight bytes without escapes.
  @inline(__always)
  mutating func index(ofShort word: UInt64, at range: Range<Int>) -> Int {
    let key = JSONTree.Key(short: word, at: range)
    let slot = Int((word &* 0x9E37_79B9_7F4A_7C15) >> 56)
    let index = Int(known[slot])
    // The word says all of such a name but how long it is.
    if index > 0, all[index].packed == word, all[index].lengthAndEscapes == key.lengthAndEscapes { return index }
    known[slot] = UInt32(truncatingIfNeeded: all.count)
    all.append(key)
    return all.count - 1
  }

  /// The index of any name.
  mutating func index(of range: Range<Int>, in bytes: Span<UInt8>) -> Int {
    let key = JSONTree.Key(range, in: bytes)
    if range.count <= 8, !key.hasEscapes { return index(ofShort: key.packed, at: range) }
    all.append(key)
    return all.count - 1
  }
}
