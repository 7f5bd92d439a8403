internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnTimeline

/// A shape layer's items, resolved: which paths each style paints, which modifiers work on each path.
///
/// As lottie-web builds it, each list is read from its last item to its first. A style paints, and a modifier changes,
/// every path that comes after it in that reading, in its own list and in groups inside. All paths of a style make
/// one compound path. After Effects makes one path of all above a merge, and styles and modifiers below see only that.
struct ShapeTree {
  /// A node in paint order.
  enum Node {
    case style(Int)
    case group(Int)
  }

  /// A group: a transform, and what it paints from back to front.
  struct Group {
    var name: String
    var transform: GroupTransform
    var blendMode: BlendMode
    var children: [Node] = []
  }

  /// A path that a style paints or a merge takes, with the groups between the style's or merge's list and the path's,
  /// outermost first.
  struct PathUse {
    var path: Int
    var groups: ArraySlice<Int>
  }

  struct Style {
    var paint: StyleTrack
    var blendMode: BlendMode
    /// Whether it is cut to the region of a mask.
    var isCut: Bool
    var uses: [PathUse] = []
  }

  /// Source of a path: an item, or a merge of other paths.
  enum PathOrigin {
    case item(PathSource)
    case merge(Int)
  }

  struct PathNode {
    var origin: PathOrigin
    /// Indices of the modifiers that change the path, in reading order.
    var modifiers: [Int]
    /// The innermost merge around it. Modifiers do not reach beyond one.
    var merge: Int?
    /// Whether a modifier makes it depend on other paths.
    var isLinked = false
    /// The item, if the path is what that says.
    var plainSource: PathSource? {
      if modifiers.isEmpty, case .item(let source) = origin { source } else { nil }
    }
    /// Whether the item or a modifier of it changes over time.
    var isAnimated: Bool
  }

  /// Paths that make one.
  struct Merge {
    var item: MergePathsItem
    /// In the order in which lists are read: bottom to top.
    var uses: [PathUse] = []
    /// The paths and modifiers above it, with those of merges among them.
    var paths = 0..<0
    var modifiers = 0..<0
    /// When a path may change, or where it is.
    var changes = ChangeTimes.never
  }

  struct Modifier {
    var track: ModifierTrack
    /// In the order in which lists are read: bottom to top.
    var paths: [Int] = []
  }

  private(set) var groups: [Group] = []
  private(set) var styles: [Style] = []
  private(set) var paths: [PathNode] = []
  /// In reading order; they work in the opposite order, innermost and topmost first.
  private(set) var modifiers: [Modifier] = []
  private(set) var merges: [Merge] = []
  /// Top-level nodes that the layer paints, from back to front.
  private(set) var roots: [Node] = []
  private let rules: FidelityRules
  private let expressions: ExpressionRunner?
  private let limits: Limits
  private let budget: DocumentBudget

  /// - Parameter budget: Counts the copies of repeaters, and the styles and modifiers over paths.
  /// - Throws: `limit.exceeded`.
  init(
    _ items: [ShapeItem], _ rules: FidelityRules, _ expressions: ExpressionRunner?, limits: Limits,
    budget: DocumentBudget
  ) throws(Diagnostic) {
    self.rules = rules
    self.expressions = expressions
    self.limits = limits
    self.budget = budget
    var scope = Scope()
    roots = try read(items[...], in: &scope)
    for modifier in modifiers where modifier.track.isAnimated {
      for path in modifier.paths { paths[path].isAnimated = true }
    }
    // A sequential trim makes every path depend on the lengths of all others.
    for modifier in modifiers where modifier.track.formula.linksPaths && modifier.paths.count > 1 {
      let isAnimated = modifier.paths.contains { paths[$0].isAnimated }
      for path in modifier.paths {
        paths[path].isLinked = true
        if isAnimated { paths[path].isAnimated = true }
      }
    }
  }

  /// Enclosing state of the items still to be read; items are read bottom-up.
  private struct Scope {
    /// Groups around them, outermost first.
    var groups: [Int] = []
    var styles: [PathConsumer] = []
    var modifiers: [Int] = []
    /// The merge whose paths they are.
    var merge: PathConsumer?
    /// Number of merges around or below them.
    var mergeCount = 0
    /// Whether the merge takes them. Of what repeaters copy it takes the copies only.
    var isMerged = true
    /// Whether styles among them paint. The original of a repeater's copies is there for styles below it only.
    var isPainted = true
    /// Number of repeaters below them.
    var repeaterCount = 0
  }

  /// A style or merge that uses the paths still to be read.
  private struct PathConsumer {
    var index: Int
    /// Number of groups around the style or merge.
    var depth: Int
  }

