internal import KilnGeometry
internal import KilnJSON

/// Reads single properties of a document by their place in its JSON tree, with the slots and the theme.
package struct LottiePropertyReader {
  private let tree: JSONTree
  private let version: LottieVersion
  private let parser: PropertyParser

  /// A reader of the properties of a document.
  package init(_ document: LottieDocument) {
    tree = document.tree
    version = document.version
    parser = PropertyParser(slots: tree.root["slots"], themeSlots: document.themeSlots?.root)
  }

  /// Factor from the colours of shapes in the file to 0…1.
  package var shapeColorFactor: Double { version.isBefore(4, 1, 9) ? 1 / 255 : 1 }

  /// The property that is the object at an index of the tree.
  package func property<Value: LottieValue>(at node: Int, default fallback: Value) -> LottieProperty<Value> {
    parser.property(tree.value(at: node), default: fallback)
  }

  /// The colour of a shape, 0…1.
  package func shapeColor(at node: Int) -> LottieProperty<LottieColor> {
    var color: LottieProperty<LottieColor> = property(at: node, default: [0, 0, 0, 1])
    guard shapeColorFactor != 1 else { return color }
    color.value *= shapeColorFactor
    for index in color.keyframes.indices {
      color.keyframes[index].start? *= shapeColorFactor
      color.keyframes[index].end? *= shapeColorFactor
    }
    return color
  }

  /// The expression of the object at an index of the tree, or of the slot that takes its place.
  package func expression(at node: Int) -> LottieExpression? { parser.expression(tree.value(at: node)) }

  /// The objects inside an item that have an expression, or a slot with one, in the order of the file.
  package func expressions(inside node: Int) -> [Int] {
    let own = tree.objects(withString: "x", inside: node).filter { $0["k"] != nil && $0.string("x") != "" }
    let slots = tree.objects(withString: "sid", inside: node).filter { expression(at: $0.index) != nil }
    return Set((own + slots).map(\.index)).sorted()
  }
}
