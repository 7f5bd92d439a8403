/// Everything lossy or notable that did not stop the work, in the order in which it was found.
public struct DiagnosticLog: Sendable {
  /// The findings.
  public private(set) var diagnostics: [Diagnostic] = []
  private var places: [Place: Int] = [:]

  /// Two findings with the same place are one: a precomposition that is used twice reports once.
  private struct Place: Hashable {
    var rule: Rule
    var path: DocumentPath
    var message: String

    /// Most places differ in these.
    func hash(into hasher: inout Hasher) {
      hasher.combine(rule)
      hasher.combine(path.pointer)
      hasher.combine(path.chain.last?.name)
    }
  }

  /// An empty log.
  public init() {}

  /// Adds a finding, or counts it if the same one is there already.
  public mutating func add(_ diagnostic: Diagnostic) {
    let place = Place(rule: diagnostic.rule, path: diagnostic.path, message: diagnostic.message)
    if let index = places[place] {
      diagnostics[index].repetitions += 1 + diagnostic.repetitions
    } else {
      places[place] = diagnostics.count
      diagnostics.append(diagnostic)
    }
  }

  /// Adds a finding.
  public mutating func add(
    _ rule: Rule, _ message: String, at path: DocumentPath = .root, advice: String? = nil
  ) {
    add(Diagnostic(rule, message, at: path, advice: advice))
  }

  /// Adds all findings of another log.
  public mutating func add(contentsOf other: DiagnosticLog) {
    for diagnostic in other.diagnostics { add(diagnostic) }
  }

  /// Whether something of the source is missing or changed in the result.
  public var isLossy: Bool {
    diagnostics.contains(where: \.rule.effect.isLossy)
  }
}
