extension JSONValue {
  /// Up to eight names of at most three bytes, to be looked for in one pass over an object.
  public struct Names: ExpressibleByArrayLiteral, Sendable {
    /// A name's code and its position, where the code's hash leads to. Everywhere else is what no key has.
    fileprivate private(set) var table = [(code: UInt32, position: UInt32)](repeating: (.max, 0), count: 64)
    /// What makes the hashes of all names different.
    private var multiplier: UInt32 = 0x9E37_79B1

    /// Names from literals.
    ///
    /// - Precondition: not more than eight, each of one to three bytes.
    public init(arrayLiteral names: Name...) {
      precondition(names.count <= 8 && names.allSatisfy { 1...3 ~= $0.length }, "few short names")
      let codes = names.map { JSONTree.code(ofShort: $0.packed, length: $0.length) }
      while Set(codes.map(slot(of:))).count < codes.count { multiplier &+= 2 }
      for (position, code) in codes.enumerated() { table[slot(of: code)] = (code, UInt32(position)) }
    }

    @inline(__always)
    fileprivate func slot(of code: UInt32) -> Int { Int((code &* multiplier) &>> 26) }
  }

  /// The members of an object that have certain names. As in JavaScript the last of several counts.
  public struct Fields {
    fileprivate let tree: JSONTree
    /// For each name the member's index; 0 if there is none.
    fileprivate let members: SIMD8<UInt32>

    /// The member with the name at a position among the names, or nil.
    public subscript(position: Int) -> JSONValue? { member(position).map { JSONValue(tree: tree, index: $0) } }

    /// The number under a name, or nil.
    public func number(_ position: Int) -> Double? {
      guard let member = member(position), tree.nodes[member].isNumber else { return nil }
      return tree.nodes[member].number
    }

    /// Whether there is what JavaScript takes for true under a name.
    public func isTruthy(_ position: Int) -> Bool { member(position).map(tree.isTruthy) ?? false }

    /// The first four numbers of the array under a name, as in `JSONValue.fewNumbers`.
    public func fewNumbers(_ position: Int) -> (numbers: SIMD4<Double>, count: Int)? {
      member(position).flatMap(tree.fewNumbers)
    }

    /// The pairs in the array under a name, or nil.
    public func numberPairs(_ position: Int) -> NumberPairs? {
      guard let member = member(position), tree.nodes[member].kind == .array else { return nil }
      return NumberPairs(tree: tree, index: member)
    }

    private func member(_ position: Int) -> Int? {
      members[position] == 0 ? nil : Int(members[position])
    }
  }

  /// The object's members with some names; none of another kind of value.
  public func fields(_ names: Names) -> Fields { Fields(tree: tree, members: tree.members(names, of: index)) }
}

extension JSONTree {
  /// A number that short names have for themselves: their bytes above their length.
  fileprivate static func code(ofShort packed: UInt64, length: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: packed << 8) | UInt32(truncatingIfNeeded: length)
  }

  /// For each name the member of an object that has it; 0 if there is none.
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

  /// A short key's code; of a longer one 4, which is none.
  @inline(__always)
  private func code(of key: Key) -> UInt32 {
    let length = key.hasEscapes ? JSONStringDecoder.decode(bytes[key.range]).utf8.count : key.range.count
    return length <= 3 ? Self.code(ofShort: key.packed, length: length) : 4
  }
}
