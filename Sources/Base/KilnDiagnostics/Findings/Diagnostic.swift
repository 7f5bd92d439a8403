/// A finding about one location in a document.
///
/// Thrown if there can be no result, otherwise returned in a `DiagnosticLog`.
public struct Diagnostic: Error, Sendable, Hashable {
  /// Rule that the finding is an instance of.
  public var rule: Rule
  /// Description of the problem, worded for designers.
  public var message: String
  /// Advice for fixing it; nil if `Rule.remedy` is enough.
  public var advice: String?
  /// Location in the document.
  public var path: DocumentPath
  /// Number of further occurrences that were merged into this finding.
  public var repetitions = 0

  /// Number of occurrences that this finding stands for.
  public var occurrences: Int { repetitions.addingClamped(1) }

  /// A finding at `path`.
  public init(_ rule: Rule, _ message: String, at path: DocumentPath = .root, advice: String? = nil) {
    self.rule = rule
    self.message = message
    self.path = path
    self.advice = advice
  }

  /// The same finding at a location, unless it has one already.
  public func located(at path: @autoclosure () -> DocumentPath) -> Diagnostic {
    guard self.path == .root else { return self }
    var located = self
    located.path = path()
    return located
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `message (location), and repetitions more; advice`.
  public var description: String {
    let place = [path.location, path.position].filter { !$0.isEmpty }.joined(separator: "; ")
    var text = message
    if !place.isEmpty { text += " (\(place))" }
    if repetitions > 0 { text += ", and \(repetitions) more" }
    if let advice { text += "; \(advice)" }
    return text
  }
}
