/// A set of characters in a pattern for names.
struct CharacterSetPattern: Hashable {
  /// Values of scalars; a negated set matches all others.
  var ranges: [ClosedRange<UInt32>]
  var isNegated = false

  static let any = CharacterSetPattern(ranges: [], isNegated: true)

  func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } != isNegated }
}

/// A part of a pattern for names.
indirect enum NamePatternNode {
  case empty, start, end
  case characters(CharacterSetPattern)
  case sequence([NamePatternNode])
  case choice(NamePatternNode, NamePatternNode)
  case repeated(NamePatternNode, minimum: Int, maximum: Int?)
}

/// Parses patterns for names by recursive descent.
struct NamePatternParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  private static let maximumDepth = 50
  private static let maximumRepetitions = 200

  init(_ text: String) { scalars = Array(text.unicodeScalars.prefix(2000)) }

  private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// The whole pattern.
  mutating func pattern() throws(NamePattern.Problem) -> NamePatternNode {
    let node = try choice()
    guard next == nil else { throw problem("there is a ) too many") }
    return node
  }

  private func problem(_ message: String) -> NamePattern.Problem { NamePattern.Problem(message: message) }

  private mutating func choice() throws(NamePattern.Problem) -> NamePatternNode {
    var nodes = [try sequence()]
    while next == "|" {
      position += 1
      nodes.append(try sequence())
    }
    let last = nodes.removeLast()
    return nodes.reversed().reduce(last) { .choice($1, $0) }
  }

  private mutating func sequence() throws(NamePattern.Problem) -> NamePatternNode {
    var nodes: [NamePatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try repetition()) }
    return nodes.isEmpty ? .empty : nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func repetition() throws(NamePattern.Problem) -> NamePatternNode {
    let node = try atom()
    guard let (minimum, maximum) = try count() else { return node }
    guard try count() == nil else { throw problem("a repetition follows another one") }
    return .repeated(node, minimum: minimum, maximum: maximum)
  }

  /// `*`, `+`, `?` or `{2,5}`; nil if there is none.
  private mutating func count() throws(NamePattern.Problem) -> (Int, Int?)? {
    switch next {
    case "*":
      position += 1
      return (0, nil)
    case "+":
      position += 1
      return (1, nil)
    case "?":
      position += 1
      return (0, 1)
    case "{":
      position += 1
      guard let minimum = number() else { throw problem("{ needs a number; write \\{ for the character") }
      var maximum: Int? = minimum
      if next == "," {
        position += 1
        maximum = number()
      }
      guard next == "}" else { throw problem("{ is not closed") }
      position += 1
      let largest = max(minimum, maximum ?? 0)
      guard largest <= Self.maximumRepetitions else {
        throw problem("more than \(Self.maximumRepetitions) repetitions are asked for")
      }
      if let maximum, maximum < minimum { throw problem("{\(minimum),\(maximum)} has its numbers in the wrong order") }
      return (minimum, maximum)
    default: return nil
    }
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let scalar = next, ("0"..."9").contains(scalar), digits.count < 6 {
      digits.unicodeScalars.append(scalar)
      position += 1
    }
    return Int(digits)
  }

  private mutating func atom() throws(NamePattern.Problem) -> NamePatternNode {
    guard let scalar = next else { return .empty }
    position += 1
    switch scalar {
    case "(": return try group()
    case "[": return .characters(try set())
    case ".": return .characters(.any)
    case "^": return .start
    case "$": return .end
    case "\\": return .characters(try escaped())
    case "*", "+", "?", "{": throw problem("“\(scalar)” repeats nothing; write \\\(scalar) for the character")
    default: return .characters(CharacterSetPattern(ranges: [scalar.value...scalar.value]))
    }
  }

  private mutating func group() throws(NamePattern.Problem) -> NamePatternNode {
    if next == "?" {
      guard position + 1 < scalars.count, scalars[position + 1] == ":" else {
        throw problem("(? is only known as (?: …)")
      }
      position += 2
    }
    depth += 1
    guard depth <= Self.maximumDepth else { throw problem("groups are nested too deep") }
    let node = try choice()
    guard next == ")" else { throw problem("( is not closed") }
    position += 1
    depth -= 1
    return node
  }

  private mutating func escaped() throws(NamePattern.Problem) -> CharacterSetPattern {
    guard let scalar = next else { throw problem("a \\ ends the pattern") }
    position += 1
    let classes: [Unicode.Scalar: [ClosedRange<UInt32>]] = [
      "d": [0x30...0x39], "w": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], "s": [0x09...0x0D, 0x20...0x20],
    ]
    if let ranges = classes[scalar] { return CharacterSetPattern(ranges: ranges) }
    let lower = Unicode.Scalar(scalar.value | 0x20) ?? scalar
    if ("A"..."Z").contains(scalar), let ranges = classes[lower] {
      return CharacterSetPattern(ranges: ranges, isNegated: true)
    }
    let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
    guard !isLetter else { throw problem("\\\(scalar) is not known; \\d, \\w and \\s are") }
    return CharacterSetPattern(ranges: [scalar.value...scalar.value])
  }

  private mutating func set() throws(NamePattern.Problem) -> CharacterSetPattern {
    var set = CharacterSetPattern(ranges: [])
    if next == "^" {
      set.isNegated = true
      position += 1
    }
    var isFirst = true
    while let scalar = next, isFirst || scalar != "]" {
      isFirst = false
      position += 1
      var first = scalar.value
      if scalar == "\\" {
        let inner = try escaped()
        guard !inner.isNegated else { throw problem("\\D, \\W and \\S cannot stand in a set") }
        guard inner.ranges.count == 1, let only = inner.ranges.first, only.count == 1 else {
          set.ranges += inner.ranges
          continue
        }
        first = only.lowerBound
      }
      set.ranges.append(try range(from: first))
    }
    guard next == "]" else { throw problem("[ is not closed") }
    position += 1
    return set
  }

  /// The range that starts at a character of a set: `a-z`, or the character alone.
  private mutating func range(from first: UInt32) throws(NamePattern.Problem) -> ClosedRange<UInt32> {
    guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else { return first...first }
    position += 1
    var last = scalars[position]
    position += 1
    if last == "\\" {
      guard let escaped = next else { throw problem("a \\ ends the pattern") }
      last = escaped
      position += 1
    }
    guard first <= last.value else { throw problem("a range in a set has its ends in the wrong order") }
    return first...last.value
  }
}
