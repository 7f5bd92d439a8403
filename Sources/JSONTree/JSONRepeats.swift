/// Finds objects that stand in a file more than once: a keyframe's end and the next one's start, the keyframes of a loop,
/// glyphs and shapes that designers copied. In large animations they are half of the file.
///
/// Only elements of arrays are looked for, and those by a few words that stand inside or near them. What is found is a
/// guess until all bytes are compared.
struct JSONRepeats {
  /// An object that was read, and how many containers were open with it.
  struct Candidate {
    var index: UInt32
    var depth: UInt32
  }

  /// Where the words are that tell small objects from each other, and large ones.
  private static let near = (24, 56, 88, 120)
  private static let far = (32, 96, 192, 320)
  private static let bits: UInt64 = 11
  private var small = Array(repeating: Candidate(index: 0, depth: 0), count: 1 << Int(bits))
  private var large = Array(repeating: Candidate(index: 0, depth: 0), count: 1 << Int(bits))

  /// The latest large and the latest small object that may be the same as the one at a position.
  @inline(__always)
  func candidates(_ bytes: Span<UInt8>, at position: Int) -> (large: Candidate, small: Candidate) {
    let none = Candidate(index: 0, depth: 0)
    return (
      Self.slot(bytes, at: position, Self.far).map { large[$0] } ?? none,
      Self.slot(bytes, at: position, Self.near).map { small[$0] } ?? none
    )
  }

  /// Notes an object that starts at a position.
  @inline(__always)
  mutating func note(_ candidate: Candidate, _ bytes: Span<UInt8>, at position: Int) {
    if let slot = Self.slot(bytes, at: position, Self.far) { large[slot] = candidate }
    if let slot = Self.slot(bytes, at: position, Self.near) { small[slot] = candidate }
  }

  /// Where words near a position lead to; nil at the end of the file.
  @inline(__always)
  private static func slot(_ bytes: Span<UInt8>, at position: Int, _ places: (Int, Int, Int, Int)) -> Int? {
    guard position + places.3 + 8 <= bytes.count else { return nil }
    let hash =
      ByteWord(bytes, at: position + places.0).hash(1) ^ ByteWord(bytes, at: position + places.1).hash(2)
      ^ ByteWord(bytes, at: position + places.2).hash(3) ^ ByteWord(bytes, at: position + places.3).hash(4)
    return Int(truncatingIfNeeded: hash &>> (64 - bits))
  }
}
