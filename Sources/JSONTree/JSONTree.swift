public import Diagnostics
internal import Geometry
internal import Synchronization

/// A parsed JSON document (RFC 8259) as one flat list of values in document order.
///
/// Made for large machine-written files: numbers are converted once, keys are compared as words, and each value knows
/// where in the file it stands, so that a finding can name the place long after parsing.
public final class JSONTree: Sendable {
  /// One value, in two words. Children of arrays and objects follow directly; `size` leads past them.
  ///
  /// Nothing but `offset` says where it stands, so that what stands there twice need be parsed but once.
  struct Node: BitwiseCopyable {
    /// A number's bits; 1 for true; a string's length; a container's, and before that its `size`. Of an open container
    /// its `outer`.
    private var payload: UInt64
    /// First byte in the file.
    private(set) var offset: UInt32
    /// The key's index, above three bits for the kind.
    private let keyAndKind: UInt32

    init(_ kind: JSONValue.Kind, at offset: Int, key: Int, payload: UInt64) {
      self.payload = payload
      self.offset = UInt32(truncatingIfNeeded: offset)
      keyAndKind = UInt32(truncatingIfNeeded: key) << 3 | UInt32(kind.rawValue)
    }

    /// What it is.
    @inline(__always)
    var kind: JSONValue.Kind { JSONValue.Kind(rawValue: UInt8(keyAndKind & 7)) ?? .null }
    /// The member's key among all keys, if the value is inside an object; else 0.
    var key: Int { Int(keyAndKind >> 3) }
    /// Whether other values may be inside.
    var isContainer: Bool { keyAndKind & 7 >= JSONValue.Kind.array.rawValue }
    /// Whether it is a number.
    var isNumber: Bool { keyAndKind & 7 == JSONValue.Kind.number.rawValue }
    /// The value of a number.
    var number: Double { Double(bitPattern: payload) }
    /// Whether a bool is true.
    var isTrue: Bool { payload != 0 }
    /// How many bytes a string or container takes.
    var length: Int { Int(payload & 0xFFFF_FFFF) }
    /// One past the last byte of a string or container.
    var end: Int { Int(offset) + length }
    /// How many values it is, with all inside.
    var size: Int { isContainer ? Int(payload >> 32) : 1 }

    /// Index of the container around an open container; negative if there is none.
    var outer: Int { Int(Int64(bitPattern: payload)) }

    /// Ends a container.
    mutating func close(size: Int, length: Int) {
      payload = UInt64(truncatingIfNeeded: size) << 32 | UInt64(truncatingIfNeeded: length)
    }

    /// The same value so many bytes later.
    func moved(by bytes: Int) -> Node {
      var node = self
      node.offset &+= UInt32(truncatingIfNeeded: bytes)
      return node
    }
  }

  /// Where a string stands.
  struct Text: BitwiseCopyable {
    var index: UInt32
    /// Index of the array or object around it.
    var owner: UInt32

    /// The same string so many values later.
    func moved(by count: Int) -> Text {
      let count = UInt32(truncatingIfNeeded: count)
      return Text(index: index &+ count, owner: owner &+ count)
    }
  }

  /// Which numbers keep their value.
  public enum NumberRange: Sendable {
    /// Those of a 64-bit float; larger ones are clamped.
    case double
    /// Those that a 32-bit float holds, with room for sums: magnitudes above 10³⁶ are clamped, those below 10⁻³⁶ are 0.
    case float

    /// A number brought into the range.
    func clamped(_ value: Double) -> Double {
      switch self {
      case .double: max(-.greatestFiniteMagnitude, min(.greatestFiniteMagnitude, value))
      case .float: value.magnitude < 1e-36 ? 0 : max(-1e36, min(1e36, value))
      }
    }
  }

  let bytes: [UInt8]
  let nodes: [Node]
  /// The names of members. Few of them are there more than once, and the first stands for no key.
  let keys: [Key]
  /// All strings inside arrays and objects. They are few, so that some are found soonest among them.
  private let strings: [Text]
  /// Where children of long arrays and objects are, as far as somebody has asked.
  let childIndex = Mutex(JSONChildIndex())

