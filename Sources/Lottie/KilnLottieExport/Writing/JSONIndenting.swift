internal import KilnJSON

/// JSON text that people read: one member or element a line, and arrays of numbers on one.
enum JSONIndenting {
  /// The document with line breaks and two spaces for each level. Numbers and texts stay as they are written.
  static func indented(_ tree: JSONTree) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(tree.root.source.count * 2)
    append(tree.root, depth: 0, to: &text)
    text.append(UInt8(ascii: "\n"))
    return text
  }

  // As deep as the parser lets documents be.
  private static func append(_ value: JSONValue, depth: Int, to text: inout [UInt8]) {
    guard value.kind == .object || value.kind == .array else {
      text += value.source
      return
    }
    let isObject = value.kind == .object
    let isOneLine = !isObject && value.children.allSatisfy { $0.kind != .object && $0.kind != .array }
    text.append(UInt8(ascii: isObject ? "{" : "["))
    var isFirst = true
    for child in value.children {
      if !isFirst { text += isOneLine ? [UInt8(ascii: ","), UInt8(ascii: " ")] : [UInt8(ascii: ",")] }
      isFirst = false
      if !isOneLine { breakLine(depth + 1, &text) }
      if isObject, let key = child.key { text += (JSONText.quoted(key) + ": ").utf8 }
      append(child, depth: depth + 1, to: &text)
    }
    if !isFirst, !isOneLine { breakLine(depth, &text) }
    text.append(UInt8(ascii: isObject ? "}" : "]"))
  }

  private static func breakLine(_ depth: Int, _ text: inout [UInt8]) {
    text.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { text += [UInt8(ascii: " "), UInt8(ascii: " ")] }
  }
}
