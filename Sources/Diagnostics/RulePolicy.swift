/// Which findings a caller accepts and which make its work fail.
public struct RulePolicy: Sendable, Hashable {
  /// What happens because of a finding.
  public enum Verdict: Sendable, Hashable {
    /// The caller knows about it and accepts it.
    case allowed
    /// It is reported and stops nothing.
    case reported
    /// There is no result.
    case refused
  }

  /// Rules whose findings are accepted, even those of severity `error`.
  public var allowed: [RulePattern]
  /// Rules whose findings are refused.
  public var denied: [RulePattern]
  /// Whether everything that is dropped or approximated is refused.
  public var isStrict: Bool

  /// A policy; the default refuses findings of severity `error` only.
  public init(allowed: [RulePattern] = [], denied: [RulePattern] = [], isStrict: Bool = false) {
    self.allowed = allowed
    self.denied = denied
    self.isStrict = isStrict
  }

  /// What happens because of a finding of a rule.
  ///
  /// A pattern that names the rule itself outranks one with `*`; of equals, `denied` outranks `allowed`, and both outrank
  /// `isStrict`.
  public func verdict(on rule: Rule) -> Verdict {
    if let chosen = choice(for: rule) { return chosen }
    return rule.severity == .error || isStrict && rule.effect.isLossy ? .refused : .reported
  }

  /// Whether a rule is refused because a pattern says so.
  public func isDenied(_ rule: Rule) -> Bool { choice(for: rule) == .refused }

  /// What the patterns say about a rule; nil if none names it.
  private func choice(for rule: Rule) -> Verdict? {
    for isExact in [true, false] {
      if denied.contains(where: { $0.isExact == isExact && $0.matches(rule) }) { return .refused }
      if allowed.contains(where: { $0.isExact == isExact && $0.matches(rule) }) { return .allowed }
    }
    return nil
  }
}

/// The ID of a rule, or the IDs of several, with `*` for any characters.
public struct RulePattern: Sendable, Hashable {
  /// What the user wrote.
  public let text: String

  /// A rule's ID, or a pattern in which each `*` stands for any characters, also none.
  public init(_ text: String) { self.text = text }

  /// Whether it names one rule.
  public var isExact: Bool { !text.contains("*") }

  /// Whether a rule's ID is meant.
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