  /// Parses a whole document.
  ///
  /// A byte order mark is skipped. Throws `json.syntax` with the byte where reading stopped, or `limit.exceeded` when
  /// the document is nested too deeply or larger than 2 GB.
  public init(
    _ bytes: [UInt8], numbers: NumberRange = .double, limits: Limits = Limits()
  ) throws(Diagnostic) {
    try limits.check(bytes.count, atMost: min(limits.inputBytes, Int(Int32.max) - 16), "the size of the file in bytes")
    // With fewer bytes there cannot be more values.
    if bytes.count / 2 > limits.values {
      let commas = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: ",") ? 1 : 0) }
      try limits.check(commas, atMost: limits.values, "the number of values in the file")
    }
    (nodes, keys, strings) = try JSONParser.parse(bytes.span, numbers: numbers, limits: limits)
    self.bytes = bytes
  }

  /// The outermost value.
  public var root: JSONValue { JSONValue(tree: self, index: 0) }

  /// The value at a position that `JSONValue.index` gave.
  ///
  /// - Precondition: the index came from this tree.
  public func value(at index: Int) -> JSONValue { JSONValue(tree: self, index: index) }

  /// The number at an index; 0 if there is another kind of value.
  func number(at index: Int) -> Double { nodes[index].isNumber ? nodes[index].number : 0 }

  /// The string at an index, with escapes resolved; nil if there is another kind of value.
  func string(_ index: Int) -> String? {
    guard nodes[index].kind == .string else { return nil }
    return JSONStringDecoder.decode(bytes[Int(nodes[index].offset) + 1..<nodes[index].end - 1])
  }

  /// Whether JavaScript takes the value at an index for true.
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

  /// The first four numbers of the array at an index, and how many elements it has up to four; nil if it is none.
  func fewNumbers(_ index: Int) -> (numbers: SIMD4<Double>, count: Int)? {
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

  /// The numbers of the array of just two at an index; nil if there is any other value.
  @inline(__always)
  func pair(at index: Int) -> SIMD2<Double>? {
    guard index + 2 < nodes.count, nodes[index].kind == .array, nodes[index].size == 3,
      nodes[index + 1].isNumber, nodes[index + 2].isNumber
    else { return nil }
    return SIMD2(nodes[index + 1].number, nodes[index + 2].number)
  }

  /// Index of the value after the one at an index and all that is inside it.
  func next(after index: Int) -> Int { index + nodes[index].size }

  /// The member with a name of the object at an index; the last if there are several.
  @usableFromInline
  func member(_ name: JSONValue.Name, of index: Int) -> Int? {
    member(packed: name.packed, of: index) { key in
      if key.hasEscapes { return name.matches(JSONStringDecoder.decode(bytes[key.range]).utf8) }
      return key.range.count == name.length && (name.length <= 8 || name.matches(bytes[key.range]))
    }
  }

  /// The same with a name that is no literal.
  func member(named name: String, of index: Int) -> Int? {
    member(packed: JSONValue.Name.pack(name.utf8), of: index) { key in
      JSONStringDecoder.decode(bytes[key.range]).utf8.elementsEqual(name.utf8)
    }
  }

  /// The last member of an object whose key, among those with the same packed word, is the right one.
  @inline(__always)
  private func member(packed: UInt64, of index: Int, isRight: (Key) -> Bool) -> Int? {
    guard nodes[index].kind == .object else { return nil }
    var found: Int?
    var child = index + 1
    let end = next(after: index)
    while child < end {
      let node = nodes[child]
      if keys[node.key].packed == packed, isRight(keys[node.key]) { found = child }
      child += node.size
    }
    return found
  }

  /// The objects inside the value at an index, or that value itself, that have a string under a short name.
  public func objects(withString name: JSONValue.Name, inside index: Int) -> [JSONValue] {
    var found: [JSONValue] = []
    for text in strings[strings.places(inside: index, end: next(after: index))]
    where keys[nodes[Int(text.index)].key].packed == name.packed {
      if found.last?.index != Int(text.owner) { found.append(value(at: Int(text.owner))) }
    }
    return found.filter { $0[name]?.kind == .string }
  }
}

extension [JSONTree.Text] {
  /// Which of the strings are inside the array or object at an index, of which `end` is one past the last value.
  func places(inside index: Int, end: Int) -> Range<Int> {
    let first = partitioningIndex { $0.index > index }
    return first..<(self[first...].firstIndex { $0.index >= end } ?? count)
  }
}
