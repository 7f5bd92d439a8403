package import KilnDiagnostics
package import KilnJSON

/// Finds the lines and columns of findings in a file that is plain JSON.
package struct TextLocations {
  private let bytes: [UInt8]
  /// The parsed file; nil if it is no JSON, where only offsets have places.
  private let tree: JSONTree?
  /// Offset of the first byte of each line.
  private let lines: [Int]

  package init(_ bytes: [UInt8], tree: JSONTree?) {
    self.bytes = bytes
    self.tree = tree
    lines = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// The place of a finding; nil for one about the whole document.
  package func place(of path: DocumentPath) -> TextLocation? {
    if let offset = path.byteOffset { return place(at: offset) }
    guard !path.pointer.isEmpty, let tree, let value = tree.value(at: path.pointer) else { return nil }
    return place(at: value.source.startIndex)
  }

  private func place(at offset: Int) -> TextLocation? {
    guard offset >= 0, offset <= bytes.count else { return nil }
    var range = lines.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = lines[middle] <= offset ? middle..<range.upperBound : range.lowerBound..<middle
    }
    // Bytes that continue a code point are no columns of their own.
    let column = bytes[lines[range.lowerBound]..<offset].count { $0 & 0xC0 != 0x80 }
    return TextLocation(line: range.lowerBound + 1, column: column + 1)
  }
}

extension JSONTree {
  /// The value at a JSON pointer (RFC 6901), or the last one on the way that there is; nil if it is no pointer.
  func value(at pointer: String) -> JSONValue? {
    guard pointer.hasPrefix("/") else { return nil }
    var value = root
    for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let next =
        switch value.kind {
        case .array: Int(step).flatMap { value[$0] }
        case .object: value.member(named: String(step).replacing("~1", with: "/").replacing("~0", with: "~"))
        default: nil as JSONValue?
        }
      guard let next else { break }
      value = next
    }
    return value
  }
}
