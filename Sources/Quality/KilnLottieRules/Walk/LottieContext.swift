internal import KilnDiagnostics
package import KilnJSON
package import KilnLottieFormat
internal import KilnLottieImport
package import KilnRuleEngine

/// A Lottie document under validation, and what the walk counts in it.
///
/// A class, because every visit refers to it.
package final class LottieContext {
  let document: LottieDocument
  let findings: FindingCollector
  /// Options of rules.
  var options: ValidationOptions { findings.options }
  package let facts = LottieCounts()
  /// The file around the document; nil until it is known.
  package var file: ContainerVisit?
  /// Bytes of the document's JSON.
  let source: [UInt8]

  package init(_ document: LottieDocument, source: [UInt8], _ findings: FindingCollector) {
    self.document = document
    self.source = source
    self.findings = findings
  }

  /// The root of the file's tree.
  package var root: JSONValue { document.tree.root }

  /// The times that the animation shows.
  var range: Range<Double> {
    document.inPoint < document.outPoint ? document.inPoint..<document.outPoint : 0..<0
  }
}

/// Counts and references that the walk over a document collects.
package final class LottieCounts {
  /// IDs of assets that layers refer to.
  var usedAssets: Set<String> = []
  /// IDs of precompositions by the ID of the composition that shows them; nil for the root.
  var nestedCompositions: [String?: Set<String>] = [:]
  /// Characters of all texts.
  var characters: Set<Character> = []
  package var layers = 0
  var shapeItems = 0
  var masks = 0
  var mattes = 0
  var effects = 0
  var keyframes = 0
  /// Properties whose last keyframe has no value, because the one before says where it ends.
  var legacyProperties = 0
  /// Vertices of all paths, of an animated one those of its first keyframe.
  var pathPoints = 0
  /// Whether any property or layer changes over time.
  var isAnimated = false
}

extension TimelineVisit {
  /// The Lottie document; nil for SVGA.
  var lottie: LottieContext? { document as? LottieContext }
}
