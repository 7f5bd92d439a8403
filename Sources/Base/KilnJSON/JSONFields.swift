extension JSONValue {
  /// Up to eight names of at most three bytes, for lookup in one pass over an object.
  public struct Names: ExpressibleByArrayLiteral, Sendable {
    /// Perfect hash table of codes and positions of names; free slots have a code that no key has.
    fileprivate private(set) var table = [(code: UInt32, position: UInt32)](repeating: (.max, 0), count: 64)
    /// Multiplier for which the hashes of all names are distinct.
    private var multiplier: UInt32 = 0x9E37_79B1

    /// A set of names.
    ///
    /// - Precondition: There are at most eight names of one to three bytes each.
    public init(arrayLiteral names: Name...) {
      precondition(names.count <= 8 && names.allSatisfy { 1...3 ~= $0.length }, "few short names")
      let codes = names.map { JSONTree.code(ofShort: $0.packed, length: $0.length) }
      while Set(codes.map(slot(of:))).count < codes.count { multiplier &+= 2 }
      for (position, code) in codes.enumerated() { table[slot(of: code)] = (code, UInt32(position)) }
    }

    @inline(__always)
    fileprivate func slot(of code: UInt32) -> Int { Int((code &* multiplier) &>> 26) }
  }

  /// The members of an object with given names. As in JavaScript, the last of several members with one name is used.
  public struct Fields {
    fileprivate let tree: JSONTree
    /// For each name the index of the member; 0 if there is none.
    fileprivate let members: SIMD8<UInt32>

    /// The member with the name at a position of `Names`; nil if there is none.
    package subscript(position: Int) -> JSONValue? { member(position).map { JSONValue(tree: tree, index: $0) } }

    /// The number of a member; nil if it is missing or not a number.
    package func number(_ position: Int) -> Double? {
      member(position).flatMap(tree.numberIfAny)
    }

    /// Whether a member is truthy as in JavaScript; false if it is missing.
    package func isTruthy(_ position: Int) -> Bool { member(position).map(tree.isTruthy) ?? false }

    /// The first four numbers of a member that is an array, as `JSONValue.firstFourNumbers`.
    package func firstFourNumbers(_ position: Int) -> (numbers: SIMD4<Double>, count: Int)? {
      member(position).flatMap(tree.firstFourNumbers)
    }

    /// The pairs of a member that is an array, as `JSONValue.numberPairs`.
    package func numberPairs(_ position: Int) -> NumberPairs? {
      guard let member = member(position), tree.nodes[member].kind == .array else { return nil }
      return NumberPairs(tree: tree, index: member)
    }

    private func member(_ position: Int) -> Int? {
      members[position] == 0 ? nil : Int(members[position])
    }
  }

  /// Looks up members of the object by names; other kinds of values have none.
  public func fields(_ names: Names) -> Fields { Fields(tree: tree, members: tree.members(names, of: index)) }
}

extension JSONTree {
  /// Unique code of a name of at most three bytes: its bytes above its length.
  fileprivate static func code(ofShort packed: UInt64, length: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: packed << 8) | UInt32(truncatingIfNeeded: length)
  }

  /// For each name the index of the member of an object; 0 if there is none.
  fileprivate func members(_ names: JSONValue.Names, of index: Int) -> SIMD8<UInt32> {
    var found = SIMD8<UInt32>.zero
    guard nodes[index].kind == .object else { return found }
    var child = index + 1
    let end = next(after: index)
    while child < end {
      let code = code(of: keys[nodes[child].key])
      let known = names.table[names.slot(of: code)]
      if known.code == code { found[Int(known.position)] = UInt32(truncatingIfNeeded: child) }
      child = next(after: child)
    }
    return found
  }

  /// Code of a key of at most three bytes; 4, which no name has, for longer ones.
  @inline(__always)
  private func code(of key: Key) -> UInt32 {
    let length = key.hasEscapes ? JSONStringDecoder.decode(bytes[key.range]).utf8.count : key.range.count
    return length <= 3 ? Self.code(ofShort: key.packed, length: length) : 4
  }
}
