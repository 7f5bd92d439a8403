extension Path {
  /// Collection of verbs, packed into two bits each.
  ///
  /// The first 32 are stored inline: an array's allocation was 4 % of all instructions of baking shapes that change in
  /// every frame.
  public struct Verbs: Sendable, Hashable {
    @usableFromInline static var inOneWord: Int { 32 }
    /// The first 32 verbs; unused bits are 0.
    @usableFromInline var first: UInt64 = 0
    @usableFromInline var others: [UInt64] = []
    /// Number of verbs.
    public private(set) var count = 0

    /// No verbs.
    init() {}

    mutating func append(_ verb: Verb) {
      let bits = UInt64(verb.rawValue) &<< UInt64(truncatingIfNeeded: 2 &* (count & 31))
      if count < Self.inOneWord {
        first |= bits
      } else if count % Self.inOneWord == 0 {
        others.append(bits)
      } else {
        others[count / Self.inOneWord - 1] |= bits
      }
      count += 1
    }

    mutating func append(contentsOf verbs: Verbs) {
      if isEmpty { self = verbs } else { for verb in verbs { append(verb) } }
    }

    mutating func reserveCapacity(_ count: Int) {
      if count > Self.inOneWord { others.reserveCapacity((count - 1) / Self.inOneWord) }
    }

    /// Removes all verbs and keeps the capacity.
    mutating func removeAll() {
      first = 0
      others.removeAll(keepingCapacity: true)
      count = 0
    }
  }
}

extension Path.Verbs: RandomAccessCollection {
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// Equal to `count`.
  @inlinable public var endIndex: Int { count }

  /// The verb at an index.
  ///
  /// - Precondition: The index is in 0 ..< `count`.
  @inlinable
  public subscript(index: Int) -> Path.Verb {
    precondition(index >= 0 && index < count, "there is no such verb")
    let word = index < Self.inOneWord ? first : others[index / Self.inOneWord - 1]
    let bits = word &>> UInt64(truncatingIfNeeded: 2 &* (index & 31)) & 3
    return Path.Verb(rawValue: UInt8(truncatingIfNeeded: bits)) ?? .close
  }
}