  private mutating func read(
    _ items: ArraySlice<ShapeItem>, in scope: inout Scope
  ) throws(Diagnostic) -> [Node] {
    var nodes: [Node] = []
    for index in items.indices.reversed() {
      // lottie-web shows hidden groups and applies hidden modifiers; hidden paths and styles have a part below.
      if rules.hidesHiddenItems && items[index].isHiddenGroupOrModifier { continue }
      if scope.repeaterCount > 0 { try budget.addRepeatedItem() }
      switch items[index] {
      case .fill(let fill): open(fill.head, in: &scope, &nodes) { StyleFormula(fill, &$0) }
      case .stroke(let stroke): open(stroke.head, in: &scope, &nodes) { StyleFormula(stroke, &$0) }
      case .gradientFill(let fill): open(fill.head, in: &scope, &nodes) { StyleFormula(fill, &$0) }
      case .gradientStroke(let stroke): open(stroke.head, in: &scope, &nodes) { StyleFormula(stroke, &$0) }
      case .path(let path): try add(path.head, in: scope) { PathGeometry(path, &$0) }
      case .rectangle(let path): try add(path.head, in: scope) { PathGeometry(path, &$0) }
      case .ellipse(let path): try add(path.head, in: scope) { PathGeometry(path, &$0) }
      case .polystar(let path): try add(path.head, in: scope) { PathGeometry(path, &$0) }
      case .trim(let item): open(in: &scope) { ModifierFormula(item, &$0) }
      case .roundedCorners(let item): open(in: &scope) { ModifierFormula(item, &$0) }
      case .puckerBloat(let item): open(in: &scope) { ModifierFormula(item, &$0) }
      case .zigZag(let item): open(in: &scope) { ModifierFormula(item, &$0) }
      case .offsetPath(let item): open(in: &scope) { ModifierFormula(item, &$0) }
      case .repeater(let item):
        return nodes + (try repeated(items[..<index], by: RepeaterTrack(item, expressions), in: scope))
      case .mergePaths(let item):
        // Without effect in lottie-web.
        guard rules.mergesPaths else { continue }
        try merge(items[..<index], by: item, in: scope)
        return nodes
      case .group(let group):
        let transform = GroupTransform.own(TransformTrack(group.transform, expressions))
        nodes.append(
          try add(
            Group(name: group.head.name, transform: transform, blendMode: blendMode(group.head)),
            of: group.items[...], in: scope))
      case .other: break
      }
    }
    return nodes
  }

  private mutating func open(
    _ head: ItemHead, in scope: inout Scope, _ nodes: inout [Node], _ make: (inout TrackParts) -> StyleFormula
  ) {
    let paint = StyleTrack(expressions, make)
    guard scope.isPainted else { return }
    nodes.append(.style(styles.count))
    if !head.isHidden { scope.styles.append(PathConsumer(index: styles.count, depth: scope.groups.count)) }
    styles.append(
      Style(paint: paint, blendMode: blendMode(head), isCut: rules.limitsMaskRegions && paint.formula.isMaskedStroke))
  }

  private func blendMode(_ head: ItemHead) -> BlendMode { BlendMode(lottie: head.blendMode, rules) }

  private mutating func open(in scope: inout Scope, _ make: (inout TrackParts) -> ModifierFormula) {
    scope.modifiers.append(modifiers.count)
    modifiers.append(Modifier(track: ModifierTrack(expressions, make)))
  }

  private mutating func add(
    _ group: Group, of items: ArraySlice<ShapeItem>, in scope: Scope
  ) throws(Diagnostic) -> Node {
    let index = groups.count
    groups.append(group)
    var inside = scope
    inside.groups.append(index)
    groups[index].children = try read(items, in: &inside)
    return .group(index)
  }

  /// Copies of all items above a repeater, each in a group of its own.
  private mutating func repeated(
    _ items: ArraySlice<ShapeItem>, by repeater: RepeaterTrack, in scope: Scope
  ) throws(Diagnostic) -> [Node] {
    guard !items.isEmpty else { return [] }
    var scope = scope
    scope.repeaterCount += 1
    try limits.check(scope.repeaterCount, atMost: limits.nesting, "the number of repeaters that work on each other")
    // In lottie-web the original is still there, unpainted, for the styles below the repeater.
    var original = scope
    original.isPainted = false
    original.isMerged = false
    _ = try read(items, in: &original)
    // Its modifiers are still open when the copies are read, so that they work twice: first each copy's own.
    scope.modifiers = original.modifiers
    var nodes: [Node] = []
    let count = repeater.largestCount
    for position in 0..<count {
      let copy = repeater.isFirstOnTop ? count - 1 - position : position
      nodes.append(
        try add(Group(name: "", transform: .copy(copy, of: repeater), blendMode: .normal), of: items, in: scope))
    }
    return nodes
  }

