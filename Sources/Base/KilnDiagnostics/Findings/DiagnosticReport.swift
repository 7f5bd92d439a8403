/// A finding in the form of every `--json` output and report.
public struct DiagnosticReport: Sendable, Hashable, Codable {
  /// ID of the rule, as `kiln rules` lists it.
  public var rule: String
  /// `note`, `warning` or `error`.
  public var severity: Rule.Severity
  /// `exact`, `approximated`, `dropped`, `reduced` or `rejected`.
  public var effect: Rule.Effect
  /// Message for people: what is wrong, without its place.
  public var message: String
  /// JSON pointer; empty for the whole document.
  public var path: String
  /// Names from the outermost layer inwards.
  public var layers: [String]
  /// The place in a designer's words, such as `Main › Glow (2) › Transform › Position, frames 10–50`.
  public var location: String
  /// The property as After Effects names it, from the outermost group inwards; empty for a whole layer.
  public var property: [String]
  /// First and last frame of each range of the source that is concerned; empty for all, or if they are not known.
  public var frames: [[Int]]
  /// Advice to the caller or the designer; nil if there is none.
  public var advice: String?
  /// Number of further occurrences that were merged into this finding.
  public var repetitions: Int

  /// A finding with all that is known of it.
  public init(_ diagnostic: Diagnostic) {
    rule = diagnostic.rule.id
    severity = diagnostic.rule.severity
    effect = diagnostic.rule.effect
    message = diagnostic.message
    path = diagnostic.path.pointer
    layers = diagnostic.path.layers
    location = diagnostic.path.location
    property = diagnostic.path.property
    frames = diagnostic.path.frames.ranges.map { [$0.lowerBound, $0.upperBound] }
    advice = diagnostic.advice
    repetitions = diagnostic.repetitions
  }

  /// The finding with bounded texts and lists, because names in files may be of any length: texts are cut to 1000 Unicode
  /// scalars, names in lists to 100, and lists to 16 elements. As JSON it has at most 50 kB.
  public var bounded: DiagnosticReport {
    func cut(_ text: String, _ count: Int = 1000) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }
    func cut(_ names: [String]) -> [String] { names.prefix(16).map { cut($0, 100) } }
    var finding = self
    finding.message = cut(message)
    finding.path = cut(path)
    finding.layers = cut(layers)
    finding.location = cut(location)
    finding.property = cut(property)
    finding.frames = Array(frames.prefix(16))
    finding.advice = advice.map { cut($0) }
    return finding
  }

  /// One line for people, of the form `message (location); advice`.
  public var text: String {
    message + (location.isEmpty ? "" : " (\(location))") + (advice.map { "; \($0)" } ?? "")
  }
}
