internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Bakes a shape layer's items into sprites in the layer's space, as often as its composition is used.
struct ShapeLayerBaker {
  private var evaluator: ShapeEvaluator
  private let tree: ShapeTree
  private let nodes: [ShapeLayerPlan.Node]
  /// Pictures of each unit, by its first style; no style is in two units.
  private var pictures: [Int: RepeatedValueCache<Picture?>] = [:]

  /// One use of the layer's composition.
  private struct Use {
    var times: SampleTimes
    var origin: SpriteOrigin
  }

  /// Content of a unit at one time.
  private struct Picture {
    var shapes: ShapeListID
    var clip: ClipID?
  }

  init(_ tree: ShapeTree, merger: PathMerger, limits: Limits) {
    self.tree = tree
    nodes = ShapeLayerPlan(tree).nodes
    evaluator = ShapeEvaluator(tree, merger: merger, limits: limits)
  }

  /// About how much memory it takes, in nodes of the tree; so many vertices as 16 of them take one.
  var weight: Int { tree.nodeCount + evaluator.cachedVertexCount / 16 }

  mutating func bake(
    at times: SampleTimes, _ origin: SpriteOrigin, into builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    evaluator.context = times.context
    return try bake(nodes, in: Use(times: times, origin: origin), into: &builder)
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
        let frames = use.times.states { time in
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
    let key = unit.styles.first?.style ?? -1
    // Taken out, so that it is changed in place.
    var pictures = pictures.removeValue(forKey: key) ?? RepeatedValueCache(changes(of: unit))
    defer { self.pictures[key] = pictures }
    var matrix = LastValueCache<Affine>(ChangeTimes(anyOf: unit.motion.map { tree.groups[$0].transform.changes }))
    var frames: [FrameState] = []
    frames.reserveCapacity(use.times.count)
    for sample in use.times.samples {
      let opacity = sample.time.map { self.opacity(of: unit.opacityGroups, at: $0) } ?? 0
      guard let time = sample.time, opacity > 0,
        let picture = try pictures.value(
          at: time, { () throws(Diagnostic) in try self.picture(of: unit, at: time, in: &builder) })
      else {
        frames.append(.hidden)
        continue
      }
      let transform = matrix.value(at: time) { tree.matrix(of: unit.motion, at: time, in: evaluator.context) }
      frames.append(FrameState(opacity: opacity, transform: transform, shapes: picture.shapes, clip: picture.clip))
    }
    return Sprite(
      origin(unit.names, in: use), content: .vector, blendMode: unit.blendMode, frames: frames)
  }

  /// Content of a unit at a time; nil if it shows nothing.
  private mutating func picture(
    of unit: ShapeLayerPlan.Unit, at time: Double, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Picture? {
    let shapes = try shapes(of: unit, at: time)
    guard let first = shapes.first else { return nil }
    return Picture(
      shapes: try builder.intern(shapes), clip: unit.isCut ? try maskRegion(of: first, in: &builder) : nil)
  }

  /// The clip of a shape that SVG's mask region cuts; nil if it cuts nothing.
  private func maskRegion(of shape: Shape, in builder: inout TimelineBuilder) throws(Diagnostic) -> ClipID? {
    let region = shape.outline.path.bounds.grown(by: 0.1)
    let painted = Shape(outline: shape.outline, style: shape.style).bounds
    // Less than this cannot be seen.
    if region.contains(painted, tolerance: 0.01) { return nil }
    return try builder.intern(clip: Path.rect(region).transformed(by: shape.transform))
  }

  // MARK: - Outlines

  /// For each frame the bounding box of all outlines, also of those that paint nothing; nil if all paint something.
  mutating func outlineBoxes(at times: SampleTimes) throws(Diagnostic) -> [Rect]? {
    guard tree.hasUnpaintedOutlines else { return nil }
    var boxes: [Rect] = []
    evaluator.context = times.context
    for sample in times.samples {
      evaluator.time = sample.time ?? 0
      boxes.append(sample.time == nil ? .empty : try outlineBox(of: nodes))
    }
    return boxes
  }

  private mutating func outlineBox(of nodes: [ShapeLayerPlan.Node]) throws(Diagnostic) -> Rect {
    var box = Rect.empty
    for node in nodes {
      switch node {
      case .isolated(_, _, _, let children): box = box.union(try outlineBox(of: children))
      case .unit(let unit):
        let motion = tree.matrix(of: unit.motion, at: evaluator.time, in: evaluator.context)
        for (style, transform) in unit.styles {
          guard let outline = try evaluator.outline(ofStyle: style) else { continue }
          box = box.union(outline.path.bounds(transformedBy: motion * transform))
        }
      }
    }
    return box
  }

  /// Times at which the shapes of a unit change.
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
    groups.reduce(1) { $0 * tree.groups[$1].transform.opacity(at: time, in: evaluator.context) }
  }

  private func origin(_ names: [String], in use: Use) -> SpriteOrigin {
    names.isEmpty ? use.origin : use.origin.part(named: names, in: "Contents")
  }
}
