/// Pixels that are coded, and where their colour changes.
package struct VP8LImage {
  /// Pixels with blue in the lowest byte, row by row.
  let words: UnsafeMutablePointer<UInt32>
  let width: Int
  package let count: Int
  /// Positions at which a pixel differs from the one before it, in order; 0 is the first, and `UInt32.max` follows the last.
  let changes: UnsafeMutablePointer<UInt32>
  let changeCount: Int
  /// Whether only green varies, as in an alpha channel or in the indices of a palette.
  let isPlane: Bool

  /// An image whose changes are known.
  init(
    words: UnsafeMutablePointer<UInt32>, width: Int, count: Int, changes: UnsafeMutablePointer<UInt32>,
    changeCount: Int, isPlane: Bool = false
  ) {
    (self.words, self.width, self.count) = (words, width, count)
    (self.changes, self.changeCount, self.isPlane) = (changes, changeCount, isPlane)
  }

  /// An image; finds its changes.
  ///
  /// - Parameter changes: Memory for one position more than there are pixels.
  init(
    words: UnsafeMutablePointer<UInt32>, width: Int, count: Int, findingChanges changes: UnsafeMutablePointer<UInt32>,
    isPlane: Bool = false
  ) {
    changes[0] = 0
    var found = 1
    var last = words[0]
    for position in 1..<max(1, count) {
      let word = words[position]
      changes[found] = UInt32(truncatingIfNeeded: position)
      found &+= word != last ? 1 : 0
      last = word
    }
    changes[found] = .max
    self.init(
      words: words, width: width, count: count, changes: changes, changeCount: found, isPlane: isPlane)
  }

  var height: Int { count / width }

  /// Replaces each pixel by its value after a transform that keeps different colours different.
  @inline(__always)
  func replaceAll(_ transform: (UInt32) -> UInt32) {
    for index in 0..<changeCount {
      let start = Int(changes[index])
      let end = min(Int(changes[index &+ 1]), count)
      (words + start).update(repeating: transform(words[start]), count: end &- start)
    }
  }
}
