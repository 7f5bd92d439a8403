internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// A shape layer's items, resolved: which paths each style paints, which modifiers work on each path.
///
/// As lottie-web builds it, each list is read from its last item to its first. A style paints, and a modifier changes,
/// every path that comes after it in that reading, in its own list and in groups inside. All paths of a style make
/// one compound path.
struct ShapeTree {
  /// A node in paint order.
  enum Node {
    case style(Int)
    case group(Int)
  }

  /// A group: a transform, and what it paints from back to front.
  struct Group {
    var name: String
    var transform: TransformTrack
    var blendMode: BlendMode
    var children: [Node] = []
  }

  /// A path that a style paints, with the groups between the style's list and the path's, outermost first.
  struct PathUse {
    var path: Int
    var groups: ArraySlice<Int>
  }

  struct Style {
    var paint: StylePaint
    var blendMode: BlendMode
    var uses: [PathUse] = []
  }

  struct PathNode {
    var source: PathSource
    /// Modifiers that change it, in reading order.
    var trims: [Int]
    /// Whether a modifier makes it depend on other paths.
    var isLinked = false
    var isModified: Bool { !trims.isEmpty }
    /// Whether the item or a modifier of it changes over time.
    var isAnimated: Bool
  }

  struct Trim {
    var start: Track<Double>
    var end: Track<Double>
    var offset: Track<Double>
    var isSequential: Bool
    /// In the order in which lists are read: bottom to top.
    var paths: [Int] = []

    var isAnimated: Bool { start.isAnimated || end.isAnimated || offset.isAnimated }

    func range(at time: Double) -> TrimModifier.Range {
      TrimModifier.Range(
        start: start.value(at: time).fromPercent, end: end.value(at: time).fromPercent,
        offsetDegrees: offset.value(at: time))
    }
  }

  private(set) var groups: [Group] = []
  private(set) var styles: [Style] = []
  private(set) var paths: [PathNode] = []
  /// In reading order; they work in the opposite order, innermost and topmost first.
  private(set) var trims: [Trim] = []
  /// What the layer paints, from back to front.
  private(set) var roots: [Node] = []
  /// Number of pairs of a path and a style or modifier that reaches it.
  private var linkCount = 0
  private let limits: Limits

  /// Throws when there are so many styles and modifiers over so many paths that a limit is exceeded.
  init(_ items: [ShapeItem], limits: Limits) throws(Diagnostic) {
    self.limits = limits
    roots = try read(items, inside: [], styles: [], trims: [])
    for trim in trims where trim.isAnimated {
      for path in trim.paths { paths[path].isAnimated = true }
    }
    // A sequential trim makes every path depend on the lengths of all others.
    for trim in trims where trim.isSequential && trim.paths.count > 1 {
      let isAnimated = trim.paths.contains { paths[$0].isAnimated }
      for path in trim.paths {
        paths[path].isLinked = true
        if isAnimated { paths[path].isAnimated = true }
      }
    }
  }

  private mutating func read(
    _ items: [ShapeItem], inside enclosing: [Int], styles openStyles: [OpenStyle], trims openTrims: [Int]
  ) throws(Diagnostic) -> [Node] {
    var nodes: [Node] = []
    var openStyles = openStyles
    var openTrims = openTrims
    for item in items.reversed() {
      switch item {
      case .fill(let fill):
        nodes.append(.style(open(StylePaint(fill), fill.head, enclosing, &openStyles)))
      case .stroke(let stroke):
        nodes.append(.style(open(StylePaint(stroke), stroke.head, enclosing, &openStyles)))
      case .gradientFill(let fill):
        nodes.append(.style(open(StylePaint(fill), fill.head, enclosing, &openStyles)))
      case .gradientStroke(let stroke):
        nodes.append(.style(open(StylePaint(stroke), stroke.head, enclosing, &openStyles)))
      case .path(let path): try add(PathSource(path), path.head, enclosing, openStyles, openTrims)
      case .rectangle(let path): try add(PathSource(path), path.head, enclosing, openStyles, openTrims)
      case .ellipse(let path): try add(PathSource(path), path.head, enclosing, openStyles, openTrims)
      case .polystar(let path): try add(PathSource(path), path.head, enclosing, openStyles, openTrims)
      case .trim(let trim):
        openTrims.append(trims.count)
        trims.append(
          Trim(
            start: Track(trim.start), end: Track(trim.end), offset: Track(trim.offset),
            isSequential: trim.isSequential))
      case .group(let group):
        let index = groups.count
        groups.append(
          Group(
            name: group.head.name, transform: TransformTrack(group.transform),
            blendMode: BlendMode(lottie: group.head.blendMode)))
        groups[index].children = try read(
          group.items, inside: enclosing + [index], styles: openStyles, trims: openTrims)
        nodes.append(.group(index))
      case .other: break
      }
    }
    return nodes
  }

  /// A style that paints the paths still to be read.
  private struct OpenStyle {
    var index: Int
    /// Number of groups around the style.
    var depth: Int
  }

  private mutating func open(
    _ paint: StylePaint, _ head: ItemHead, _ enclosing: [Int], _ openStyles: inout [OpenStyle]
  ) -> Int {
    styles.append(Style(paint: paint, blendMode: BlendMode(lottie: head.blendMode)))
    if !head.isHidden { openStyles.append(OpenStyle(index: styles.count - 1, depth: enclosing.count)) }
    return styles.count - 1
  }

  private mutating func add(
    _ source: PathSource, _ head: ItemHead, _ enclosing: [Int], _ openStyles: [OpenStyle], _ openTrims: [Int]
  ) throws(Diagnostic) {
    linkCount += openStyles.count + openTrims.count
    try limits.check(linkCount, atMost: limits.frameStates, "the number of paths that a layer's shape items work on")
    let index = paths.count
    paths.append(PathNode(source: source, trims: openTrims, isAnimated: source.isAnimated))
    for trim in openTrims { trims[trim].paths.append(index) }
    // As in lottie-web a hidden path still counts in the length that a sequential trim cuts.
    guard !head.isHidden else { return }
    for style in openStyles {
      styles[style.index].uses.append(PathUse(path: index, groups: enclosing.dropFirst(style.depth)))
    }
  }

  /// Whether what a style paints changes over time, apart from the groups around it.
  func isAnimated(style index: Int) -> Bool {
    styles[index].paint.isAnimated
      || styles[index].uses.contains { use in
        paths[use.path].isAnimated || use.groups.contains { groups[$0].transform.isMoving }
      }
  }
}
