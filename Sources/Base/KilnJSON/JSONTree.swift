public import KilnDiagnostics
internal import KilnGeometry
internal import Synchronization

/// A parsed JSON document (RFC 8259), as one flat list of values in document order.
///
/// Optimized for large machine-written files: numbers are converted once, and keys are compared as words. Each value
/// has its offset in the file, so that findings can refer to it after parsing.
public final class JSONTree: Sendable {
  /// One value in two words. Children of arrays and objects follow directly; `size` skips them.
  ///
  /// Only `offset` depends on the position, so that repeated objects can be copied instead of parsed.
  struct Node: BitwiseCopyable {
    /// Bits of a number; 1 for true; length of a string; length of a container in the lower and `size` in the upper
    /// half; `outer` of an open container.
    private var payload: UInt64
    /// Offset of the first byte in the file.
    private(set) var offset: UInt32
    /// Index of the key, above three bits for the kind.
    private let keyAndKind: UInt32

    init(_ kind: JSONValue.Kind, at offset: Int, key: Int, payload: UInt64) {
      self.payload = payload
      self.offset = UInt32(truncatingIfNeeded: offset)
      keyAndKind = UInt32(truncatingIfNeeded: key) << 3 | UInt32(kind.rawValue)
    }

    /// Kind of the value.
    @inline(__always)
    var kind: JSONValue.Kind { JSONValue.Kind(rawValue: UInt8(keyAndKind & 7)) ?? .null }
    /// Index of the member's key if the value is inside an object; else 0.
    var key: Int { Int(keyAndKind >> 3) }
    /// Whether it is an array or object.
    var isContainer: Bool { keyAndKind & 7 >= JSONValue.Kind.array.rawValue }
    /// Whether it is a number. The value is in `number`.
    var isNumber: Bool { keyAndKind & 7 == JSONValue.Kind.number.rawValue }
    /// The value of a number.
    var number: Double { Double(bitPattern: payload) }
    /// Whether a bool is true.
    var isTrue: Bool { payload != 0 }
    /// Length of a string or container in bytes.
    var length: Int { Int(payload & 0xFFFF_FFFF) }
    /// End offset of a string or container, exclusive.
    var end: Int { Int(offset) + length }
    /// Number of values including all inside.
    var size: Int { isContainer ? Int(payload >> 32) : 1 }

    /// Index of the parent of an open container; negative for the root.
    var outer: Int { Int(Int64(bitPattern: payload)) }

    /// Closes a container.
    mutating func close(size: Int, length: Int) {
      payload = UInt64(truncatingIfNeeded: size) << 32 | UInt64(truncatingIfNeeded: length)
    }

    /// The same value at a later offset.
    func moved(by bytes: Int) -> Node {
      var node = self
      node.offset &+= UInt32(truncatingIfNeeded: bytes)
      return node
    }
  }

  /// Position of a string in the tree.
  struct Text: BitwiseCopyable {
    var index: UInt32
    /// Index of the array or object that contains it.
    var owner: UInt32

    /// The same string at a later index.
    func moved(by count: Int) -> Text {
      let count = UInt32(truncatingIfNeeded: count)
      return Text(index: index &+ count, owner: owner &+ count)
    }
  }

  /// Range to which numbers are clamped.
  public enum NumberRange: Sendable {
    /// Finite 64-bit floats; larger magnitudes are clamped.
    case double
    /// 32-bit floats with room for sums: magnitudes above 10³⁶ are clamped, and those below 10⁻³⁶ become 0.
    case float

    /// A number clamped to the range.
    func clamped(_ value: Double) -> Double {
      switch self {
      case .double: max(-.greatestFiniteMagnitude, min(.greatestFiniteMagnitude, value))
      case .float: value.magnitude < 1e-36 ? 0 : max(-1e36, min(1e36, value))
      }
    }
  }

  /// The document as UTF-8.
  let bytes: [UInt8]
  let nodes: [Node]
  /// Names of members, mostly without duplicates; the first is a placeholder for no key.
  let keys: [Key]
  /// All strings inside arrays and objects, in document order. They are few, so that searching them is fast.
  private let strings: [Text]
  /// Index of children for JSON pointers, filled on demand.
  let childIndex = Mutex(JSONChildIndex())
  /// Range of the numbers that are read from strings; nil if strings are no numbers.
  private let textNumbers: NumberRange?
  /// A bit for each node: whether it is a string that was read as a number. Empty before the first one.
  private let readTexts = Mutex<[UInt64]>([])

