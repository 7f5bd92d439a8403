package import KilnDiagnostics
package import KilnJSON
package import KilnLottieFormat
internal import KilnLottieImport
package import KilnTimeline

/// Properties of the file around a document, for fixes.
package struct FixContext: Sendable {
  /// Whether state machines may name layers.
  var hasStateMachines = false
  /// Whether themes may replace the values of slots.
  var hasThemes = false
  /// Whether images are in an archive with the document.
  var isArchive = false
  /// Name of the file without its extension; nil if it has none.
  package var name: String?
  let limits: Limits
  /// The frames of the document, for fixes that ask how it is drawn; nil if it cannot be.
  let bake: @Sendable (_ document: [UInt8]) -> Timeline?

  package init(limits: Limits, bake: @escaping @Sendable (_ document: [UInt8]) -> Timeline?) {
    (self.limits, self.bake) = (limits, bake)
  }
}

/// A document and the changes that one fix makes to it.
package struct FixDraft {
  package let document: LottieDocument
  let surroundings: FixContext
  package var edits: JSONEdits
  package private(set) var changes: [FixChange] = []
  /// Replaces the text of the document after the edits; nil to keep it.
  var text: [UInt8]?
  /// Image files that get other names.
  var copies: [FixedFile.Copy] = []
  /// Compositions in the order of the file, the main one last, as in a walk.
  let compositions: [DocumentComposition]
  private let rule: Rule

  package init(_ document: LottieDocument, _ surroundings: FixContext, _ rule: Rule) {
    self.document = document
    self.surroundings = surroundings
    self.rule = rule
    edits = JSONEdits(document.tree)
    compositions = DocumentComposition.all(in: document)
  }

  package var root: JSONValue { document.tree.root }

  /// Whether scripts may read any layer, property or name: expressions, or state machines of a dotLottie.
  var isScripted: Bool {
    surroundings.hasStateMachines || !document.tree.objects(withString: "x", inside: 0).isEmpty
  }

  package mutating func note(
    _ kind: FixChange.Kind, _ text: String, rule: Rule? = nil, at path: DocumentPath = .root
  ) {
    changes.append(FixChange(rule: rule ?? self.rule, kind: kind, text: text, path: path))
  }

  /// Properties that a message names.
  private static let namedProperties = 3

  /// Names of properties of a layer, as After Effects shows them: `Position, Scale and 2 more`.
  func names(of properties: [JSONValue], in layer: LottieLayer) -> String {
    let all = properties.map { property in
      let names = document.location(of: property.index, inLayer: layer.node).names
      return names.isEmpty ? "a property" : names.suffix(names.count > 2 ? 2 : 1).joined(separator: " › ")
    }
    let shown = all.prefix(Self.namedProperties)
    guard all.count <= shown.count else {
      return shown.joined(separator: ", ") + " and \(all.count - shown.count) more"
    }
    guard shown.count > 1 else { return shown.joined() }
    return shown.dropLast().joined(separator: ", ") + " and \(shown.last ?? "")"
  }

  /// The document with all changes.
  package var result: [UInt8] { text ?? edits.applied() }
}
