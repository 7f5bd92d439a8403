/// Policy that decides which findings a caller accepts and which are errors.
public struct RulePolicy: Sendable, Hashable {
  /// Consequence of a finding.
  public enum Verdict: Sendable, Hashable {
    /// Accepted by the caller.
    case allowed
    /// Reported; does not stop the work.
    case reported
    /// An error; there is no result.
    case refused
  }

  /// Patterns of rules whose findings are accepted, even those of severity `error`.
  public var allowed: [RulePattern]
  /// Patterns of rules whose findings are errors.
  public var denied: [RulePattern]
  /// Whether every lossy finding is an error.
  public var isStrict: Bool

  /// A policy; by default only findings of severity `error` are refused.
  public init(allowed: [RulePattern] = [], denied: [RulePattern] = [], isStrict: Bool = false) {
    self.allowed = allowed
    self.denied = denied
    self.isStrict = isStrict
  }

  /// The verdict on findings of a rule.
  ///
  /// An exact pattern takes precedence over one with `*`; among equal ones `denied` takes precedence over `allowed`, and
  /// both over `isStrict`.
  public func verdict(on rule: Rule) -> Verdict {
    if let chosen = choice(for: rule) { return chosen }
    return rule.severity == .error || isStrict && rule.effect.isLossy ? .refused : .reported
  }

  /// Whether a rule is refused by a pattern.
  public func isDenied(_ rule: Rule) -> Bool { choice(for: rule) == .refused }

  /// The verdict of the patterns; nil if none matches.
  private func choice(for rule: Rule) -> Verdict? {
    for isExact in [true, false] {
      if denied.contains(where: { $0.isExact == isExact && $0.matches(rule) }) { return .refused }
      if allowed.contains(where: { $0.isExact == isExact && $0.matches(rule) }) { return .allowed }
    }
    return nil
  }
}

/// Pattern for rule IDs, in which `*` matches any characters.
public struct RulePattern: Sendable, Hashable {
  /// The pattern as written.
  public let text: String

  /// A rule's ID, or a pattern in which each `*` matches any number of characters.
  public init(_ text: String) { self.text = text }

  /// Whether the pattern contains no `*`.
  public var isExact: Bool { !text.contains("*") }

  /// Whether the pattern matches a rule's ID.
  public func matches(_ rule: Rule) -> Bool {
    let parts = text.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return text == rule.id }
    guard rule.id.hasPrefix(first), rule.id.count >= first.count + last.count, rule.id.hasSuffix(last) else {
      return false
    }
    var rest = rule.id.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let start = rest.indices.first(where: { rest[$0...].hasPrefix(part) }) else { return false }
      rest = rest[start...].dropFirst(part.count)
    }
    return true
  }
}
