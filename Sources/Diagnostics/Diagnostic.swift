/// One finding about one place in a document.
///
/// Thrown when there can be no result, otherwise returned in a `DiagnosticLog`.
public struct Diagnostic: Error, Sendable, Hashable {
  /// What kind of finding it is.
  public var rule: Rule
  /// What is wrong, in words for a designer.
  public var message: String
  /// What to do about it.
  public var advice: String?
  /// Where it is.
  public var path: DocumentPath
  /// How many more places of the same kind were folded into this finding.
  public var repetitions = 0

  /// A finding at `path`.
  public init(_ rule: Rule, _ message: String, at path: DocumentPath = .root, advice: String? = nil) {
    self.rule = rule
    self.message = message
    self.path = path
    self.advice = advice
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `what is wrong (where); what to do`.
  public var description: String {
    let place = [path.location, path.position].filter { !$0.isEmpty }.joined(separator: "; ")
    var text = message
    if !place.isEmpty { text += " (\(place))" }
    if repetitions > 0 { text += ", and \(repetitions) more" }
    if let advice { text += "; \(advice)" }
    return text
  }
}
