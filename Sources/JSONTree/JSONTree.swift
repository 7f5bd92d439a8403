public import Diagnostics

/// A parsed JSON document (RFC 8259) as one flat list of values in document order.
///
/// Made for large machine-written files: numbers are converted once, keys are compared as words, and each value knows
/// where in the file it stands, so that a finding can name the place long after parsing.
public final class JSONTree: Sendable {
  /// One value. Children of arrays and objects follow directly; `next` leads past them.
  struct Node: BitwiseCopyable {
    var kind: JSONValue.Kind
    /// First byte in the file.
    var offset: UInt32
    /// One past the last byte.
    var end: UInt32
    /// Index of the next value that is not inside this one.
    var next: UInt32
    /// The member's key, if the value is inside an object.
    var key: Key
    /// The value of a number; 1 for true.
    var number: Double
  }

  /// Where a string stands.
  struct Text: BitwiseCopyable {
    var index: UInt32
    /// Index of the array or object around it.
    var owner: UInt32
  }

  /// A member's key: its bytes in the file, and the first eight of what they mean packed into a word.
  struct Key: BitwiseCopyable {
    private(set) var packed: UInt64 = 0
    private var offset: UInt32 = 0
    /// Twice the length, plus one if there are escapes.
    private var lengthAndEscapes: UInt32 = 0

    /// Whether the value is inside an object.
    var exists: Bool { offset > 0 }
    /// Where the key stands in the file, without its quotes.
    var range: Range<Int> { Int(offset)..<Int(offset) + Int(lengthAndEscapes >> 1) }
    var hasEscapes: Bool { lengthAndEscapes & 1 != 0 }

    /// No key.
    init() {}

    init(_ range: Range<Int>, in bytes: Span<UInt8>) {
      var hasEscapes = false
      for index in range {
        if bytes[index] == UInt8(ascii: "\\") { hasEscapes = true }
        if index < range.lowerBound + 8 { packed = packed << 8 | UInt64(bytes[index]) }
      }
      if hasEscapes {
        packed = JSONValue.Name.pack(JSONStringDecoder.decode(range.map { bytes[$0] }[...]).utf8)
      }
      offset = UInt32(range.lowerBound)
      lengthAndEscapes = UInt32(range.count) << 1 | (hasEscapes ? 1 : 0)
    }
  }

  let bytes: [UInt8]
  let nodes: [Node]
  /// All strings inside arrays and objects. They are few, so that some are found soonest among them.
  private let strings: [Text]

  /// Parses a whole document.
  ///
  /// A byte order mark is skipped. Throws `json.syntax` with the byte where reading stopped, or `limit.exceeded` when
  /// the document is nested too deeply or larger than 2 GB.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    try limits.check(bytes.count, atMost: min(limits.inputBytes, Int(Int32.max) - 16), "the size of the file in bytes")
    (nodes, strings) = try JSONParser.nodes(of: bytes.span, limits: limits)
    self.bytes = bytes
  }

  /// The outermost value.
  public var root: JSONValue { JSONValue(tree: self, index: 0) }

  /// The value at a position that `JSONValue.index` gave.
  ///
  /// - Precondition: the index came from this tree.
  public func value(at index: Int) -> JSONValue { JSONValue(tree: self, index: index) }

  /// The number at an index; 0 if there is another kind of value.
  func number(at index: Int) -> Double { nodes[index].kind == .number ? nodes[index].number : 0 }

  /// The objects inside the value at an index, or that value itself, that have a string under a short name.
  public func objects(withString name: JSONValue.Name, inside index: Int) -> [JSONValue] {
    var found: [JSONValue] = []
    for text in strings(inside: index) where nodes[Int(text.index)].key.packed == name.packed {
      if found.last?.index != Int(text.owner) { found.append(value(at: Int(text.owner))) }
    }
    return found.filter { $0[name]?.kind == .string }
  }

  private func strings(inside index: Int) -> ArraySlice<Text> {
    var low = 0
    var high = strings.count
    while low < high {
      let middle = (low + high) / 2
      if strings[middle].index <= index { low = middle + 1 } else { high = middle }
    }
    return strings[low...].prefix { $0.index < nodes[index].next }
  }

  /// JSON pointer (RFC 6901) of the value at an index.
  public func pointer(to index: Int) -> String {
    var path = ""
    var current = 0
    while current != index, nodes[current].kind == .array || nodes[current].kind == .object {
      var child = current + 1
      var position = 0
      while child < Int(nodes[current].next), Int(nodes[child].next) <= index {
        child = Int(nodes[child].next)
        position += 1
      }
      guard child < Int(nodes[current].next) else { break }
      path += "/"
      if nodes[current].kind == .object {
        let key = JSONValue(tree: self, index: child).key ?? ""
        // By scalar: a slash with a combining mark is one character, but still a slash.
        for scalar in key.unicodeScalars { path += scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(scalar) }
      } else {
        path += String(position)
      }
      current = child
    }
    return path
  }
}
