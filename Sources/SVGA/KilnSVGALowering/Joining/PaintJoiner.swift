internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Joins shapes of one list that are painted alike: a fill and a stroke of one outline, outlines that lie apart, and opaque
/// ones of one colour that touch or, where only strokes are drawn, overlap. Paths that are rectangles or ellipses become these.
struct PaintJoiner {
  /// Distance in pixels of the canvas between outlines that do not touch, with what antialiasing adds.
  private static let gap = 2.0
  /// Maximum distance by which outlines are moved, in pixels of the canvas.
  private static let tolerance = 0.02
  /// Number of earlier shapes that one is compared with.
  private static let reach = 48
  /// Number of shapes that one stands for at most: each further one is compared with all of them.
  private static let maximumPartCount = 256

  /// A shape that stands for several.
  private struct Joint {
    var shape: Shape
    /// Bounds of those it stands for.
    var parts: [Rect]
    var bounds: Rect

    func isApart(from rect: Rect) -> Bool {
      !bounds.overlaps(rect) || !parts.contains { $0.overlaps(rect) }
    }

    mutating func append(_ other: Shape, bounds: Rect) {
      shape.append(other)
      parts.append(bounds)
      self.bounds = self.bounds.union(bounds)
    }
  }

  /// Smallest and largest scale at which a list is drawn, and whether it is always opaque.
  private struct Use {
    var least = Double.infinity
    var largest = 0.0
    var isOpaque = true

    mutating func add(_ state: FrameState, isFaded: Bool) {
      let stretch = state.transform.stretch
      least = min(least, stretch.smallest)
      largest = max(largest, stretch.largest)
      if isFaded || state.opacity < 1 { isOpaque = false }
    }
  }

  /// The sprites, with fewer shapes in their lists.
  ///
  /// - Throws: `limit.exceeded`.
  static func joined(_ sprites: [Sprite], in builder: inout TimelineBuilder) throws(Diagnostic) -> [Sprite] {
    var uses: [ShapeListID: Use] = [:]
    var last: FrameState?
    for sprite in sprites {
      let isFaded = sprite.isFadedGroup
      sprite.forEachPart { part in
        for state in part.frames where state.isVisible {
          guard let list = state.shapes, last != state || isFaded else { continue }
          last = state
          uses[list, default: Use()].add(state, isFaded: isFaded)
        }
      }
    }
    var joined: [ShapeListID: ShapeListID] = [:]
    for (list, use) in uses.sorted(by: { $0.key.index < $1.key.index }) {
      let shapes = builder[list].shapes
      guard use.least > 0 else { continue }
      let plain = shapes.map { $0.plain(tolerance: tolerance / use.largest) }
      // The gap is wider in the space of what is drawn smaller.
      let fewer = self.joined(plain, gap: gap / use.least, isOpaque: use.isOpaque)
      if fewer != shapes { joined[list] = try builder.intern(fewer) }
    }
    if joined.isEmpty { return sprites }
    return sprites.map { $0.mappingShapes(joined) }
  }

  /// The shapes, as few as can be.
  private static func joined(_ shapes: [Shape], gap: Double, isOpaque: Bool) -> [Shape] {
    var joints: [Joint] = []
    for shape in shapes {
      let bounds = shape.bounds
      if let last = joints.indices.last, let whole = joints[last].shape.filled(andStrokedBy: shape) {
        joints[last] = Joint(shape: whole, parts: [bounds], bounds: bounds)
      } else if let place = place(of: shape, bounds, in: joints, gap: gap, isOpaque: isOpaque) {
        joints[place].append(shape, bounds: bounds)
      } else {
        joints.append(Joint(shape: shape, parts: [bounds], bounds: bounds))
      }
    }
    return joints.map(\.shape)
  }