  /// One path made of all above a merge. Styles above it paint nothing.
  private mutating func merge(
    _ items: ArraySlice<ShapeItem>, by item: MergePathsItem, in scope: Scope
  ) throws(Diagnostic) {
    let count = scope.mergeCount + 1
    try limits.check(count, atMost: limits.nesting, "the number of merges of paths that work on each other")
    let (index, path) = (merges.count, paths.count)
    let (firstGroup, firstModifier) = (groups.count, modifiers.count)
    merges.append(Merge(item: item))
    try add(.merge(index), isAnimated: false, isHidden: false, in: scope)
    var inside = Scope(
      groups: scope.groups, merge: PathConsumer(index: index, depth: scope.groups.count), mergeCount: count,
      isPainted: false, repeaterCount: scope.repeaterCount)
    _ = try read(items, in: &inside)
    merges[index].paths = path + 1..<paths.count
    merges[index].modifiers = firstModifier..<modifiers.count
    let (above, changing, moving) = (paths[(path + 1)...], modifiers[firstModifier...], groups[firstGroup...])
    paths[path].isAnimated =
      above.contains(where: \.isAnimated) || changing.contains(where: \.track.isAnimated)
      || moving.contains(where: \.transform.isAnimated)
    merges[index].changes = ChangeTimes(
      anyOf: above.map(changes) + changing.map(\.track.changes) + moving.map(\.transform.changes))
  }

  private mutating func add(
    _ head: ItemHead, in scope: Scope, _ make: (inout TrackParts) -> PathGeometry
  ) throws(Diagnostic) {
    let source = PathSource(expressions, make)
    try add(.item(source), isAnimated: source.isAnimated, isHidden: head.isHidden, in: scope)
  }

  private mutating func add(
    _ origin: PathOrigin, isAnimated: Bool, isHidden: Bool, in scope: Scope
  ) throws(Diagnostic) {
    try budget.addShapeLinks(scope.styles.count + scope.modifiers.count + (scope.merge == nil ? 0 : 1))
    let index = paths.count
    paths.append(
      PathNode(origin: origin, modifiers: scope.modifiers, merge: scope.merge?.index, isAnimated: isAnimated))
    for modifier in scope.modifiers { modifiers[modifier].paths.append(index) }
    // As in lottie-web a hidden path still counts in the length that a sequential trim cuts.
    guard !isHidden else { return }
    for style in scope.styles {
      styles[style.index].uses.append(PathUse(path: index, groups: scope.groups.dropFirst(style.depth)))
    }
    if let merge = scope.merge, scope.isMerged {
      merges[merge.index].uses.append(PathUse(path: index, groups: scope.groups.dropFirst(merge.depth)))
    }
  }

  /// Number of all that it holds, which says about how much memory it takes.
  var nodeCount: Int { groups.count + styles.count + paths.count + modifiers.count + merges.count }

  /// When a path changes, apart from its modifiers.
  func changes(of path: PathNode) -> ChangeTimes {
    switch path.origin {
    case .item(let source): source.changes
    case .merge(let merge): merges[merge].changes
    }
  }

  /// When each path changes, with its modifiers.
  func pathChanges() -> [ChangeTimes] {
    let own = paths.map { path in
      ChangeTimes(anyOf: [changes(of: path)] + path.modifiers.map { modifiers[$0].track.changes })
    }
    guard paths.contains(where: \.isLinked) else { return own }
    // Linked paths depend on each other; which on which is not worth telling.
    let linked = ChangeTimes(anyOf: zip(own, paths).filter { $1.isLinked }.map(\.0))
    return zip(own, paths).map { $1.isLinked ? linked : $0 }
  }

  /// The product of groups' matrices, outermost first.
  func matrix(of groups: some Sequence<Int>, at time: Double, in context: EvaluationContext) -> Affine {
    groups.reduce(.identity) { $0 * self.groups[$1].transform.value(at: time, in: context) }
  }

  /// Whether at some time a style that paints nothing has outlines, or a group is fully transparent.
  var hasUnpaintedOutlines: Bool {
    styles.contains { !$0.uses.isEmpty && $0.paint.formula.reachesTransparency }
      || groups.contains(where: \.transform.reachesTransparency)
  }

  /// Whether what a style paints changes over time, apart from the groups around it.
  func isAnimated(style index: Int) -> Bool {
    styles[index].paint.isAnimated
      || styles[index].uses.contains { use in
        paths[use.path].isAnimated || use.groups.contains { groups[$0].transform.isAnimated }
      }
  }
}

extension ShapeItem {
  fileprivate var isHiddenGroupOrModifier: Bool {
    switch self {
    case .group(let item): item.head.isHidden
    case .trim(let item): item.head.isHidden
    case .roundedCorners(let item): item.head.isHidden
    case .puckerBloat(let item): item.head.isHidden
    case .zigZag(let item): item.head.isHidden
    case .offsetPath(let item): item.head.isHidden
    case .repeater(let item): item.head.isHidden
    case .mergePaths(let item): item.head.isHidden
    case .path, .rectangle, .ellipse, .polystar, .fill, .stroke, .gradientFill, .gradientStroke, .other: false
    }
  }
}
