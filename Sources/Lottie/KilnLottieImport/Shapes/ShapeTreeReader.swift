internal import KilnDiagnostics
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnPixels

extension ShapeTree {
  /// - Parameters:
  ///   - firstFrame: As `TrackParts.firstFrame`, of groups and paths.
  ///   - budget: Counts the copies of repeaters, and the styles and modifiers over paths.
  /// - Throws: `limit.exceeded`.
  init(
    _ items: [ShapeItem], _ rules: FidelityRules, _ expressions: ExpressionRunner?, firstFrame: Double = -.infinity,
    limits: Limits, budget: DocumentCounters
  ) throws(Diagnostic) {
    var reader = ShapeTreeReader(
      rules: rules, expressions: expressions, firstFrame: firstFrame, limits: limits, budget: budget)
    try reader.read(items)
    self = reader.tree
  }
}

/// Reads a shape layer's items into a tree.
private struct ShapeTreeReader {
  let rules: FidelityRules
  let expressions: ExpressionRunner?
  let firstFrame: Double
  let limits: Limits
  let budget: DocumentCounters
  private(set) var tree = ShapeTree()

  mutating func read(_ items: [ShapeItem]) throws(Diagnostic) {
    var scope = Scope()
    tree.roots = try read(items[...], in: &scope)
    for modifier in tree.modifiers where modifier.track.isAnimated {
      for path in modifier.paths { tree.paths[path].isAnimated = true }
    }
    // A sequential trim makes every path depend on the lengths of all others.
    for modifier in tree.modifiers where modifier.track.formula.linksPaths && modifier.paths.count > 1 {
      let isAnimated = modifier.paths.contains { tree.paths[$0].isAnimated }
      for path in modifier.paths {
        tree.paths[path].isLinked = true
        if isAnimated { tree.paths[path].isAnimated = true }
      }
    }
  }

  /// Enclosing state of the items still to be read; items are read bottom-up.
  private struct Scope {
    /// Groups around them, outermost first.
    var groups: [Int] = []
    /// Styles below them.
    var styles: [PathConsumer] = []
    /// Modifiers below them.
    var modifiers: [Int] = []
    /// The merge whose paths they are.
    var merge: PathConsumer?
    /// Whether they are the original of a repeater's copies, which is there for styles below the repeater only.
    var isOriginal = false
    /// Number of merges around or below them.
    var mergeCount = 0
    /// Number of repeaters below them.
    var repeaterCount = 0

    /// Whether styles among them paint.
    var isPainted: Bool { merge == nil && !isOriginal }
  }

  /// A style or merge that uses the paths still to be read.
  private struct PathConsumer {
    var index: Int
    /// Number of groups around the style or merge.
    var depth: Int
  }

  private mutating func read(
    _ items: ArraySlice<ShapeItem>, in scope: inout Scope
  ) throws(Diagnostic) -> [ShapeTree.Node] {
    var nodes: [ShapeTree.Node] = []
    for index in items.indices.reversed() {
      // lottie-web shows hidden groups and applies hidden modifiers; hidden paths and styles have a part below.
      if rules.hidesHiddenItems && items[index].isHiddenGroupOrModifier { continue }
      if scope.repeaterCount > 0 { try budget.addRepeatedItem() }
      let item = items[index]
      switch item {
      case .fill, .stroke, .gradientFill, .gradientStroke:
        if let paint = StyleTrack(expressions, ifAny: { StyleFormula(item, &$0) }) {
          addStyle(paint, item.head, in: &scope, &nodes)
        }
      case .path, .rectangle, .ellipse, .polystar:
        let geometry = { (parts: inout TrackParts) in
          parts.firstFrame = firstFrame
          return PathGeometry(item, &parts)
        }
        if let source = PathSource(expressions, ifAny: geometry) {
          try addPath(.item(source), item.head, isAnimated: source.isAnimated, in: scope)
        }
      case .trim, .roundedCorners, .puckerBloat, .zigZag, .offsetPath:
        if let modifier = ModifierTrack(expressions, ifAny: { ModifierFormula(item, &$0) }) {
          addModifier(modifier, in: &scope)
        }
      case .repeater(let item):
        return nodes + (try repeated(items[..<index], by: RepeaterTrack(item, expressions), in: scope))
      case .mergePaths(let item):
        // Without effect in lottie-web.
        guard rules.mergesPaths else { continue }
        try merge(items[..<index], by: item, in: scope)
        return nodes
      case .group(let item):
        let group = ShapeTree.Group(
          name: item.head.name, transform: .own(TransformTrack(item.transform, firstFrame: firstFrame, expressions)),
          blendMode: blendMode(item.head))
        nodes.append(try addGroup(group, of: item.items[...], in: scope))
      case .other: break
      }
    }
    return nodes
  }

  private mutating func addStyle(
    _ paint: StyleTrack, _ head: ItemHead, in scope: inout Scope, _ nodes: inout [ShapeTree.Node]
  ) {
    guard scope.isPainted else { return }
    nodes.append(.style(tree.styles.count))
    if !head.isHidden { scope.styles.append(PathConsumer(index: tree.styles.count, depth: scope.groups.count)) }
    tree.styles.append(
      ShapeTree.Style(
        paint: paint, blendMode: blendMode(head), isCut: rules.limitsMaskRegions && paint.formula.isMaskedStroke))
  }