  /// The lowest of the joints that a shape can be added to.
  private static func place(of shape: Shape, _ bounds: Rect, in joints: [Joint], gap: Double, isOpaque: Bool) -> Int? {
    let around = bounds.outset(x: gap, y: gap)
    let color = isOpaque ? shape.opaqueColor : nil
    var place: Int?
    for index in joints.indices.suffix(reach).reversed() {
      let joint = joints[index]
      let isApart = joint.isApart(from: around)
      // Nobody sees which of two shapes of one colour was drawn first.
      let isSameColor = color != nil && joint.shape.opaqueColor == color
      guard isApart || isSameColor else { break }
      guard joint.parts.count < maximumPartCount, joint.shape.isPainted(like: shape) else { continue }
      if isApart || joint.shape.mayOverlap(shape) || joint.isApart(from: bounds) { place = index }
    }
    return place
  }
}

extension Shape {
  /// The shape with the simplest outline that is the same.
  fileprivate func plain(tolerance: Double) -> Shape {
    let plain = outline.plain(tolerance: tolerance / max(1e-6, transform.stretch.largest), isStroked: stroke != nil)
    return plain == outline ? self : Shape(outline: plain, style: style, transform: transform)
  }

  /// A filled shape with the stroke of another one over it; nil if that is not the same outline.
  fileprivate func filled(andStrokedBy other: Shape) -> Shape? {
    guard let fill, stroke == nil, other.fill == nil, let stroke = other.stroke, transform == other.transform,
      outline == other.outline
    else { return nil }
    return Shape(outline: outline, fill: fill, stroke: stroke, transform: transform)
  }

  /// Whether both could be one path. Rectangles and ellipses are shorter alone.
  fileprivate func isPainted(like other: Shape) -> Bool {
    guard case .path = outline, case .path = other.outline, style == other.style, fill?.rule != .evenOdd else {
      return false
    }
    return transform == other.transform || stroke == nil
  }

  /// The only colour of an opaque shape.
  fileprivate var opaqueColor: StraightColor? {
    guard case .solid(let color) = onlyPaint, color.alpha == 1, fill == nil || stroke == nil else { return nil }
    return color
  }

  /// Whether one path looks like both of them, which have the same style, where they overlap.
  ///
  /// Areas may cancel out, strokes do not. Where one stroke lies along another, edges are drawn twice, and are harder.
  fileprivate func mayOverlap(_ other: Shape) -> Bool {
    fill == nil && !outline.path.runsAlongside(other.outline.path)
  }

  /// Adds the outline of a shape that is painted alike.
  fileprivate mutating func append(_ other: Shape) {
    var path = outline.path
    if transform == other.transform {
      path.append(other.outline.path)
    } else {
      path = path.transformed(by: transform)
      path.append(other.outline.path, transformedBy: other.transform)
    }
    self = Shape(outline: .path(path), style: style, transform: transform == other.transform ? transform : .identity)
  }
}

extension Sprite {
  /// Calls `body` with the sprite, or with the parts of a group and its mattes.
  func forEachPart(_ body: (Sprite) -> Void) {
    if case .group(let children) = content { children.forEach { $0.forEachPart(body) } } else { body(self) }
    matte?.sprites.forEach { $0.forEachPart(body) }
  }

  /// Whether it is a group that is translucent in any frame, where its parts are not.
  fileprivate var isFadedGroup: Bool {
    guard case .group = content else { return false }
    return frames.contains { $0.isVisible && $0.opacity < 1 }
  }

  /// The sprite with other lists.
  func mappingShapes(_ lists: [ShapeListID: ShapeListID]) -> Sprite {
    var sprite = self
    sprite.frames.update { _, state in
      if let list = state.shapes, let other = lists[list] { state.shapes = other }
    }
    if case .group(let children) = content { sprite.content = .group(children.map { $0.mappingShapes(lists) }) }
    if let matte { sprite.matte = Matte(matte.sprites.map { $0.mappingShapes(lists) }, mode: matte.mode) }
    return sprite
  }
}
