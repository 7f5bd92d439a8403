/// Pattern for relative paths: `*` and `?` stay within one component, `**` spans any number of them, `[a-z]` and
/// `[!a-z]` match one character of a set, and `{a,b}` either text.
///
/// A pattern without `/` matches the last component at any depth, as in `.gitignore`.
package struct GlobPattern: Sendable, Hashable {
  /// The pattern as written.
  package let text: String
  /// Components of each alternative.
  private let alternatives: [[Component]]

  private enum Component: Hashable {
    case anyDepth
    case one([Token])
  }

  fileprivate enum Token: Hashable {
    case literal(Character)
    case anyCharacter, anyText
    case set([ClosedRange<Character>], isNegated: Bool)
  }

  /// Largest number of texts that the braces of a pattern expand to.
  private static let maximumAlternatives = 256

  /// Parses a pattern; nil if it is empty, a set or brace is not closed, or braces expand to more than 256 texts.
  package init?(_ text: String) { self.init(text, isAnchored: false) }

  /// Parses a pattern.
  ///
  /// - Parameters:
  ///   - isAnchored: Whether a pattern without `/` matches names at the top only.
  ///   - hasBraces: Whether braces are alternatives; they stand for themselves if not.
  package init?(_ text: String, isAnchored: Bool, hasBraces: Bool = true) {
    self.text = text
    guard !text.isEmpty, let expanded = hasBraces ? Self.expandBraces(text) : [text] else { return nil }
    var alternatives: [[Component]] = []
    for part in expanded {
      guard let components = Self.components(of: part, isAnchored: isAnchored) else { return nil }
      alternatives.append(components)
    }
    self.alternatives = alternatives
  }

  /// Whether the pattern matches a relative path with `/` between components.
  package func matches(_ path: String) -> Bool {
    let names = path.split(separator: "/").map(Array.init)
    return alternatives.contains { Self.matches($0, names) }
  }

  /// Whether the pattern can match a path below a folder.
  package func mayMatch(below folder: String) -> Bool {
    let names = folder.split(separator: "/").map(Array.init)
    return alternatives.contains { Self.mayMatch($0, below: names) }
  }

  private static func components(of text: String, isAnchored: Bool) -> [Component]? {
    let isName = !text.contains("/") && !isAnchored
    var components: [Component] = isName ? [.anyDepth] : []
    var names = text.split(separator: "/").map(String.init)
    if names.first == "." { names.removeFirst() }
    for name in names {
      if name == "**" {
        // Two in a row mean the same as one.
        if components.last != .anyDepth { components.append(.anyDepth) }
        continue
      }
      guard let tokens = tokens(of: name) else { return nil }
      components.append(.one(tokens))
    }
    // `icons/` names a folder, and so all that is in it.
    if text.hasSuffix("/"), components.last != .anyDepth { components.append(.anyDepth) }
    return components
  }

  private static func tokens(of name: String) -> [Token]? {
    var tokens: [Token] = []
    var rest = Array(name)[...]
    while let character = rest.popFirst() {
      switch character {
      case "*": if tokens.last != .anyText { tokens.append(.anyText) }
      case "?": tokens.append(.anyCharacter)
      case "\\": tokens.append(.literal(rest.popFirst() ?? "\\"))
      case "[":
        guard let set = set(&rest) else { return nil }
        tokens.append(set)
      default: tokens.append(.literal(character))
      }
    }
    return tokens
  }

  /// The set after `[`, up to and with its `]`.
  private static func set(_ rest: inout ArraySlice<Character>) -> Token? {
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<Character>] = []
    while let first = rest.popFirst() {
      if first == "]", !ranges.isEmpty { return .set(ranges, isNegated: isNegated) }
      guard rest.first == "-", let last = rest.dropFirst().first, last != "]" else {
        ranges.append(first...first)
        continue
      }
      guard first <= last else { return nil }
      rest.removeFirst(2)
      ranges.append(first...last)
    }
    return nil
  }

  /// The patterns without braces that a pattern with braces stands for.
  private static func expandBraces(_ text: String) -> [String]? {
    var waiting = [text]
    var done: [String] = []
    while let next = waiting.popLast() {
      guard done.count + waiting.count < maximumAlternatives else { return nil }
      // The innermost braces first, so that their commas are theirs.
      guard let end = next.firstIndex(of: "}") else {
        if next.contains("{") { return nil }
        done.append(next)
        continue
      }
      guard let start = next[..<end].lastIndex(of: "{") else { return nil }
      let choices = next[next.index(after: start)..<end].split(separator: ",", omittingEmptySubsequences: false)
      for choice in choices.reversed() {
        waiting.append(String(next[..<start]) + String(choice) + String(next[next.index(after: end)...]))
      }
    }
    return done
  }

  /// Matches components in time proportional to the product of both numbers.
  private static func matches(_ pattern: [Component], _ names: [[Character]]) -> Bool {
    var reached = start(names)
    for component in pattern { reached = step(component, names, reached) }
    return reached.last ?? false
  }

  /// Whether all names are matched while a part of the pattern is left.
  private static func mayMatch(_ pattern: [Component], below names: [[Character]]) -> Bool {
    var reached = start(names)
    for component in pattern {
      if reached.last == true { return true }
      reached = step(component, names, reached)
      if component == .anyDepth, reached.last == true { return true }
    }
    return false
  }

  /// reached[i]: the pattern so far matches the first i names. An empty pattern matches none.
  private static func start(_ names: [[Character]]) -> [Bool] { [true] + [Bool](repeating: false, count: names.count) }

  private static func step(_ component: Component, _ names: [[Character]], _ reached: [Bool]) -> [Bool] {
    var next = [Bool](repeating: false, count: reached.count)
    switch component {
    case .anyDepth:
      if let first = reached.firstIndex(of: true) { for index in first..<next.count { next[index] = true } }
    case .one(let tokens):
      for (index, name) in names.enumerated() where reached[index] && matches(tokens, name) { next[index + 1] = true }
    }
    return next
  }

  private static func matches(_ tokens: [Token], _ name: [Character]) -> Bool {
    var (token, position) = (0, 0)
    // Backtracking state: index of the last `*` (−1 before the first one), and the position after the characters that
    // it takes. If a later token fails, it takes one more.
    var (star, mark) = (-1, 0)
    while position < name.count {
      if token < tokens.count, tokens[token] == .anyText {
        (star, mark) = (token, position)
        token += 1
      } else if token < tokens.count, tokens[token].matches(name[position]) {
        token += 1
        position += 1
      } else if star >= 0 {
        mark += 1
        (token, position) = (star + 1, mark)
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { $0 == .anyText }
  }
}

extension GlobPattern.Token {
  fileprivate func matches(_ character: Character) -> Bool {
    switch self {
    case .literal(let own): own == character
    case .anyCharacter: true
    case .anyText: false
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
    }
  }
}
