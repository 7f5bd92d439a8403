internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnPixels

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
    /// Index of the item in the file's JSON tree.
    var node: Int
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
    /// The elements in the order in which lists are read, bottom to top.
    var uses: [PathUse] = []
    /// The paths and modifiers above it, with those of merges among them.
    var paths = 0..<0
    var modifiers = 0..<0
    /// Times at which a path or its position may change.
    var changes = ChangeTimes.never
  }

  struct Modifier {
    var track: ModifierTrack
    /// The elements in the order in which lists are read, bottom to top.
    var paths: [Int] = []
  }

  var groups: [Group] = []
  var styles: [Style] = []
  var paths: [PathNode] = []
  /// In reading order; they work in the opposite order, innermost and topmost first.
  var modifiers: [Modifier] = []
  var merges: [Merge] = []
  /// Top-level nodes that the layer paints, from back to front.
  var roots: [Node] = []

  /// Number of all that it holds, which says about how much memory it takes.
  var nodeCount: Int { groups.count + styles.count + paths.count + modifiers.count + merges.count }

  /// Times at which a path changes, apart from its modifiers.
  func changes(of path: PathNode) -> ChangeTimes {
    switch path.origin {
    case .item(let source): source.changes
    case .merge(let merge): merges[merge].changes
    }
  }

  /// Times at which each path changes, with its modifiers.
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
