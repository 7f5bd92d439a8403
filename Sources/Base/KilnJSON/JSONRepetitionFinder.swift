/// Finds objects that occur in a file more than once: the end of a keyframe and the start of the next, the keyframes of a
/// loop, copied glyphs and shapes. In large animations they are half of the file.
///
/// Only elements of arrays are considered. They are hashed by a few words inside or near them, so that candidates must
/// be verified by comparing all bytes.
struct JSONRepetitionFinder {
  /// A parsed object, and its nesting depth.
  struct Candidate {
    var index: UInt32
    var depth: UInt32
  }

  /// Byte offsets of the hashed words, for small and for large objects.
  private static let near = (24, 56, 88, 120)
  private static let far = (32, 96, 192, 320)
  private static let bits: UInt64 = 11
  private var small = Array(repeating: Candidate(index: 0, depth: 0), count: 1 << Int(bits))
  private var large = Array(repeating: Candidate(index: 0, depth: 0), count: 1 << Int(bits))

  /// The latest object that may equal the one at a position, by the hash for large and by that for small objects.
  @inline(__always)
  func candidates(_ bytes: Span<UInt8>, at position: Int) -> (large: Candidate, small: Candidate) {
    let none = Candidate(index: 0, depth: 0)
    return (
      Self.slot(bytes, at: position, Self.far).map { large[$0] } ?? none,
      Self.slot(bytes, at: position, Self.near).map { small[$0] } ?? none
    )
  }

  /// Records an object that starts at a position.
  @inline(__always)
  mutating func record(_ candidate: Candidate, _ bytes: Span<UInt8>, at position: Int) {
    if let slot = Self.slot(bytes, at: position, Self.far) { large[slot] = candidate }
    if let slot = Self.slot(bytes, at: position, Self.near) { small[slot] = candidate }
  }

  /// Slot of the words at offsets from a position; nil near the end of the file.
  @inline(__always)
  private static func slot(_ bytes: Span<UInt8>, at position: Int, _ offsets: (Int, Int, Int, Int)) -> Int? {
    guard position + offsets.3 + 8 <= bytes.count else { return nil }
    let hash =
      ByteWord(bytes, at: position + offsets.0).hash(1) ^ ByteWord(bytes, at: position + offsets.1).hash(2)
      ^ ByteWord(bytes, at: position + offsets.2).hash(3) ^ ByteWord(bytes, at: position + offsets.3).hash(4)
    return Int(truncatingIfNeeded: hash &>> (64 - bits))
  }
}
