internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// A document and the edits that one rewrite makes to it.
struct RewriteDraft {
  /// A use of a feature that a rewrite leaves.
  struct Refusal {
    let feature: String
    /// JSON pointer of the layer.
    let layer: String
    let reason: String
  }

  let document: LottieDocument
  let settings: TargetRewriting
  let support: TargetSupport
  var edits: JSONEdits
  private(set) var refusals: [Refusal] = []
  /// All compositions in the order of the file, the main one last.
  let compositions: [DocumentComposition]

  init(_ document: LottieDocument, _ settings: TargetRewriting, _ support: TargetSupport) {
    self.document = document
    self.settings = settings
    self.support = support
    edits = JSONEdits(document.tree)
    compositions = DocumentComposition.all(in: document)
  }

  var limits: Limits { settings.limits }

  func json(_ node: Int) -> JSONValue { document.tree.value(at: node) }

  /// Sets a member of an object, in place of one that may be there.
  mutating func set(_ name: StaticString, _ text: String, of object: JSONValue) {
    if let value = object.member(named: String(describing: name)) {
      edits.replace(value, by: text)
    } else {
      edits.addMember(name, text, to: object)
    }
  }

  /// Notes why a use of a feature in a layer stays.
  mutating func refuse(_ feature: String, _ layer: LottieLayer, because reason: String) {
    refusals.append(Refusal(feature: feature, layer: document.pointer(to: layer.node), reason: reason))
  }

  /// Whether a value, or anything inside, has an expression.
  func hasExpressions(_ json: JSONValue) -> Bool { !document.expressions(inside: json.index).isEmpty }

  /// Calls an action for each layer with its composition.
  mutating func eachLayer(
    _ action: (inout RewriteDraft, LottieLayer, DocumentComposition) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    for composition in compositions {
      for layer in composition.layers { try action(&self, layer, composition) }
    }
  }

  /// Times at whose values a layer's property is sampled: whole frames in which it may change and the layer be seen.
  ///
  /// - Parameters:
  ///   - size: Numbers of one sample.
  /// - Returns: Times in frames, one for a constant; nil if there are too many.
  func sampleTimes(of layer: LottieLayer, _ changes: ChangeTimes, size: Int) -> [Double]? {
    let first = layer.inPoint ?? document.inPoint
    let last = layer.outPoint ?? document.outPoint
    guard first.isFinite, last.isFinite else { return nil }
    guard let bounds = changes.bounds, last > first else { return [first] }
    let start = max(first, bounds.lowerBound).rounded(.down)
    let end = min(last, bounds.upperBound).rounded(.up)
    guard end > start else { return [min(start, last)] }
    let count = end - start + 1
    guard count * Double(max(1, size)) <= Double(settings.sampledNumbers) else { return nil }
    return (0..<Int(count)).map { start + Double($0) }
  }
}

/// A list of shape items: `shapes` of a layer, or `it` of a group.
struct ShapeList {
  let layer: LottieLayer
  let json: JSONValue
  /// The items as they are parsed, without the transform.
  let items: [ShapeItem]

  /// The list and all lists in groups inside, the outermost first.
  static func all(of layer: LottieLayer, _ json: JSONValue) -> [ShapeList] {
    guard case .shapes(let items) = layer.content, let shapes = json["shapes"] else { return [] }
    var lists = [ShapeList(layer: layer, json: shapes, items: items)]
    var next = 0
    while next < lists.count {
      for item in lists[next].items {
        guard case .group(let group) = item, let inner = lists[next].json.item(group.head.node)?["it"] else { continue }
        lists.append(ShapeList(layer: layer, json: inner, items: group.items))
      }
      next += 1
    }
    return lists
  }
}

extension JSONValue {
  /// The child with an index in the tree.
  fileprivate func item(_ node: Int) -> JSONValue? { children.first { $0.index == node } }
}
