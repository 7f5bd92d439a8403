internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnRuleEngine

/// A part of a document that rules examine.
protocol LottieVisit {
  var context: LottieContext { get }
  /// Location of a value in the part of the document that is visited.
  func path(to value: JSONValue) -> DocumentPath
  /// The visited value.
  var json: JSONValue { get }
}

extension LottieVisit {
  /// Adds a finding about the visited value, or about one inside.
  func report(
    _ rule: Rule, _ message: @autoclosure () -> String, at value: JSONValue? = nil,
    advice: @autoclosure () -> String? = nil, atLeast severity: Rule.Severity = .note
  ) {
    context.findings.report(rule, message(), at: path(to: value ?? json), advice: advice(), atLeast: severity)
  }

  /// Adds a finding about a feature that not all players have; `severity` is the highest for any targets.
  func report(
    _ rule: Rule, feature: String, _ message: @autoclosure () -> String, at value: JSONValue? = nil,
    atMost severity: Rule.Severity = .error
  ) {
    context.findings.reportFeature(rule, feature, message(), at: path(to: value ?? json), atMost: severity)
  }

  /// Value of a rule's option.
  func value(_ option: ValidationRule.Option, of rule: Rule) -> Double { context.findings.value(option, of: rule) }
}

/// A composition with all its layers.
final class CompositionVisit: LottieVisit {
  let context: LottieContext
  let composition: LottieComposition
  /// ID of the asset; nil for the root composition.
  let asset: String?
  /// The array of layers, or the asset.
  let json: JSONValue
  let names: LayerNames
  /// Positions in `composition.layers` by `ind`; of several the first.
  let positions: [Int: Int]

  init(_ composition: LottieComposition, asset: String?, json: JSONValue, _ context: LottieContext) {
    self.composition = composition
    self.asset = asset
    self.json = json
    self.context = context
    names = LayerNames(composition)
    let pairs = composition.layers.enumerated().compactMap { at, layer in layer.index.map { ($0, at) } }
    positions = Dictionary(pairs) { first, _ in first }
  }

  var layers: [LottieLayer] { composition.layers }

  /// The JSON object of a layer.
  func json(of position: Int) -> JSONValue { context.document.tree.value(at: layers[position].node) }

  func path(to value: JSONValue) -> DocumentPath {
    guard let position = layers.firstIndex(where: { $0.node == value.index }) else {
      return DocumentPath(pointer: value.pointer)
    }
    return DocumentPath(pointer: value.pointer, chain: [names.labels[position]])
  }

  /// Name of the composition for messages.
  var title: String { composition.name.isEmpty ? asset ?? "the main composition" : composition.name }
}

/// A layer.
struct LayerVisit: LottieVisit {
  let composition: CompositionVisit
  /// Position in `composition.layers`.
  let position: Int
  let layer: LottieLayer
  let json: JSONValue

  var context: LottieContext { composition.context }

  /// Location of the layer, or of something inside by the names of After Effects.
  func path(to value: JSONValue) -> DocumentPath {
    let chain = [composition.names.labels[position]]
    guard value.index != layer.node else { return DocumentPath(pointer: value.pointer, chain: chain) }
    let location = context.document.location(of: value.index, inLayer: layer.node)
    return DocumentPath(pointer: location.pointer, chain: chain, property: location.names)
  }
}

/// An item of a shape layer.
struct ShapeVisit: LottieVisit {
  let layer: LayerVisit
  let json: JSONValue
  /// `ty`.
  let type: String
  /// The array that contains it.
  let siblings: JSONValue
  /// Position in the array.
  let position: Int

  var context: LottieContext { layer.context }
  func path(to value: JSONValue) -> DocumentPath { layer.path(to: value) }
}

/// A property: an object with a member `k`.
struct PropertyVisit: LottieVisit {
  /// Kind of object that the property belongs to.
  enum Owner { case transform, shape(String), mask, effect, text, layer }

  let layer: LayerVisit
  let json: JSONValue
  /// `k`.
  let content: JSONValue
  let owner: Owner
  /// Whether `content` is a list of keyframes.
  let isAnimated: Bool

  var context: LottieContext { layer.context }
  func path(to value: JSONValue) -> DocumentPath { layer.path(to: value) }

  /// Whether it is the property with a name of a shape item of a type.
  func isShape(_ type: String, _ name: String) -> Bool {
    guard case .shape(type) = owner else { return false }
    return json.key == name
  }

  /// Whether its values are paths.
  var isPath: Bool {
    guard let value = isAnimated ? content.first?["s"]?.first : content else { return false }
    return value.kind == .object && value["v"] != nil
  }
}

/// A mask.
struct MaskVisit: LottieVisit {
  let layer: LayerVisit
  let mask: LottieMask
  let json: JSONValue

  var context: LottieContext { layer.context }
  func path(to value: JSONValue) -> DocumentPath { layer.path(to: value) }
}

/// An effect.
struct EffectVisit: LottieVisit {
  let layer: LayerVisit
  let effect: LottieEffect
  let json: JSONValue

  var context: LottieContext { layer.context }
  func path(to value: JSONValue) -> DocumentPath { layer.path(to: value) }
}

/// An element of `assets`.
struct AssetVisit: LottieVisit {
  let context: LottieContext
  let json: JSONValue
  /// `id`; nil if it has none.
  let id: String?
  /// The image; nil for other assets.
  let image: LottieImage?

  func path(to value: JSONValue) -> DocumentPath { DocumentPath(pointer: value.pointer) }
}

/// The whole document, after everything in it has been visited.
struct DocumentVisit: LottieVisit {
  let context: LottieContext

  var json: JSONValue { context.root }
  var document: LottieDocument { context.document }
  var facts: LottieCounts { context.facts }
  func path(to value: JSONValue) -> DocumentPath { DocumentPath(pointer: value.pointer) }
}
