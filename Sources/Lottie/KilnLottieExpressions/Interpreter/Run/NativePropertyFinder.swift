internal import KilnJSON

/// Properties with expressions by their places in the document, each of which is looked for once.
struct NativePropertyFinder {
  /// An expression in one use of its composition.
  private struct Key: Hashable {
    var use: Int
    var node: Int
  }

  /// Number of layers that are looked through for uses of compositions.
  private static let maximumSearchedLayers = 10_000_000

  private let document: NativeDocument
  private let tree: JSONTree
  private let root: NativeComposition
  private var known: [Key: NativeProperty?] = [:]
  private var searched = 0

  init(_ document: NativeDocument, _ tree: JSONTree, root: NativeComposition) {
    self.document = document
    self.tree = tree
    self.root = root
  }

  /// Nil if the property is left to the engine.
  mutating func property(_ node: Int, in use: NativeUse) -> NativeProperty? {
    let key = Key(use: use.id, node: node)
    if let known = known[key] { return known }
    let found = foundProperty(node, in: use)
    known[key] = .some(found)
    return found
  }

  private mutating func foundProperty(_ node: Int, in use: NativeUse) -> NativeProperty? {
    let steps = tree.steps(to: node)
    guard let list = steps.firstIndex(where: { $0.value.key == "layers" }), list + 2 < steps.count else { return nil }
    let layer = steps[list + 1].value.index
    let composition = use.composition ?? firstUse(of: layer, in: root)
    guard document.hasFewLayers,
      let position = composition?.layers.firstIndex(where: { $0.index == layer }),
      let element = composition?.element(position), element.isPresented
    else { return nil }
    let property = element.property(at: node, isShape: element.type == 4 && steps[list + 2].value.key == "shapes")
    return property?.program == nil ? nil : property
  }

  /// The first use of a composition that has a layer, from the outside to the inside.
  private mutating func firstUse(of layer: Int, in composition: NativeComposition) -> NativeComposition? {
    searched += composition.layers.count
    guard searched < Self.maximumSearchedLayers else { return nil }
    if composition.layers.contains(where: { $0.index == layer }) { return composition }
    for (position, json) in composition.layers.enumerated() where json.integer("ty") == 0 {
      guard let inner = composition.element(position)?.inner else { continue }
      if let found = firstUse(of: layer, in: inner) { return found }
    }
    return nil
  }
}

/// A use of a composition in which an expression stands.
package struct NativeUse {
  /// −1 for the first use.
  var id: Int
  /// Nil for the first use.
  var composition: NativeComposition?

  package init(id: Int, composition: NativeComposition? = nil) {
    self.id = id
    self.composition = composition
  }
}