  /// Parses a whole document. A byte order mark is skipped; with one of UTF-16, the document is UTF-16.
  ///
  /// - Parameter readsTextNumbers: Whether a string such as `"30"` is also a number, as in JavaScript's arithmetic.
  /// - Throws: `json.syntax` with the line and column of the error, or `limit.exceeded` if the document is nested too
  ///   deeply, has too many values, or is larger than `limits.inputBytes` or 2 GB.
  public init(
    _ bytes: [UInt8], numbers: NumberRange = .double, readsTextNumbers: Bool = false, limits: Limits = Limits()
  ) throws(Diagnostic) {
    let bytes = JSONText.utf8(bytes)
    try limits.check(bytes.count, atMost: .inputBytes, "the size of the file in bytes")
    try limits.check(bytes.count, atMost: Int(Int32.max) - 16, "the size of the file in bytes")
    // A document of fewer bytes cannot have more values.
    if bytes.count / 2 > limits.values {
      let commas = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: ",") ? 1 : 0) }
      try limits.check(commas, atMost: .values, "the number of values in the file")
    }
    do throws(Diagnostic) {
      (nodes, keys, strings) = try JSONParser.parse(bytes.span, numbers: numbers, limits: limits)
    } catch {
      throw JSONSyntaxError.described(error, in: bytes)
    }
    self.bytes = bytes
    textNumbers = readsTextNumbers ? numbers : nil
  }

  /// The root value.
  public var root: JSONValue { JSONValue(tree: self, index: 0) }

  /// The value at an index.
  ///
  /// - Precondition: The index is `JSONValue.index` of a value of this tree.
  public func value(at index: Int) -> JSONValue { JSONValue(tree: self, index: index) }

  /// The number at an index; 0 for other kinds.
  @inline(__always)
  func number(at index: Int) -> Double { numberIfAny(at: index) ?? 0 }

  /// The number at an index; nil for other kinds, and for strings unless they are read as numbers.
  @inline(__always)
  func numberIfAny(at index: Int) -> Double? {
    nodes[index].isNumber ? nodes[index].number : numberOfText(at: index)
  }

  @inline(never)
  private func numberOfText(at index: Int) -> Double? {
    guard let textNumbers, nodes[index].kind == .string,
      let number = JSONNumberText.value(ofText: bytes[Int(nodes[index].offset) + 1..<nodes[index].end - 1])
    else { return nil }
    readTexts.withLock { bits in
      if bits.isEmpty { bits = Array(repeating: 0, count: nodes.count / 64 + 1) }
      bits[index / 64] |= 1 << UInt64(index % 64)
    }
    return textNumbers.clamped(number)
  }

  /// Number of strings that have been read as numbers so far.
  public var textNumberCount: Int { readTexts.withLock { $0.reduce(0) { $0 + $1.nonzeroBitCount } } }

  /// The first string in the document that has been read as a number; nil if there is none.
  public var firstTextNumber: JSONValue? {
    readTexts.withLock { bits in
      bits.firstIndex { $0 != 0 }.map { $0 * 64 + bits[$0].trailingZeroBitCount }
    }.map(value)
  }

  /// The decoded string at an index; nil for other kinds.
  func string(_ index: Int) -> String? {
    guard nodes[index].kind == .string else { return nil }
    return JSONStringDecoder.decode(bytes[Int(nodes[index].offset) + 1..<nodes[index].end - 1])
  }

  /// Whether the value at an index is truthy as in JavaScript.
  func isTruthy(_ index: Int) -> Bool {
    let node = nodes[index]
    return switch node.kind {
    case .null: false
    case .bool: node.isTrue
    case .number: node.number != 0
    case .string: node.length > 2
    case .array, .object: true
    }
  }

  /// The first four numbers of the array at an index, and the number of its elements up to four; nil for other kinds.
  func firstFourNumbers(_ index: Int) -> (numbers: SIMD4<Double>, count: Int)? {
    guard nodes[index].kind == .array else { return nil }
    var numbers = SIMD4<Double>.zero
    var count = 0
    var child = index + 1
    let end = next(after: index)
    while child < end, count < 4 {
      numbers[count] = number(at: child)
      count += 1
      child = next(after: child)
    }
    return (numbers, count)
  }

  /// The elements of an array of exactly two numbers at an index; nil for any other value.
  @inline(__always)
  func pair(at index: Int) -> SIMD2<Double>? {
    guard index + 2 < nodes.count, nodes[index].kind == .array, nodes[index].size == 3,
      nodes[index + 1].isNumber, nodes[index + 2].isNumber
    else { return nil }
    return SIMD2(nodes[index + 1].number, nodes[index + 2].number)
  }

  /// Index of the next value after the one at an index and its children.
  func next(after index: Int) -> Int { index + nodes[index].size }

  /// Index of the member with a name of the object at an index; the last if there are several.
  @usableFromInline
  func member(_ name: JSONValue.Name, of index: Int) -> Int? {
    member(packed: name.packed, of: index) { key in
      if key.hasEscapes { return name.matches(JSONStringDecoder.decode(bytes[key.range]).utf8) }
      return key.range.count == name.length && (name.length <= 8 || name.matches(bytes[key.range]))
    }
  }

  /// The same for a name that is not a literal.
  func member(named name: String, of index: Int) -> Int? {
    member(packed: JSONValue.Name.pack(name.utf8), of: index) { key in
      JSONStringDecoder.decode(bytes[key.range]).utf8.elementsEqual(name.utf8)
    }
  }

  /// The last member of an object whose key has a packed word and satisfies a predicate.
  @inline(__always)
  private func member(packed: UInt64, of index: Int, where predicate: (Key) -> Bool) -> Int? {
    guard nodes[index].kind == .object else { return nil }
    var found: Int?
    var child = index + 1
    let end = next(after: index)
    while child < end {
      let node = nodes[child]
      if keys[node.key].packed == packed, predicate(keys[node.key]) { found = child }
      child += node.size
    }
    return found
  }

  /// The objects inside the value at an index, that value included, that have a string member with a name of at most eight
  /// bytes.
  public func objects(withString name: JSONValue.Name, inside index: Int) -> [JSONValue] {
    var found: [JSONValue] = []
    for text in strings[strings.range(inside: index, end: next(after: index))]
    where keys[nodes[Int(text.index)].key].packed == name.packed {
      if found.last?.index != Int(text.owner) { found.append(value(at: Int(text.owner))) }
    }
    return found.filter { $0[name]?.kind == .string }
  }
}

extension [JSONTree.Text] {
  /// Range of the strings inside the array or object at an index whose values end before `end`.
  func range(inside index: Int, end: Int) -> Range<Int> {
    let first = partitioningIndex { $0.index > index }
    return first..<(self[first...].firstIndex { $0.index >= end } ?? count)
  }
}
