extension JSONTree {
  /// A member's key: its range in the file, and the first eight bytes of its decoded name packed into a word.
  struct Key: BitwiseCopyable {
    private(set) var packed: UInt64 = 0
    private var offset: UInt32 = 0
    /// Twice the length in bytes, plus one if there are escapes.
    private(set) var lengthAndEscapes: UInt32 = 0

    /// Range of the key in the file, without quotes.
    var range: Range<Int> { Int(offset)..<Int(offset) + Int(lengthAndEscapes >> 1) }
    var hasEscapes: Bool { lengthAndEscapes & 1 != 0 }

    /// No key.
    init() {}

    /// A name of at most eight bytes without escapes, packed into a word.
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

/// Table of a document's member names, filled while it is parsed.
///
/// A document has few different short names, most of which are found in a small hash table; others may be stored more
/// than once.
struct JSONKeyTable {
  /// The names; the first is a placeholder for values without a key.
  private(set) var all = [JSONTree.Key()]
  /// Hash table of the indices of short names; 0 is free.
  private var known: [UInt32] = Array(repeating: 0, count: 256)

  /// The index of a name of up to eight bytes without escapes.
  @inline(__always)
  mutating func index(ofShort word: UInt64, at range: Range<Int>) -> Int {
    let key = JSONTree.Key(short: word, at: range)
    let slot = Int((word &* 0x9E37_79B9_7F4A_7C15) >> 56)
    let index = Int(known[slot])
    // Word and length identify such a name.
    if index > 0, all[index].packed == word, all[index].lengthAndEscapes == key.lengthAndEscapes { return index }
    known[slot] = UInt32(truncatingIfNeeded: all.count)
    all.append(key)
    return all.count - 1
  }

  /// The index of a name of any length.
  mutating func index(of range: Range<Int>, in bytes: Span<UInt8>) -> Int {
    let key = JSONTree.Key(range, in: bytes)
    if range.count <= 8, !key.hasEscapes { return index(ofShort: key.packed, at: range) }
    all.append(key)
    return all.count - 1
  }
}
