internal import KilnGeometry
internal import KilnPixels

/// The sprites of a shape layer: which styles share one, and which need a group that is composited first.
///
/// Styles stay together as long as they move together. A group whose transform changes over time gives its styles
/// sprites of their own, so that the motion is in the sprite's transform and the shapes stay as they are.
struct ShapeLayerPlan {
  /// Styles that make one sprite.
  struct Unit {
    /// Groups whose matrices make the sprite's transform, outermost first; empty, or the last one has
    /// sprites of its own.
    var motion: [Int]
    /// Names of these groups, of those that have one.
    var names: [String]
    /// Styles from back to front, each with the matrix of the groups between the sprite's space and its own; none of these
    /// moves.
    var styles: [(style: Int, transform: Affine)]
    /// Groups whose opacity is the sprite's.
    var opacityGroups: [Int] = []
    /// Whether a style changes over time.
    var isAnimated: Bool
    /// Blend mode of the sprite.
    var blendMode: BlendMode
    /// Whether its only style is cut to the region of a mask.
    var isCut: Bool

    /// Whether more styles may join.
    fileprivate var isPlain: Bool { opacityGroups.isEmpty && blendMode == .normal && !isCut }
  }

  indirect enum Node {
    case unit(Unit)
    /// Nodes that are composited before the groups' opacity and blend mode are applied, with the groups' names.
    case isolated(opacityGroups: [Int], names: [String], blendMode: BlendMode, [Node])
  }

  /// From back to front.
  private(set) var nodes: [Node] = []
  private let tree: ShapeTree

  init(_ tree: ShapeTree) {
    self.tree = tree
    nodes = plan(tree.roots, inside: [])
  }

  private func plan(_ children: [ShapeTree.Node], inside chain: [Int]) -> [Node] {
    var nodes: [Node] = []
    for child in children {
      switch child {
      case .style(let style): append(.unit(unit(style, inside: chain)), to: &nodes)
      case .group(let group):
        for node in isolated(group, plan(tree.groups[group].children, inside: chain + [group])) {
          append(node, to: &nodes)
        }
      }
    }
    return nodes
  }

  private func unit(_ style: Int, inside chain: [Int]) -> Unit {
    let motionCount = (chain.lastIndex { tree.groups[$0].transform.hasOwnSprites } ?? -1) + 1
    let transform = tree.matrix(of: chain.dropFirst(motionCount), at: 0, in: .constant)
    let motion = Array(chain.prefix(motionCount))
    return Unit(
      motion: motion, names: names(of: motion), styles: [(style, transform)],
      isAnimated: tree.isAnimated(style: style), blendMode: tree.styles[style].blendMode,
      isCut: tree.styles[style].isCut)
  }

  /// A group's nodes as one node if its opacity or blend mode needs that.
  private func isolated(_ group: Int, _ nodes: [Node]) -> [Node] {
    let isOpaque = tree.groups[group].transform.isOpaque
    let blendMode = tree.groups[group].blendMode
    if isOpaque && blendMode == .normal { return nodes }
    if nodes.count == 1, case .unit(var unit) = nodes[0], unit.blendMode == .normal {
      if !isOpaque { unit.opacityGroups.append(group) }
      unit.blendMode = blendMode
      return [.unit(unit)]
    }
    if nodes.count == 1, case .isolated(let groups, _, .normal, let children) = nodes[0] {
      return [isolated(groups + [group], blendMode, children)]
    }
    return [isolated([group], blendMode, nodes)]
  }

  private func isolated(_ groups: [Int], _ blendMode: BlendMode, _ nodes: [Node]) -> Node {
    .isolated(opacityGroups: groups, names: names(of: groups), blendMode: blendMode, nodes)
  }

  private func names(of groups: [Int]) -> [String] { groups.map { tree.groups[$0].name }.filter { !$0.isEmpty } }

  /// Appends a node, or joins it with the last one if they move together.
  private func append(_ node: Node, to nodes: inout [Node]) {
    guard case .unit(let unit) = node, case .unit(var last) = nodes.last, last.motion == unit.motion,
      last.isAnimated == unit.isAnimated, last.isPlain, unit.isPlain
    else {
      nodes.append(node)
      return
    }
    // Removed first, so that the styles are not copied each time.
    nodes.removeLast()
    last.styles += unit.styles
    nodes.append(.unit(last))
  }
}
