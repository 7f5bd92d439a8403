public import KilnDiagnostics

/// A fix of Lottie documents that does not change their rendering.
package protocol LottieFix: Sendable {
  /// The rules whose findings it mends; the first one names it.
  var rules: [Rule] { get }
  /// Effect of the fix, for lists of fixes.
  var summary: String { get }
  /// Whether it is only made when its rule is chosen.
  var isOptIn: Bool { get }
  /// Whether it makes files larger.
  var grows: Bool { get }
  /// Forms that change less, in the order in which they are tried where this one would change a frame.
  var weakerForms: [any LottieFix] { get }

  /// Notes the changes to a document.
  ///
  /// - Throws: When a limit is exceeded.
  func apply(to draft: inout FixDraft) throws(Diagnostic)
}

extension LottieFix {
  package var isOptIn: Bool { false }
  package var grows: Bool { false }
  package var weakerForms: [any LottieFix] { [] }
  package var rule: Rule { rules[0] }
}

/// The fixes of Lottie documents.
package enum FixCatalogue {
  /// The fixes in the order in which they are applied: what others make superfluous goes first, what touches most of the
  /// text last.
  package static let lottie: [any LottieFix] = [
    HiddenLayersFix(), GuideLayersFix(), OutsideLayersFix(), UnusedAssetsFix(), DuplicateAssetsFix(),
    OutsideKeyframesFix(), StillKeyframesFix(), OversizedImagesFix(), MissingIndicesFix(), ImageNamesFix(),
    EditorDataFix(), PrecisionFix(), WhitespaceFix(),
  ]

  /// IDs of the rules that Lottie fixes mend.
  package static let ids: [String] = lottie.flatMap { $0.rules.map(\.id) }
}

/// Something that a fix does.
public struct FixChange: Sendable, Hashable {
  /// Kind of change to the part of the document.
  public enum Kind: String, Sendable, Hashable {
    /// A part is gone.
    case removed
    /// A part has another value.
    case changed
    /// A part is new.
    case added
  }

  /// The rule that it mends.
  public let rule: Rule
  /// Kind of change.
  public let kind: Kind
  /// Description of the change and its reason, such as `removed, it is switched off`.
  public let text: String
  /// The place in the document.
  public let path: DocumentPath

  /// A change; by default to the whole document.
  public init(rule: Rule, kind: Kind, text: String, path: DocumentPath = .root) {
    (self.rule, self.kind, self.text, self.path) = (rule, kind, text, path)
  }
}
