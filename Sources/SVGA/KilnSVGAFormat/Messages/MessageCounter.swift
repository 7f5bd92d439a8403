internal import KilnDiagnostics

/// Counts the messages of a serialized movie before they are allocated.
///
/// An empty frame takes two bytes in the file and hundreds in memory, so a small file could exhaust the machine long
/// before its inflated size reaches a limit.
struct MessageCounter {
  /// Field by which the message at each depth holds the messages of the next: sprites, frames, shapes.
  private static let fields = [4, 2, 5]

  private let bytes: [UInt8]
  private var count = 0

  /// Checks the number of messages. Damaged messages are left to the parser.
  ///
  /// - Throws: `limit.exceeded` if there are more than `limits.movieParts`.
  static func check(_ bytes: [UInt8], limits: Limits) throws(Diagnostic) {
    var counter = MessageCounter(bytes: bytes)
    counter.visit(0..<bytes.count, depth: 0)
    try limits.check(
      counter.count, atMost: .movieParts, "the number of sprites, frames and shapes in the file",
      advice: "export it with fewer frames, or with fewer sprites")
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func visit(_ range: Range<Int>, depth: Int) {
    var position = range.lowerBound
    while let tag = varint(&position, end: range.upperBound) {
      switch tag & 7 {
      case 0: guard varint(&position, end: range.upperBound) != nil else { return }
      case 1: position += 8
      case 2:
        guard let value = varint(&position, end: range.upperBound), let length = Int(exactly: value),
          length <= range.upperBound - position
        else { return }
        count += 1
        if depth < Self.fields.count, tag >> 3 == Self.fields[depth] {
          visit(position..<position + length, depth: depth + 1)
        }
        position += length
      // Groups: what they hold is counted as if they were not there.
      case 3, 4: break
      case 5: position += 4
      default: return
      }
    }
  }

  private func varint(_ position: inout Int, end: Int) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end, shift < 64 {
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }
}
