/// Findings that did not stop the work, in the order in which they were made.
public struct DiagnosticLog: Sendable {
  /// The findings, each once; equal ones are counted in `Diagnostic.repetitions`.
  public private(set) var diagnostics: [Diagnostic] = []
  /// Index of each finding.
  private var indices: [Key: Int] = [:]

  /// Identity of a finding: a precomposition that is used twice reports once.
  private struct Key: Hashable {
    var rule: Rule
    var path: DocumentPath
    var message: String

    /// Hashes the parts in which most findings differ.
    func hash(into hasher: inout Hasher) {
      hasher.combine(rule)
      hasher.combine(path.pointer)
      hasher.combine(path.chain.last?.name)
    }
  }

  /// An empty log.
  public init() {}

  /// Adds a finding, or increases the repetitions of an equal one.
  public mutating func add(_ diagnostic: Diagnostic) {
    let key = Key(rule: diagnostic.rule, path: diagnostic.path, message: diagnostic.message)
    if let index = indices[key] {
      diagnostics[index].repetitions += 1 + diagnostic.repetitions
    } else {
      indices[key] = diagnostics.count
      diagnostics.append(diagnostic)
    }
  }

  /// Adds a finding of a rule.
  public mutating func add(
    _ rule: Rule, _ message: String, at path: DocumentPath = .root, advice: String? = nil
  ) {
    add(Diagnostic(rule, message, at: path, advice: advice))
  }

  /// Adds all findings of another log.
  public mutating func add(contentsOf other: DiagnosticLog) {
    for diagnostic in other.diagnostics { add(diagnostic) }
  }

  /// Whether a finding's effect is lossy.
  public var isLossy: Bool {
    diagnostics.contains(where: \.rule.effect.isLossy)
  }
}
