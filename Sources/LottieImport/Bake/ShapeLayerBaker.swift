internal import Diagnostics
internal import Geometry
internal import TimelineModel

/// Bakes a shape layer's items into sprites in the layer's space, as often as its composition is used.
struct ShapeLayerBaker {
  private var evaluator: ShapeEvaluator
  private let tree: ShapeTree
  private let nodes: [ShapeLayerPlan.Node]
  /// What units have shown so far, by a digest of the unit and its moment: loops and compositions that are used again
  /// show the same.
  private var known: [Int: ShapeListID?] = [:]
  private var moments = Moments(all: [])
  private var layers: [String] = []

  init(_ tree: ShapeTree, merger: PathMerger, limits: Limits) {
    self.tree = tree
    nodes = ShapeLayerPlan(tree).nodes
    evaluator = ShapeEvaluator(tree, merger: merger, limits: limits)
  }

  mutating func bake(
    at moments: Moments, layers: [String], into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    self.moments = moments
    self.layers = layers
    return try bake(nodes, into: &builder)
  }

  private mutating func bake(
    _ nodes: [ShapeLayerPlan.Node], into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    var sprites: [Sprite] = []
    for node in nodes {
      try builder.reserveSprite()
      switch node {
      case .unit(let unit): sprites.append(try bake(unit, into: &builder))
      case .isolated(let opacityGroups, let blendMode, let children):
        let children = try bake(children, into: &builder)
        let frames = moments.states { time in
          FrameState(opacity: opacity(of: opacityGroups, at: time), transform: .identity)
        }
        sprites.append(
          Sprite(
            layers: layers(naming: opacityGroups), content: .group(children), blendMode: blendMode, frames: frames))
      }
    }
    return sprites
  }

  private mutating func bake(
    _ unit: ShapeLayerPlan.Unit, into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    // Groups that move are apart.
    let styles = unit.styles.map { (index: $0.style, transform: tree.matrix(of: $0.groups, at: 0)) }
    let changes = changes(of: unit)
    var list = Known<ShapeListID?>(changes)
    var matrix = Known<Affine>(ChangeTimes(anyOf: unit.motion.map { tree.groups[$0].transform.changes }))
    var frames: [FrameState] = []
    frames.reserveCapacity(moments.count)
    for moment in moments.all {
      var state = FrameState.hidden
      if let time = moment {
        state.opacity = opacity(of: unit.opacityGroups, at: time)
        if state.opacity > 0 {
          state.shapes = try list.value(at: time) { () throws(Diagnostic) in
            try shapeList(of: styles, changes, at: time, in: &builder)
          }
          state.transform = matrix.value(at: time) { tree.matrix(of: unit.motion, at: time) }
        }
      }
      frames.append(state.shapes == nil ? .hidden : state)
    }
    return Sprite(
      layers: layers(naming: unit.motion), content: .vector, blendMode: unit.blendMode, frames: frames)
  }

  /// What a unit's styles show at a time; nil if that is nothing.
  private mutating func shapeList(
    of styles: [(index: Int, transform: Affine)], _ changes: ChangeTimes, at time: Double,
    in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> ShapeListID? {
    var moment = NumberDigest()
    // No style is in two units.
    moment.combine(styles.first?.index ?? 0, 0)
    changes.feed(&moment, at: time)
    if let known = known[moment.value] { return known }
    let shapes = try shapes(of: styles, at: time)
    let id = shapes.isEmpty ? nil : try builder.intern(shapes)
    known[moment.value] = .some(id)
    return id
  }

  /// When the shapes of a unit change.
  private func changes(of unit: ShapeLayerPlan.Unit) -> ChangeTimes {
    ChangeTimes(
      anyOf: unit.styles.flatMap { style, groups in
        [evaluator.changes(ofStyle: style)] + groups.map { tree.groups[$0].transform.changes }
      })
  }

  private mutating func shapes(
    of styles: [(index: Int, transform: Affine)], at time: Double
  ) throws(Diagnostic) -> [Shape] {
    evaluator.time = time
    var shapes: [Shape] = []
    shapes.reserveCapacity(styles.count)
    for style in styles { try evaluator.append(style: style.index, transform: style.transform, to: &shapes) }
    return shapes
  }

  private func opacity(of groups: [Int], at time: Double) -> Double {
    groups.reduce(1) { $0 * tree.groups[$1].transform.opacity(at: time) }
  }

  private func layers(naming groups: [Int]) -> [String] {
    layers + groups.map { tree.groups[$0].name }.filter { !$0.isEmpty }
  }
}
