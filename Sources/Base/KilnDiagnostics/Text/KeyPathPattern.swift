/// A pattern for key paths: names of layers, and of what is inside them, from the outermost, with dots between them.
///
/// `*` stands for one name, or as part of a name for any characters; `**` for any number of names. A dot or star that is
/// part of a name has a backslash before it.
public struct KeyPathPattern: Sendable, Hashable {
  private enum Step: Sendable, Hashable {
    /// Any number of names.
    case any
    /// One name: the parts between stars.
    case name([String])
  }

  /// The pattern as it was written.
  public let text: String
  private let steps: [Step]

  /// Reads a pattern; nil if it is empty or a name in it is.
  public init?(_ text: String) {
    self.text = text
    var steps: [Step] = []
    var parts = [""]
    var isEscaped = false
    func step() -> Step? {
      if parts == ["", "", ""] { return .any }
      return parts == [""] ? nil : .name(parts)
    }
    for character in text {
      if isEscaped {
        parts[parts.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "*" {
        parts.append("")
      } else if character == "." {
        guard let step = step() else { return nil }
        steps.append(step)
        parts = [""]
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    guard let last = step(), !isEscaped else { return nil }
    self.steps = steps + [last]
  }

  /// Whether the pattern stands for these names.
  public func matches(_ names: [String]) -> Bool { lengths(in: names).contains(names.count) }

  /// Whether the pattern stands for these names, or for the first of them: for something that contains them.
  public func contains(_ names: [String]) -> Bool { lengths(in: names).contains { $0 > 0 } }

  /// Lengths of the prefixes of `names` that the pattern matches.
  private func lengths(in names: [String]) -> Set<Int> {
    var reached: Set<Int> = [0]
    for step in steps {
      switch step {
      case .any: reached = reached.min().map { Set($0...names.count) } ?? []
      case .name(let parts):
        reached = Set(reached.lazy.filter { $0 < names.count && Self.matches(names[$0], parts) }.map { $0 + 1 })
      }
    }
    return reached
  }

  /// Whether a name consists of the parts with any characters between them. Greedy: taking the first occurrence of each
  /// part is sufficient.
  private static func matches(_ name: String, _ parts: [String]) -> Bool {
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return parts.first == name }
    guard name.count >= first.count + last.count, name.hasPrefix(first), name.hasSuffix(last) else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  /// The key path of some names, as it is written.
  public static func text(_ names: [String]) -> String {
    names.map { name in
      name.map { ".*\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }.joined(separator: ".")
  }

  /// A key path as messages show it: without the backslashes that escape dots and stars in names.
  package static func names(_ text: String) -> String {
    var isEscaped = false
    return String(
      text.filter { character in
        isEscaped = character == "\\" && !isEscaped
        return !isEscaped
      })
  }

  /// The error that nothing has this key path, with the nearest ones.
  public func unmatched(_ what: String, among paths: [[String]]) -> Diagnostic {
    var seen: Set<String> = []
    let texts = paths.map(Self.text).filter { seen.insert($0).inserted }
    let nearest = texts.map { (text: $0, distance: Spelling.distance(text, $0)) }
      .sorted { $0.distance < $1.distance }.prefix(3).map { "“\($0.text)”" }
    return Diagnostic(
      .keyPathUnmatched, "no \(what) has the key path “\(text)”",
      advice: nearest.isEmpty ? "there is none" : "the nearest are \(nearest.joined(separator: ", "))")
  }
}

extension Rule {
  /// A key path, key or slot names nothing.
  public static let keyPathUnmatched = Rule(
    "keyPath.unmatched", .error, .rejected, fault: .usage,
    "A key path, key or slot names nothing in the animation.",
    why: "What was asked to be changed or shown is not there, or has another name.",
    remedy: "Take a name in the message. `kiln inspect --layers` and `--keys` list them; ** stands for any layers.")
}
