internal import KilnDiagnostics
internal import KilnJSON

/// The JSON tree: parsing, and all that can be asked of each value.
enum JSONTarget {
  private static let maximumValues = 2000

  static func run(_ bytes: [UInt8]) {
    for (range, readsTextNumbers) in [(JSONTree.NumberRange.double, false), (.float, true)] {
      guard let tree = try? JSONTree(bytes, numbers: range, readsTextNumbers: readsTextNumbers, limits: .fuzzing) else {
        continue
      }
      visit(tree, range)
      reparse(tree)
    }
  }

  private static func visit(_ tree: JSONTree, _ range: JSONTree.NumberRange) {
    var rest = [tree.root]
    var visited = 0
    while let value = rest.popLast(), visited < maximumValues {
      visited += 1
      if let number = value.number, !number.isFinite { FuzzTarget.fail("a number of JSON is not finite") }
      _ = (value.integer, value.bool, value.isTruthy, value.string, value.key, value.numbers, value.firstFourNumbers)
      _ = (value.first?.number, value.firstNumber, value.source.count, value.elementCount)
      if let pairs = value.numberPairs { for pair in pairs where pair.x.isNaN { FuzzTarget.fail("NaN in a pair") } }
      if visited < 50 { _ = value.pointer }
      if let key = value.key, visited < 50 { _ = value.member(named: key) }
      rest.append(contentsOf: value.children)
    }
    _ = (tree.textNumberCount, tree.firstTextNumber?.index)
    _ = tree.elementCounts(inArraysNamed: ["layers", "k"])
  }

  /// The document without spaces is the same one.
  private static func reparse(_ tree: JSONTree) {
    guard let compact = try? JSONTree(tree.compactBytes, limits: .fuzzing) else {
      FuzzTarget.fail("a document without its spaces is no document")
    }
    guard count(compact.root) == count(tree.root) else { FuzzTarget.fail("compact bytes hold other values") }
  }

  private static func count(_ root: JSONValue) -> Int {
    var rest = [root]
    var count = 0
    while let value = rest.popLast() {
      count += 1
      rest.append(contentsOf: value.children)
    }
    return count
  }
}
