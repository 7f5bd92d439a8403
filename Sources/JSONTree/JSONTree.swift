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

  /// A member's key: its bytes in the file, and its first eight packed into a word.
  struct Key: BitwiseCopyable {
    var packed: UInt64 = 0
    var offset: UInt32 = 0
    var length: UInt32 = 0
  }

  let bytes: [UInt8]
  let nodes: [Node]

  /// Parses a whole document.
  ///
  /// A byte order mark is skipped. Throws `json.syntax` with the byte where reading stopped, or `limit.exceeded` when
  /// the document is nested too deeply or larger than 4 GB.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Diagnostic) {
    try limits.check(bytes.count, atMost: min(limits.inputBytes, Int(UInt32.max) - 16), "the size of the file in bytes")
    var parser = JSONParser(bytes, limits: limits)
    nodes = try parser.parse()
    self.bytes = bytes
  }

  /// The outermost value.
  public var root: JSONValue { JSONValue(tree: self, index: 0) }

  /// The value at a position that `JSONValue.index` gave.
  ///
  /// - Precondition: the index came from this tree.
  public func value(at index: Int) -> JSONValue { JSONValue(tree: self, index: index) }

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
        for character in key { path += character == "~" ? "~0" : character == "/" ? "~1" : String(character) }
      } else {
        path += String(position)
      }
      current = child
    }
    return path
  }
}
