internal import KilnDiagnostics
internal import KilnJSON

/// Checks the number of parts of a document against the limits before they are allocated.
///
/// An empty layer takes three bytes in the file and hundreds in memory, and other parts likewise, so a small file could
/// exhaust the machine.
struct LottiePartCounter {
  private let tree: JSONTree
  private let theme: LottieTheme?
  private let limits: Limits

  /// Throws when there is more of something than the limits allow.
  static func check(_ tree: JSONTree, theme: LottieTheme?, limits: Limits) throws(Diagnostic) {
    let counter = LottiePartCounter(tree: tree, theme: theme, limits: limits)
    try counter.checkParts()
    try counter.checkSlots()
  }

  /// All parts are objects in arrays.
  private func checkParts() throws(Diagnostic) {
    let least = min(limits.layers, limits.shapeItems, limits.keyframes, limits.documentParts)
    // Most files are so small that they need not be counted, or have so few parts that it does not matter of which kind.
    guard tree.root.source.count / 3 > least, tree.root.elementCount > least else { return }
    let (counts, others) = tree.elementCounts(inArraysNamed: ["layers", "shapes", "it", "k"])
    try limits.check(counts[0], atMost: .layers, "the number of layers in the file")
    try limits.check(counts[1] + counts[2], atMost: .shapeItems, "the number of shape items in the file")
    try limits.check(counts[3], atMost: .keyframes, "the number of keyframes in the file")
    try limits.check(others, atMost: .documentParts, "the number of effects, masks and other parts in the file")
  }

  /// Every property that takes a slot's value has keyframes of its own.
  private func checkSlots() throws(Diagnostic) {
    guard tree.root["slots"] != nil || theme != nil else { return }
    var sizes: [String: Int] = [:]
    var count = 0
    for property in tree.objects(withString: "sid", inside: tree.root.index) {
      guard let id = property.string("sid") else { continue }
      let size = sizes[id] ?? keyframes(inSlot: id)
      sizes[id] = size
      count += size
      try limits.check(count, atMost: .keyframes, "the number of keyframes that properties take from slots")
    }
  }

  private func keyframes(inSlot id: String) -> Int {
    [tree.root["slots"], theme?.slots?.root].reduce(0) { count, slots in
      guard let slot = slots?.member(named: id) else { return count }
      return max(count, slot.elementCount)
    }
  }
}
