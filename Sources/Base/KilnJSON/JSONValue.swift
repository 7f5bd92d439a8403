/// A value of a JSON tree: a lightweight reference that keeps the tree alive.
///
/// Accessors never throw: a value that is missing or of another kind is nil.
public struct JSONValue: Sendable {
  /// Kind of a JSON value.
  public enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// The value `null`.
    case null
    /// One of the values `true` and `false`.
    case bool
    /// A number, which is read as a `Double`.
    case number
    /// A text, with its escapes resolved.
    case string
    /// An array: values in their order.
    case array
    /// An object: members, each a name and a value, in their order.
    case object
  }

  /// A member's name, packed for fast comparison at compile time.
  public struct Name: ExpressibleByStringLiteral, Sendable {
    @usableFromInline let literal: StaticString
    /// The first eight bytes as a word.
    @usableFromInline let packed: UInt64
    /// Length in bytes.
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

    /// Whether bytes are equal to the name.
    func matches(_ bytes: some Sequence<UInt8>) -> Bool { literal.withUTF8Buffer { bytes.elementsEqual($0) } }

    static func pack(_ bytes: some Collection<UInt8>) -> UInt64 {
      var word: UInt64 = 0
      for byte in bytes.prefix(8) { word = word << 8 | UInt64(byte) }
      return word
    }
  }

  @usableFromInline let tree: JSONTree
  /// Index in the tree, for `JSONTree.value(at:)`.
  public let index: Int

  @inlinable @inline(__always)
  init(tree: JSONTree, index: Int) {
    self.tree = tree
    self.index = index
  }

  private var node: JSONTree.Node { tree.nodes[index] }

  /// Kind of the value.
  public var kind: Kind { node.kind }

  /// The number; nil for other kinds, and for strings unless the tree reads them as numbers.
  public var number: Double? { tree.numberIfAny(at: index) }

  /// The number if it is an integer that fits into `Int`; otherwise nil.
  public var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The Boolean; nil for other kinds.
  public var bool: Bool? { node.kind == .bool ? node.isTrue : nil }

  /// Truthiness as in JavaScript: `true`, numbers other than 0, strings that are not empty, arrays and objects.
  public var isTruthy: Bool { tree.isTruthy(index) }

  /// The decoded string; nil for other kinds.
  public var string: String? { tree.string(index) }

  /// The value's key in its object; nil if it is not a member.
  public var key: String? {
    node.key == 0 ? nil : JSONStringDecoder.decode(tree.bytes[tree.keys[node.key].range])
  }

  /// The member with a name; nil if there is none. As in JavaScript, the last of several is used.
  @inlinable @inline(__always)
  public subscript(name: Name) -> JSONValue? {
    guard let member = tree.member(name, of: index) else { return nil }
    return JSONValue(tree: tree, index: member)
  }

  /// The member with a name that is not a literal; the last of several.
  public func member(named name: String) -> JSONValue? {
    tree.member(named: name, of: index).map { JSONValue(tree: tree, index: $0) }
  }

  // Accessing a member's content directly is faster than by the member, which retains the tree.

  /// The number of a member; nil if it is missing or not a number.
  public func number(_ name: Name) -> Double? {
    tree.member(name, of: index).flatMap(tree.numberIfAny)
  }

  /// The number of a member if it is an integer that fits into `Int`; otherwise nil.
  public func integer(_ name: Name) -> Int? { number(name).flatMap { Int(exactly: $0) } }

  /// The decoded string of a member; nil if it is missing or not a string.
  public func string(_ name: Name) -> String? { tree.member(name, of: index).flatMap(tree.string) }

  /// Whether a member is truthy as in JavaScript; false if it is missing.
  public func isTruthy(_ name: Name) -> Bool { tree.member(name, of: index).map(tree.isTruthy) ?? false }

  /// The first four numbers of a member that is an array, as `firstFourNumbers`.
  public func firstFourNumbers(_ name: Name) -> (numbers: SIMD4<Double>, count: Int)? {
    tree.member(name, of: index).flatMap(tree.firstFourNumbers)
  }

  /// The children of an array or object in document order; empty for other kinds.
  public var children: Children { Children(tree: tree, child: index + 1, end: tree.next(after: index)) }

  /// Number of children; O(n).
  public var count: Int { children.reduce(0) { count, _ in count + 1 } }

  /// Indices of the value and of all values inside.
  package var indices: Range<Int> { index..<tree.next(after: index) }

  /// Number of objects inside the value that are elements of arrays.
  public var elementCount: Int { tree.elementCount(inside: index) }

  /// The first element of an array; nil if it is empty or not an array.
  public var first: JSONValue? {
    node.kind == .array && node.size > 1 ? JSONValue(tree: tree, index: index + 1) : nil
  }

  /// The first element of an array if it is a number; otherwise nil.
  public var firstNumber: Double? {
    guard node.kind == .array, node.size > 1 else { return nil }
    return tree.numberIfAny(at: index + 1)
  }

  /// The element at a position of an array; nil if there is none. O(n).
  public subscript(position: Int) -> JSONValue? {
    guard node.kind == .array, position >= 0 else { return nil }
    return children.dropFirst(position).first { _ in true }
  }

  /// All elements of an array as numbers, with 0 for other kinds; nil if it is not an array.
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

  /// The first four elements of an array as numbers, with 0 for missing ones and other kinds, and the number of elements
  /// up to four; nil if it is not an array.
  public var firstFourNumbers: (numbers: SIMD4<Double>, count: Int)? { tree.firstFourNumbers(index) }

  /// The first two numbers of each element of an array, with 0 for missing ones and other kinds; nil if it is not an array.
  public var numberPairs: NumberPairs? { node.kind == .array ? NumberPairs(tree: tree, index: index) : nil }

  /// The bytes of the value in the file.
  public var source: ArraySlice<UInt8> { tree.bytes[Int(node.offset)..<end] }

  /// End offset in the file, exclusive.
  private var end: Int {
    if node.isContainer || node.kind == .string { return node.end }
    // Numbers, true, false and null end at the first other character.
    let rest = tree.bytes[Int(node.offset)...]
    return rest.firstIndex { !JSONParser.isPartOfScalar($0) } ?? rest.endIndex
  }

  /// JSON pointer (RFC 6901) of the value.
  public var pointer: String { tree.pointer(to: index) }

  /// Sequence of pairs of numbers.
  public struct NumberPairs: Sequence, IteratorProtocol {
    private let tree: JSONTree
    private var child: Int
    private let end: Int

    init(tree: JSONTree, index: Int) {
      self.tree = tree
      child = index + 1
      end = tree.next(after: index)
    }

    /// Number of remaining pairs if each is an array of two numbers; an estimate otherwise.
    package var likelyCount: Int { (end - child) / 3 }

    /// The next pair; nil at the end.
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

  /// Sequence of children in document order.
  public struct Children: Sequence, IteratorProtocol {
    let tree: JSONTree
    var child: Int
    let end: Int

    /// The next child; nil at the end.
    public mutating func next() -> JSONValue? {
      guard child < end else { return nil }
      defer { child = tree.next(after: child) }
      return JSONValue(tree: tree, index: child)
    }
  }
}
