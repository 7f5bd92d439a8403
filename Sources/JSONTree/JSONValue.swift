/// A value of a JSON tree: a light reference that keeps the tree alive.
///
/// Nothing here throws: a value of another kind than asked for, or a missing one, is nil.
public struct JSONValue: Sendable {
  /// What a value is.
  public enum Kind: UInt8, Sendable, BitwiseCopyable { case null, bool, number, string, array, object }

  /// A member's name, packed for fast comparison. The word is known when the literal is compiled.
  public struct Name: ExpressibleByStringLiteral, Sendable {
    @usableFromInline let literal: StaticString
    /// The first eight bytes.
    @usableFromInline let packed: UInt64
    /// Number of bytes.
    @usableFromInline let length: Int

    /// A name from a literal.
    @inlinable @inline(__always)
    public init(stringLiteral literal: StaticString) {
      self.literal = literal
      length = literal.utf8CodeUnitCount
      packed = literal.withUTF8Buffer { bytes in
        var word: UInt64 = 0
        var index = 0
        while index < bytes.count, index < 8 {
          word = word << 8 | UInt64(bytes[index])
          index += 1
        }
        return word
      }
    }

    /// Whether some bytes are the name.
    func matches(_ bytes: some Sequence<UInt8>) -> Bool { literal.withUTF8Buffer { bytes.elementsEqual($0) } }

    static func pack(_ bytes: some Collection<UInt8>) -> UInt64 {
      var word: UInt64 = 0
      for byte in bytes.prefix(8) { word = word << 8 | UInt64(byte) }
      return word
    }
  }

  @usableFromInline let tree: JSONTree
  /// Position in the tree; stable, and smaller than a path to keep.
  public let index: Int

  @inlinable @inline(__always)
  init(tree: JSONTree, index: Int) {
    self.tree = tree
    self.index = index
  }

  private var node: JSONTree.Node { tree.nodes[index] }

  /// What it is.
  public var kind: Kind { node.kind }

  /// The number, or nil.
  public var number: Double? { node.isNumber ? node.number : nil }

  /// The number if it has no fraction and fits, or nil.
  public var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// True, false, or nil.
  public var bool: Bool? { node.kind == .bool ? node.isTrue : nil }

  /// What JavaScript takes for true: `true`, a number but 0, a string but the empty one, an array or object.
  public var isTruthy: Bool { tree.isTruthy(index) }

  /// The string with escapes resolved, or nil.
  public var string: String? { tree.string(index) }

  /// The name under which the value stands in its object, or nil.
  public var key: String? {
    node.key == 0 ? nil : JSONStringDecoder.decode(tree.bytes[tree.keys[node.key].range])
  }

  /// The member with a name. As in JavaScript the last of several counts.
  @inlinable @inline(__always)
  public subscript(name: Name) -> JSONValue? {
    guard let member = tree.member(name, of: index) else { return nil }
    return JSONValue(tree: tree, index: member)
  }

  /// The member with a name that is no literal. The last of several counts.
  public func member(named name: String) -> JSONValue? {
    tree.member(named: name, of: index).map { JSONValue(tree: tree, index: $0) }
  }

  // Asking for what a member holds costs less than asking for the member.

  /// The number under a name, or nil.
  public func number(_ name: Name) -> Double? {
    guard let member = tree.member(name, of: index), tree.nodes[member].isNumber else { return nil }
    return tree.nodes[member].number
  }

  /// The number under a name if it has no fraction and fits, or nil.
  public func integer(_ name: Name) -> Int? { number(name).flatMap { Int(exactly: $0) } }

  /// The string under a name, or nil.
  public func string(_ name: Name) -> String? { tree.member(name, of: index).flatMap(tree.string) }

  /// Whether there is what JavaScript takes for true under a name.
  public func isTruthy(_ name: Name) -> Bool { tree.member(name, of: index).map(tree.isTruthy) ?? false }

  /// The first four numbers of the array under a name, as in `fewNumbers`.
  public func fewNumbers(_ name: Name) -> (numbers: SIMD4<Double>, count: Int)? {
    tree.member(name, of: index).flatMap(tree.fewNumbers)
  }

  /// The children of an array or object, in document order; none for other kinds.
  public var children: Children { Children(tree: tree, child: index + 1, end: tree.next(after: index)) }

  /// Number of children. Takes time in proportion to it.
  public var count: Int { children.reduce(0) { count, _ in count + 1 } }

  /// How many objects inside are elements of arrays.
  public var elementCount: Int { tree.elementCount(inside: index) }

  /// The first element of an array.
  public var first: JSONValue? {
    node.kind == .array && node.size > 1 ? JSONValue(tree: tree, index: index + 1) : nil
  }

  /// The first element of an array, if it is a number, or nil.
  public var firstNumber: Double? {
    guard node.kind == .array, node.size > 1, tree.nodes[index + 1].isNumber else { return nil }
    return tree.nodes[index + 1].number
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
    numbers.reserveCapacity(node.size - 1)
    var child = index + 1
    let end = tree.next(after: index)
    while child < end {
      numbers.append(tree.number(at: child))
      child = tree.next(after: child)
    }
    return numbers
  }

  /// The first four numbers of an array, and how many elements it has up to four; those that are missing or none count
  /// as 0. Nil if it is not an array.
  public var fewNumbers: (numbers: SIMD4<Double>, count: Int)? { tree.fewNumbers(index) }

  /// The first two numbers of each element of an array; those that are missing or none count as 0. Nil if it is not an
  /// array.
  public var numberPairs: NumberPairs? { node.kind == .array ? NumberPairs(tree: tree, index: index) : nil }

  /// The value as it stands in the file.
  public var source: ArraySlice<UInt8> { tree.bytes[Int(node.offset)..<end] }

  /// One past its last byte.
  private var end: Int {
    if node.isContainer || node.kind == .string { return node.end }
    // Numbers, true, false and null end where other characters follow.
    let rest = tree.bytes[Int(node.offset)...]
    return rest.firstIndex { !JSONParser.isPartOfScalar($0) } ?? rest.endIndex
  }

  /// JSON pointer of the value.
  public var pointer: String { tree.pointer(to: index) }

  /// Pairs of numbers, read one after the other.
  public struct NumberPairs: Sequence, IteratorProtocol {
    private let tree: JSONTree
    private var child: Int
    private let end: Int

    init(tree: JSONTree, index: Int) {
      self.tree = tree
      child = index + 1
      end = tree.next(after: index)
    }

    /// How many follow, if each is an array of two numbers.
    public var likelyCount: Int { (end - child) / 3 }

    /// The next pair.
    public mutating func next() -> SIMD2<Double>? {
      guard child < end else { return nil }
      if let pair = tree.pair(at: child) {
        child += 3
        return pair
      }
      let next = tree.next(after: child)
      var pair = SIMD2<Double>.zero
      if child + 1 < next {
        pair.x = tree.number(at: child + 1)
        let second = tree.next(after: child + 1)
        if second < next { pair.y = tree.number(at: second) }
      }
      child = next
      return pair
    }
  }

  /// Children in document order.
  public struct Children: Sequence, IteratorProtocol {
    let tree: JSONTree
    var child: Int
    let end: Int

    /// The next child.
    public mutating func next() -> JSONValue? {
      guard child < end else { return nil }
      defer { child = tree.next(after: child) }
      return JSONValue(tree: tree, index: child)
    }
  }
}
