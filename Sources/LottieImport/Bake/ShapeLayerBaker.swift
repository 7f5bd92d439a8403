internal import Diagnostics
internal import Geometry
internal import Pixels
internal import TimelineModel

/// Bakes a shape layer's items into sprites in the layer's space, as often as its composition is used.
struct ShapeLayerBaker {
  private var evaluator: ShapeEvaluator
  private let tree: ShapeTree
  private let nodes: [ShapeLayerPlan.Node]
  /// What units have shown so far, by a digest of the unit and its moment: loops and compositions that are used again
  /// show the same.
  private var known: [Int: Picture?] = [:]

  /// One use of the layer's composition.
  private struct Use {
    var moments: Moments
    var origin: SpriteOrigin
  }

  /// What a unit shows at one time.
  private struct Picture {
    var shapes: ShapeListID
    var clip: ClipID?
  }

  init(_ tree: ShapeTree, merger: PathMerger, limits: Limits) {
    self.tree = tree
    nodes = ShapeLayerPlan(tree).nodes
    evaluator = ShapeEvaluator(tree, merger: merger, limits: limits)
  }

  mutating func bake(
    at moments: Moments, _ origin: SpriteOrigin, into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    try bake(nodes, in: Use(moments: moments, origin: origin), into: &builder)
  }

  private mutating func bake(
    _ nodes: [ShapeLayerPlan.Node], in use: Use, into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    var sprites: [Sprite] = []
    for node in nodes {
      try builder.reserveSprite()
      switch node {
      case .unit(let unit): sprites.append(try bake(unit, in: use, into: &builder))
      case .isolated(let opacityGroups, let names, let blendMode, let children):
        let children = try bake(children, in: use, into: &builder)
        let frames = use.moments.states { time in
          FrameState(opacity: opacity(of: opacityGroups, at: time), transform: .identity)
        }
        sprites.append(
          Sprite(
            origin(names, in: use), content: .group(children), blendMode: blendMode,
            frames: frames))
      }
    }
    return sprites
  }

  private mutating func bake(
    _ unit: ShapeLayerPlan.Unit, in use: Use, into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    let changes = changes(of: unit)
    var picture = Known<Picture?>(changes)
    var matrix = Known<Affine>(ChangeTimes(anyOf: unit.motion.map { tree.groups[$0].transform.changes }))
    var frames: [FrameState] = []
    frames.reserveCapacity(use.moments.count)
    for moment in use.moments.all {
      let opacity = moment.map { self.opacity(of: unit.opacityGroups, at: $0) } ?? 0
      guard let time = moment, opacity > 0,
        let seen = try picture.value(
          at: time, { () throws(Diagnostic) in try self.picture(of: unit, changes, at: time, in: &builder) })
      else {
        frames.append(.hidden)
        continue
      }
      let transform = matrix.value(at: time) { tree.matrix(of: unit.motion, at: time) }
      frames.append(FrameState(opacity: opacity, transform: transform, shapes: seen.shapes, clip: seen.clip))
    }
    return Sprite(
      origin(unit.names, in: use), content: .vector, blendMode: unit.blendMode, frames: frames)
  }

  /// What a unit shows at a time; nil if that is nothing.
  private mutating func picture(
    of unit: ShapeLayerPlan.Unit, _ changes: ChangeTimes, at time: Double, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Picture? {
    var moment = NumberDigest()
    // No style is in two units.
    moment.combine(unit.styles.first?.style ?? 0, 0)
    changes.feed(&moment, at: time)
    if let known = known[moment.value] { return known }
    let shapes = try shapes(of: unit, at: time)
    var picture: Picture?
    if let first = shapes.first {
      picture = Picture(
        shapes: try builder.intern(shapes), clip: unit.isCut ? try maskRegion(of: first, in: &builder) : nil)
    }
    known[moment.value] = .some(picture)
    return picture
  }

  /// What SVG's region of a mask leaves of a shape; nil if that is all of it.
  private func maskRegion(of shape: Shape, in builder: inout TimelineBuilder) throws(Diagnostic) -> ClipID? {
    let region = shape.outline.path.bounds.grown(by: 0.1)
    let painted = Shape(outline: shape.outline, style: shape.style).bounds
    // Less than this cannot be seen.
    if region.contains(painted, tolerance: 0.01) { return nil }
    return try builder.intern(clip: Path.rect(region).transformed(by: shape.transform))
  }

  // MARK: - Outlines

  /// For each frame the box of all outlines, also of those that paint nothing; nil if there are none of these.
  mutating func outlineBoxes(at moments: Moments) throws(Diagnostic) -> [Rect]? {
    guard tree.hasUnseenOutlines else { return nil }
    var boxes: [Rect] = []
    for moment in moments.all {
      evaluator.time = moment ?? 0
      boxes.append(moment == nil ? .empty : try outlineBox(of: nodes))
    }
    return boxes
  }

  private mutating func outlineBox(of nodes: [ShapeLayerPlan.Node]) throws(Diagnostic) -> Rect {
    var box = Rect.empty
    for node in nodes {
      switch node {
      case .isolated(_, _, _, let children): box = box.union(try outlineBox(of: children))
      case .unit(let unit):
        let motion = tree.matrix(of: unit.motion, at: evaluator.time)
        for (style, transform) in unit.styles {
          guard let outline = try evaluator.outline(ofStyle: style) else { continue }
          box = box.union(outline.path.bounds(transformedBy: motion * transform))
        }
      }
    }
    return box
  }

  /// When the shapes of a unit change.
  private func changes(of unit: ShapeLayerPlan.Unit) -> ChangeTimes {
    unit.isAnimated ? ChangeTimes(anyOf: unit.styles.map { evaluator.changes(ofStyle: $0.style) }) : .never
  }

  private mutating func shapes(of unit: ShapeLayerPlan.Unit, at time: Double) throws(Diagnostic) -> [Shape] {
    evaluator.time = time
    var shapes: [Shape] = []
    shapes.reserveCapacity(unit.styles.count)
    for (style, transform) in unit.styles { try evaluator.append(style: style, transform: transform, to: &shapes) }
    return shapes
  }

  private func opacity(of groups: [Int], at time: Double) -> Double {
    groups.reduce(1) { $0 * tree.groups[$1].transform.opacity(at: time) }
  }

  private func origin(_ names: [String], in use: Use) -> SpriteOrigin {
    names.isEmpty ? use.origin : use.origin.part(named: names, in: "Contents")
  }
}