  private func blendMode(_ head: ItemHead) -> BlendMode { BlendMode(lottie: head.blendMode, rules) }

  private mutating func addModifier(_ modifier: ModifierTrack, in scope: inout Scope) {
    scope.modifiers.append(tree.modifiers.count)
    tree.modifiers.append(ShapeTree.Modifier(track: modifier))
  }

  private mutating func addGroup(
    _ group: ShapeTree.Group, of items: ArraySlice<ShapeItem>, in scope: Scope
  ) throws(Diagnostic) -> ShapeTree.Node {
    let index = tree.groups.count
    tree.groups.append(group)
    var inside = scope
    inside.groups.append(index)
    tree.groups[index].children = try read(items, in: &inside)
    return .group(index)
  }

  /// Copies of all items above a repeater, each in a group of its own.
  private mutating func repeated(
    _ items: ArraySlice<ShapeItem>, by repeater: RepeaterTrack, in scope: Scope
  ) throws(Diagnostic) -> [ShapeTree.Node] {
    guard !items.isEmpty else { return [] }
    var scope = scope
    scope.repeaterCount += 1
    try limits.check(scope.repeaterCount, atMost: .nesting, "the number of repeaters that work on each other")
    // In lottie-web the original is still there, unpainted, for the styles below the repeater.
    var original = scope
    original.isOriginal = true
    _ = try read(items, in: &original)
    // Its modifiers are still open when the copies are read, so that they work twice: first each copy's own.
    scope.modifiers = original.modifiers
    var nodes: [ShapeTree.Node] = []
    let count = repeater.largestCount
    for position in 0..<count {
      let copy = repeater.isFirstOnTop ? count - 1 - position : position
      nodes.append(
        try addGroup(
          ShapeTree.Group(name: "", transform: .copy(copy, of: repeater), blendMode: .normal), of: items, in: scope))
    }
    return nodes
  }

  /// One path made of all above a merge. Styles above it paint nothing.
  private mutating func merge(
    _ items: ArraySlice<ShapeItem>, by item: MergePathsItem, in scope: Scope
  ) throws(Diagnostic) {
    let count = scope.mergeCount + 1
    try limits.check(count, atMost: .nesting, "the number of merges of paths that work on each other")
    let (index, path) = (tree.merges.count, tree.paths.count)
    let (firstGroup, firstModifier) = (tree.groups.count, tree.modifiers.count)
    tree.merges.append(ShapeTree.Merge(item: item))
    var head = item.head
    head.isHidden = false
    try addPath(.merge(index), head, isAnimated: false, in: scope)
    var inside = Scope(
      groups: scope.groups, merge: PathConsumer(index: index, depth: scope.groups.count), mergeCount: count,
      repeaterCount: scope.repeaterCount)
    _ = try read(items, in: &inside)
    tree.merges[index].paths = path + 1..<tree.paths.count
    tree.merges[index].modifiers = firstModifier..<tree.modifiers.count
    let (above, changing, moving) = (
      tree.paths[(path + 1)...], tree.modifiers[firstModifier...], tree.groups[firstGroup...]
    )
    tree.paths[path].isAnimated =
      above.contains(where: \.isAnimated) || changing.contains(where: \.track.isAnimated)
      || moving.contains(where: \.transform.isAnimated)
    tree.merges[index].changes = ChangeTimes(
      anyOf: above.map(tree.changes) + changing.map(\.track.changes) + moving.map(\.transform.changes))
  }

  private mutating func addPath(
    _ origin: ShapeTree.PathOrigin, _ head: ItemHead, isAnimated: Bool, in scope: Scope
  ) throws(Diagnostic) {
    try budget.addShapeLinks(scope.styles.count + scope.modifiers.count + (scope.merge == nil ? 0 : 1))
    let index = tree.paths.count
    tree.paths.append(
      ShapeTree.PathNode(
        origin: origin, node: head.node, modifiers: scope.modifiers, merge: scope.merge?.index, isAnimated: isAnimated))
    for modifier in scope.modifiers { tree.modifiers[modifier].paths.append(index) }
    // As in lottie-web a hidden path still counts in the length that a sequential trim cuts.
    guard !head.isHidden else { return }
    for style in scope.styles {
      tree.styles[style.index].uses.append(ShapeTree.PathUse(path: index, groups: scope.groups.dropFirst(style.depth)))
    }
    if let merge = scope.merge, !scope.isOriginal {
      tree.merges[merge.index].uses.append(ShapeTree.PathUse(path: index, groups: scope.groups.dropFirst(merge.depth)))
    }
  }
}

extension ShapeItem {
  fileprivate var isHiddenGroupOrModifier: Bool {
    switch self {
    case .group, .trim, .roundedCorners, .puckerBloat, .zigZag, .offsetPath, .repeater, .mergePaths: head.isHidden
    case .path, .rectangle, .ellipse, .polystar, .fill, .stroke, .gradientFill, .gradientStroke, .other: false
    }
  }
}
