/// A value of a JSON tree: a light reference that keeps the tree alive.
///
/// Nothing here throws: a value of another kind than asked for, or a missing one, is nil.
public struct JSONValue: Sendable {
  /// What a value is.
  public enum Kind: UInt8, Sendable, BitwiseCopyable { case null, bool, number, string, array, object }

  /// A member's name, packed for fast comparison.
  public struct Name: ExpressibleByStringLiteral, Sendable {
    let text: String
    let packed: UInt64

    /// A name from a literal.
    @inline(__always)
    public init(stringLiteral text: String) {
      self.text = text
      packed = Self.pack(text.utf8)
    }

    /// A name from any string.
    public init(_ text: String) { self.init(stringLiteral: text) }

    @inline(__always)
    static func pack(_ bytes: some Collection<UInt8>) -> UInt64 {
      var word: UInt64 = 0
      for byte in bytes.prefix(8) { word = word << 8 | UInt64(byte) }
      return word
    }
  }

  let tree: JSONTree
  /// Position in the tree; stable, and smaller than a path to keep.
  public let index: Int

  private var node: JSONTree.Node { tree.nodes[index] }

  /// What it is.
  public var kind: Kind { node.kind }

  /// The number, or nil.
  public var number: Double? { node.kind == .number ? node.number : nil }

  /// The number if it has no fraction and fits, or nil.
  public var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// True, false, or nil.
  public var bool: Bool? { node.kind == .bool ? node.number != 0 : nil }

  /// What JavaScript takes for true: `true`, a number but 0, a string but the empty one, an array or object.
  public var isTruthy: Bool {
    switch node.kind {
    case .null: false
    case .bool, .number: node.number != 0
    case .string: node.end - node.offset > 2
    case .array, .object: true
    }
  }

  /// The string with escapes resolved, or nil.
  public var string: String? {
    guard node.kind == .string else { return nil }
    return JSONStringDecoder.decode(tree.bytes[Int(node.offset) + 1..<Int(node.end) - 1])
  }

  /// The name under which the value stands in its object, or nil.
  public var key: String? {
    let key = node.key
    return key.exists ? JSONStringDecoder.decode(tree.bytes[key.range]) : nil
  }

  /// The member with a name. As in JavaScript the last of several counts.
  public subscript(name: Name) -> JSONValue? {
    guard node.kind == .object else { return nil }
    var found: Int?
    var child = index + 1
    let end = Int(node.next)
    while child < end {
      let candidate = tree.nodes[child]
      if candidate.key.packed == name.packed && matches(candidate.key, name) { found = child }
      child = Int(candidate.next)
    }
    return found.map { JSONValue(tree: tree, index: $0) }
  }

  /// The children of an array or object, in document order; none for other kinds.
  public var children: Children { Children(tree: tree, child: index + 1, end: Int(node.next)) }

  /// Number of children. Takes time in proportion to it.
  public var count: Int { children.reduce(0) { count, _ in count + 1 } }

  /// The first element of an array.
  public var first: JSONValue? {
    node.kind == .array && Int(node.next) > index + 1 ? JSONValue(tree: tree, index: index + 1) : nil
  }

  /// The element at a position of an array.
  public subscript(position: Int) -> JSONValue? {
    guard node.kind == .array, position >= 0 else { return nil }
    return children.dropFirst(position).first { _ in true }
  }

  /// All numbers of an array; elements that are none count as 0. Nil if it is not an array.
  public var numbers: [Double]? {
    guard node.kind == .array else { return nil }
    var numbers: [Double] = []
    numbers.reserveCapacity(Int(node.next) - index - 1)
    var child = index + 1
    let end = Int(node.next)
    while child < end {
      numbers.append(tree.number(at: child))
      child = Int(tree.nodes[child].next)
    }
    return numbers
  }

  /// The first two numbers of each element of an array; those that are missing or none count as 0. Nil if it is not an
  /// array.
  public var numberPairs: [SIMD2<Double>]? {
    guard node.kind == .array else { return nil }
    var pairs: [SIMD2<Double>] = []
    // Three values a pair: an array and its two numbers.
    pairs.reserveCapacity((Int(node.next) - index) / 3)
    var child = index + 1
    let end = Int(node.next)
    while child < end {
      let next = Int(tree.nodes[child].next)
      var pair = SIMD2<Double>.zero
      if child + 1 < next {
        pair.x = tree.number(at: child + 1)
        let second = Int(tree.nodes[child + 1].next)
        if second < next { pair.y = tree.number(at: second) }
      }
      pairs.append(pair)
      child = next
    }
    return pairs
  }

  /// The value as it stands in the file.
  public var source: ArraySlice<UInt8> { tree.bytes[Int(node.offset)..<Int(node.end)] }

  /// JSON pointer of the value.
  public var pointer: String { tree.pointer(to: index) }

  private func matches(_ key: JSONTree.Key, _ name: Name) -> Bool {
    let bytes = tree.bytes[key.range]
    if key.hasEscapes { return JSONStringDecoder.decode(bytes).utf8.elementsEqual(name.text.utf8) }
    // The packed words are equal already.
    return bytes.count <= 8 ? bytes.count == name.text.utf8.count : bytes.elementsEqual(name.text.utf8)
  }

  /// Children in document order.
  public struct Children: Sequence, IteratorProtocol {
    let tree: JSONTree
    var child: Int
    let end: Int

    /// The next child.
    public mutating func next() -> JSONValue? {
      guard child < end else { return nil }
      defer { child = Int(tree.nodes[child].next) }
      return JSONValue(tree: tree, index: child)
    }
  }
}
