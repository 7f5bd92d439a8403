/// A place in a text file, as editors show it.
public struct TextLocation: Sendable, Hashable {
  /// Line, from 1.
  public var line: Int
  /// Unicode code point in the line, from 1.
  public var column: Int

  /// A place by its line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of a byte in UTF-8; nil if the offset is outside of it.
  ///
  /// - Complexity: O(`offset`).
  public init?(ofByte offset: Int, in bytes: [UInt8]) {
    guard offset >= 0, offset <= bytes.count else { return nil }
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Bytes that continue a code point are no columns of their own.
    column = bytes[lineStart..<offset].count { $0 & 0xC0 != 0x80 } + 1
  }
}

extension TextLocation: CustomStringConvertible {
  /// `line 3, column 14`.
  public var description: String { "line \(line), column \(column)" }
}
