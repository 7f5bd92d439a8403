internal import Geometry
internal import LottieFormat

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
    var children: [Node] = []
  }

  /// A path that a style paints, with the groups between the style's list and the path's, outermost first.
  struct PathUse {
    var path: Int
    var groups: ArraySlice<Int>
  }

  struct Style {
    var paint: StylePaint
    var uses: [PathUse] = []
  }

  struct PathNode {
    var source: PathSource
    var isModified = false
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

  init(_ items: [ShapeItem]) {
    roots = read(items, inside: [], styles: [], trims: [])
    for trim in trims {
      for path in trim.paths {
        paths[path].isModified = true
        if trim.isAnimated { paths[path].isAnimated = true }
      }
    }
    // A sequential trim makes every path depend on the lengths of all others.
    for trim in trims where trim.isSequential && trim.paths.contains(where: { paths[$0].isAnimated }) {
      for path in trim.paths { paths[path].isAnimated = true }
    }
  }

  private mutating func read(
    _ items: [ShapeItem], inside enclosing: [Int], styles openStyles: [OpenStyle], trims openTrims: [Int]
  ) -> [Node] {
    var nodes: [Node] = []
    var openStyles = openStyles
    var openTrims = openTrims
    for item in items.reversed() {
      switch item {
      case .fill(let fill):
        nodes.append(.style(open(.fill(fill), fill.head, enclosing, &openStyles)))
      case .stroke(let stroke):
        nodes.append(.style(open(.stroke(stroke), stroke.head, enclosing, &openStyles)))
      case .path(let path): add(PathSource(path), path.head, enclosing, openStyles, openTrims)
      case .rectangle(let path): add(PathSource(path), path.head, enclosing, openStyles, openTrims)
      case .ellipse(let path): add(PathSource(path), path.head, enclosing, openStyles, openTrims)
      case .polystar(let path): add(PathSource(path), path.head, enclosing, openStyles, openTrims)
      case .trim(let trim):
        openTrims.append(trims.count)
        trims.append(
          Trim(
            start: Track(trim.start), end: Track(trim.end), offset: Track(trim.offset),
            isSequential: trim.isSequential))
      case .group(let group):
        let index = groups.count
        groups.append(Group(name: group.head.name, transform: TransformTrack(group.transform)))
        groups[index].children = read(
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
    styles.append(Style(paint: paint))
    if !head.isHidden { openStyles.append(OpenStyle(index: styles.count - 1, depth: enclosing.count)) }
    return styles.count - 1
  }

  private mutating func add(
    _ source: PathSource, _ head: ItemHead, _ enclosing: [Int], _ openStyles: [OpenStyle], _ openTrims: [Int]
  ) {
    guard !head.isHidden else { return }
    let index = paths.count
    paths.append(PathNode(source: source, isAnimated: source.isAnimated))
    for style in openStyles {
      styles[style.index].uses.append(PathUse(path: index, groups: enclosing.dropFirst(style.depth)))
    }
    for trim in openTrims { trims[trim].paths.append(index) }
  }

  /// Whether what a style paints changes over time, apart from the groups around it.
  func isAnimated(style index: Int) -> Bool {
    styles[index].paint.isAnimated
      || styles[index].uses.contains { use in
        paths[use.path].isAnimated || use.groups.contains { groups[$0].transform.isMoving }
      }
  }
}
