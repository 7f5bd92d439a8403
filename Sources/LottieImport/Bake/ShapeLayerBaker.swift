internal import Diagnostics
internal import Geometry
internal import TimelineModel

/// Bakes a shape layer's items into sprites in the layer's space.
struct ShapeLayerBaker {
  private var evaluator: ShapeEvaluator
  private let tree: ShapeTree
  private let moments: Moments
  private let layers: [String]

  init(_ tree: ShapeTree, at moments: Moments, layers: [String], limits: Limits) {
    self.tree = tree
    self.moments = moments
    self.layers = layers
    evaluator = ShapeEvaluator(tree, limits: limits)
  }

  mutating func bake(into builder: inout TimelineBuilder) throws(Diagnostic) -> [Sprite] {
    try bake(ShapeLayerPlan(tree).nodes, into: &builder)
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
    var frames: [FrameState] = []
    frames.reserveCapacity(moments.count)
    var unchanging: ShapeListID?
    var isEmpty = false
    for moment in moments.all {
      guard let time = moment, !isEmpty else {
        frames.append(.hidden)
        continue
      }
      evaluator.seek(to: time)
      let opacity = opacity(of: unit.opacityGroups, at: time)
      guard opacity > 0 else {
        frames.append(.hidden)
        continue
      }
      var id = unchanging
      if id == nil {
        let shapes = try shapes(of: unit)
        id = shapes.isEmpty ? nil : try builder.intern(shapes)
        if !unit.isAnimated {
          unchanging = id
          isEmpty = id == nil
        }
      }
      frames.append(
        id.map { FrameState(opacity: opacity, transform: evaluator.matrix(of: unit.motion), shapes: $0) } ?? .hidden)
    }
    return Sprite(
      layers: layers(naming: unit.motion), content: .vector, blendMode: unit.blendMode, frames: frames)
  }

  private mutating func shapes(of unit: ShapeLayerPlan.Unit) throws(Diagnostic) -> [Shape] {
    var shapes: [Shape] = []
    for (style, groups) in unit.styles {
      let transform = evaluator.matrix(of: groups)
      if let shape = try evaluator.shape(style: style, transform: transform) { shapes.append(shape) }
    }
    return shapes
  }

  private func opacity(of groups: [Int], at time: Double) -> Double {
    groups.reduce(1) { $0 * tree.groups[$1].transform.opacity(at: time) }
  }

  private func layers(naming groups: [Int]) -> [String] {
    layers + groups.map { tree.groups[$0].name }.filter { !$0.isEmpty }
  }
}
