/// A place in a text file.
package struct TextPosition: Sendable, Hashable, Comparable {
  /// Number of the line, from 1.
  package var line: Int
  /// Number of the character in the line, from 1.
  package var column: Int

  /// A place by its numbers from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The order of reading.
  package static func < (a: TextPosition, b: TextPosition) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A value of a YAML document, with its place.
package struct YAMLNode: Sendable, Hashable {
  /// Content of a YAML value.
  package enum Content: Sendable, Hashable {
    /// A text without quotes, which may stand for a number, a truth value or nothing.
    case plain(String)
    /// A text in quotes, or a block of text.
    case quoted(String)
    /// A list.
    case sequence([YAMLNode])
    /// Keys with values, in the order of the file. No key occurs twice.
    case mapping([YAMLEntry])
  }

  /// The value.
  package var content: Content
  /// Start of the value.
  package var position: TextPosition

  /// A value at a place.
  package init(_ content: Content, at position: TextPosition) {
    self.content = content
    self.position = position
  }
}

/// A key of a YAML mapping and its value.
package struct YAMLEntry: Sendable, Hashable {
  /// The key.
  package var key: String
  /// Start of the key.
  package var position: TextPosition
  /// The value.
  package var value: YAMLNode
}

extension YAMLNode {
  /// The text of a scalar; nil for lists and mappings.
  package var text: String? {
    switch content {
    case .plain(let text), .quoted(let text): text
    case .sequence, .mapping: nil
    }
  }

  /// Whether nothing stands there, or `null` in one of its spellings.
  package var isNull: Bool {
    guard case .plain(let text) = content else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The truth value; nil for everything but `true` and `false` without quotes, in one of their spellings.
  package var bool: Bool? {
    guard case .plain(let text) = content else { return nil }
    if ["true", "True", "TRUE"].contains(text) { return true }
    return ["false", "False", "FALSE"].contains(text) ? false : nil
  }

  /// Elements of a list; nil for everything else.
  package var elements: [YAMLNode]? {
    guard case .sequence(let elements) = content else { return nil }
    return elements
  }

  /// Entries of a mapping; nil for everything else.
  package var entries: [YAMLEntry]? {
    guard case .mapping(let entries) = content else { return nil }
    return entries
  }

  /// The value of a key; nil if this is no mapping or has no such key.
  package subscript(key: String) -> YAMLNode? { entries?.first { $0.key == key }?.value }

  /// Name of the kind of value, for messages.
  var kindName: String {
    switch content {
    case .plain where isNull: "nothing"
    case .plain, .quoted: "a text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
