/// A regular expression that names of files, layers, keys or markers must match as a whole.
///
/// Characters, `.`, sets such as `[a-z_]` and `[^0-9]`, `\d`, `\w`, `\s` and their capitals, groups, `|`, `*`, `+`, `?` and
/// `{2,5}`. Matching takes time in proportion to the name, whatever the pattern: all ways through it are followed at once.
public struct NamePattern: Sendable, Hashable {
  /// Why a text is no pattern.
  public struct Problem: Error, Hashable {
    /// Description of the problem, as a part of a sentence.
    public var message: String
  }

  /// The pattern as written.
  public let text: String
  private let program: [Step]

  /// Largest number of steps that a pattern is translated to.
  private static let maximumSteps = 4000
  /// Characters of a name above which it matches nothing.
  private static let maximumLength = 4096

  /// A step of the translated pattern.
  enum Step: Hashable {
    /// Takes a character of a set.
    case take(CharacterSetPattern)
    /// Goes on at two places.
    case split(Int, Int)
    /// Goes on at another place.
    case jump(Int)
    /// Goes on at the start of the name only.
    case start
    /// Goes on at the end of the name only.
    case end
    /// The name matches.
    case match
  }

  /// Parses a pattern.
  ///
  /// - Throws: The problem of an invalid pattern.
  public init(_ text: String) throws(Problem) {
    var parser = NamePatternParser(text)
    let node = try parser.pattern()
    var program: [Step] = []
    try Self.append(node, to: &program)
    program.append(.match)
    self.text = text
    self.program = program
  }

  /// Whether the whole of a name matches.
  public func matches(_ name: String) -> Bool {
    let scalars = Array(name.unicodeScalars.prefix(Self.maximumLength + 1))
    guard scalars.count <= Self.maximumLength else { return false }
    var current = Set<Int>()
    add(0, to: &current, at: 0, of: scalars.count)
    for (index, scalar) in scalars.enumerated() {
      var next = Set<Int>()
      for position in current {
        if case .take(let set) = program[position], set.contains(scalar) {
          add(position + 1, to: &next, at: index + 1, of: scalars.count)
        }
      }
      guard !next.isEmpty else { return false }
      current = next
    }
    return current.contains { program[$0] == .match }
  }

  /// Adds a step and all that follow without taking a character.
  private func add(_ first: Int, to steps: inout Set<Int>, at index: Int, of count: Int) {
    var waiting = [first]
    while let position = waiting.popLast() {
      guard steps.insert(position).inserted else { continue }
      switch program[position] {
      case .split(let a, let b): waiting += [a, b]
      case .jump(let target): waiting.append(target)
      case .start: if index == 0 { waiting.append(position + 1) }
      case .end: if index == count { waiting.append(position + 1) }
      case .take, .match: break
      }
    }
  }

  // MARK: - Translation

  private static func append(_ node: NamePatternNode, to program: inout [Step]) throws(Problem) {
    guard program.count < maximumSteps else { throw Problem(message: "the pattern is too long") }
    switch node {
    case .empty: break
    case .start: program.append(.start)
    case .end: program.append(.end)
    case .characters(let set): program.append(.take(set))
    case .sequence(let nodes): for node in nodes { try append(node, to: &program) }
    case .choice(let first, let second):
      let split = program.count
      program.append(.match)
      try append(first, to: &program)
      let jump = program.count
      program.append(.match)
      program[split] = .split(split + 1, program.count)
      try append(second, to: &program)
      program[jump] = .jump(program.count)
    case .repeated(let node, let minimum, let maximum):
      for _ in 0..<minimum { try append(node, to: &program) }
      guard let maximum else { return try appendLoop(node, to: &program) }
      var splits: [Int] = []
      for _ in minimum..<maximum {
        splits.append(program.count)
        program.append(.match)
        try append(node, to: &program)
      }
      for split in splits { program[split] = .split(split + 1, program.count) }
    }
  }

  /// Any number of repetitions.
  private static func appendLoop(_ node: NamePatternNode, to program: inout [Step]) throws(Problem) {
    let split = program.count
    program.append(.match)
    try append(node, to: &program)
    program.append(.jump(split))
    program[split] = .split(split + 1, program.count)
  }
}

extension NamePattern: Codable {
  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
