internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Vector sprites that are drawn as one, back to front.
struct MotionGroup {
  /// Maximum distance by which a point is moved, in pixels of the canvas.
  private static let tolerance = 0.02

  /// A sprite of the group.
  private struct Part {
    var sprite: Sprite
    /// Its space → the group's.
    var map: Affine
  }

  /// The group in a frame.
  private struct Frame {
    /// The group's space → the canvas; nil where nothing is visible.
    var transform: Affine?
    /// Area in which it may be visible, including antialiased edges.
    var area = Rect.empty
    /// Bytes of the shapes that are visible, before the file is packed.
    var bytes = 0
    /// Number of these shapes.
    var shapes = 0
    /// Number of these shapes whose sprite shows another list than in the frame before.
    var changedShapes = 0
    /// Whether the list is another than in the frame before.
    var isChanged = false
    /// Whether the transform is.
    var isMoved = false

    /// About what the frame takes, without shapes that have to be written anyway.
    var cost: Cost {
      typealias Message = SVGACosts.Message
      typealias Packed = SVGACosts.Packed
      guard transform != nil else { return Cost(plain: Message.emptyFrame, packed: Packed.emptyFrame) }
      let repeated = isChanged ? Double(shapes - changedShapes) : 0
      return Cost(
        plain: Message.frame + (isChanged ? bytes : 0),
        packed: Packed.frame + (isMoved ? Packed.move : 0) + Packed.repeatedShape * repeated)
    }
  }

  /// Bytes of frames before and after the file is packed.
  private struct Cost {
    var plain = 0
    var packed = 0.0

    static func + (a: Cost, b: Cost) -> Cost { Cost(plain: a.plain + b.plain, packed: a.packed + b.packed) }
  }

  /// Whether more can be joined.
  private(set) var isJoinable: Bool
  private var parts: [Part]
  private var frames: [Frame]
  private var area = Rect.empty
  /// Bounds of all lists, in the group's space.
  private var bounds = Rect.empty
  /// Width of the widest stroke in the group's space; 0 if there is none.
  private var widestStroke = 0.0
  private var cost = Cost()
  /// Points of the lists that other sprites show, too.
  private var sharedPoints = 0

  /// A group of one sprite.
  ///
  /// - Parameter uses: Number of sprites that show each list.
  init(_ sprite: Sprite, uses: [ShapeListID: Int], _ builder: TimelineBuilder) {
    parts = [Part(sprite: sprite, map: .identity)]
    frames = Array(repeating: Frame(), count: sprite.frames.count)
    isJoinable = sprite.isJoinable && sprite.content == .vector
    var sizes: [ShapeListID: Int] = [:]
    var shapes: [Shape] = []
    var last: (list: ShapeListID, transform: Affine)?
    for (index, state) in sprite.frames.enumerated() {
      guard state.isVisible else {
        last = nil
        continue
      }
      frames[index].transform = state.transform
      frames[index].area = Self.area(of: sprite, state, builder).outset(x: 1, y: 1)
      area = area.union(frames[index].area)
      guard isJoinable, let list = state.shapes else { continue }
      if state.opacity < 1 || state.clip != nil || state.filters != nil { isJoinable = false }
      if sizes[list] == nil {
        sizes[list] = builder[list].shapes.reduce(0) {
          $0 + SVGACosts.Message.shape + SVGACosts.Message.point * $1.outline.path.points.count
        }
        shapes += builder[list].shapes
        if uses[list, default: 1] > 1 {
          sharedPoints += builder[list].shapes.reduce(0) { $0 + $1.outline.path.points.count }
        }
        bounds = bounds.union(builder[list].bounds)
      }
      frames[index].bytes = sizes[list] ?? 0
      frames[index].shapes = builder[list].shapes.count
      frames[index].isChanged = list != last?.list
      frames[index].changedShapes = frames[index].isChanged ? frames[index].shapes : 0
      frames[index].isMoved = last.map { $0.transform != state.transform } ?? false
      last = (list, state.transform)
    }
    guard isJoinable else { return }
    widestStroke = shapes.reduce(0) { max($0, ($1.stroke?.style.width ?? 0) * $1.transform.stretch.largest) }
    isJoinable = shapes.allSatisfy { $0.paints.allSatisfy { $0.onlyPaint?.isOpaque == true } }
    cost = frames.reduce(Cost()) { $0 + $1.cost }
  }

  /// Area in which a sprite may be visible in a frame.
  static func area(of sprite: Sprite, _ state: FrameState, _ builder: TimelineBuilder) -> Rect {
    let anywhere = Rect(minX: -1e9, minY: -1e9, maxX: 1e9, maxY: 1e9)
    // Apps may show something larger under a key.
    if sprite.replacementKey != nil { return anywhere }
    return switch sprite.content {
    case .image(let id):
      state.transform.apply(Rect(x: 0, y: 0, width: Double(builder[id].width), height: Double(builder[id].height)))
    case .vector: state.shapes.map { state.transform.apply(builder[$0].bounds) } ?? .empty
    case .group: anywhere
    }
  }

  /// Whether both are seen in the same place of a frame.
  func overlaps(_ other: MotionGroup) -> Bool {
    guard area.overlaps(other.area) else { return false }
    return zip(frames, other.frames).contains {
      $0.transform != nil && $1.transform != nil && $0.area.overlaps($1.area)
    }
  }

  /// Adds another group above this one; false, without a change, if they do not move together, or change at other times.
  ///
  /// In place, because copies of groups with many parts for each that is added would take quadratic time.
  mutating func join(_ other: MotionGroup, _ capabilities: SVGACapabilities) -> Bool {
    guard isJoinable, other.isJoinable, let map = map(to: other), let back = map.inverse,
      map.isUniform(tolerance: 1e-4) || max(widestStroke, other.widestStroke) == 0
    else { return false }
    let joined = joinedFrames(with: other, back: back)
    var joinedCost = joined.reduce(Cost()) { $0 + $1.cost }
    // Copies cost next to nothing while they are the same in their own spaces.
    if map != .identity { joinedCost.packed += SVGACosts.Packed.movedPoint * Double(other.sharedPoints) }
    let apart = cost + other.cost
    guard joinedCost.plain <= apart.plain, joinedCost.packed <= apart.packed + savedBytes(of: other) else {
      return false
    }
    let stroke = max(widestStroke, other.widestStroke * map.stretch.largest)
    guard Self.conform(joined, strokedBy: stroke, capabilities) else { return false }
    parts += other.parts.map { Part(sprite: $0.sprite, map: map * $0.map) }
    frames = joined
    cost = joinedCost
    sharedPoints += map == .identity ? other.sharedPoints : 0
    area = area.union(other.area)
    bounds = bounds.union(map.apply(other.bounds))
    widestStroke = stroke
    return true
  }

  /// The frames with those of another group above.
  ///
  /// - Parameter back: This group's space → the other group's.
  private func joinedFrames(with other: MotionGroup, back: Affine) -> [Frame] {
    var joined = frames
    for (index, frame) in other.frames.enumerated() {
      let own = frames[index]
      joined[index].transform = own.transform ?? frame.transform.map { $0 * back }
      joined[index].area = own.area.union(frame.area)
      joined[index].bytes += frame.bytes
      joined[index].shapes += frame.shapes
      joined[index].changedShapes += frame.changedShapes
      if own.transform == nil { joined[index].isMoved = frame.isMoved }
      // Shapes that disappear while others stay change the list, too.
      joined[index].isChanged = own.isChanged || frame.isChanged
      if index > 0, own.transform == nil, frames[index - 1].transform != nil { joined[index].isChanged = true }
      if index > 0, frame.transform == nil, other.frames[index - 1].transform != nil { joined[index].isChanged = true }
    }
    return joined
  }

  /// Gain from joining another group, which leaves one sprite fewer, in packed bytes.
  private func savedBytes(of other: MotionGroup) -> Double {
    let saved = zip(frames, other.frames).count { $0.transform != nil && $1.transform != nil }
    var work = PlayerWork()
    work.sprites = Double(saved)
    return SVGACosts.Packed.sprite + LoweringCost.playing(work, share: 1 / Double(max(1, frames.count)))
  }

  /// Whether players draw strokes of a width alike in all frames.
  private static func conform(_ frames: [Frame], strokedBy width: Double, _ capabilities: SVGACapabilities) -> Bool {
    if width == 0 { return true }
    var facts = SVGAShapeFacts()
    facts.addStroke(width: width, isDashed: false)
    return frames.allSatisfy { frame in
      guard let stretch = frame.transform?.stretch else { return true }
      return capabilities.unsupportedFeatures(of: facts, opacity: 1, stretch: stretch, isClipped: false).isEmpty
    }
  }

  /// The map from another group's space to this one's; nil if they do not move together or are never seen together.
  private func map(to other: MotionGroup) -> Affine? {
    var map: Affine?
    var last: (Affine, Affine)?
    for (frame, above) in zip(frames, other.frames) {
      guard let own = frame.transform, let moved = above.transform, last?.0 != own || last?.1 != moved else { continue }
      last = (own, moved)
      if let map {
        let placed = own * map
        for corner in other.bounds.corners
        where placed.apply(corner).distance(to: moved.apply(corner)) > Self.tolerance { return nil }
      } else {
        map = own.inverse.map { $0 * moved }
        guard let map, map.isFinite, map.determinant != 0 else { return nil }
      }
    }
    return map
  }

  /// The group as one sprite.
  ///
  /// - Throws: `limit.exceeded`.
  func sprite(in builder: inout TimelineBuilder) throws(Diagnostic) -> Sprite {
    guard parts.count > 1 else { return parts[0].sprite }
    var sprite = parts[0].sprite
    var lists: [[ShapeListID?]: ShapeListID] = [:]
    for (index, frame) in frames.enumerated() {
      guard let transform = frame.transform else { continue }
      let key = parts.map { $0.sprite.frames[index].isVisible ? $0.sprite.frames[index].shapes : nil }
      let list: ShapeListID
      if let known = lists[key] {
        list = known
      } else {
        var shapes: [Shape] = []
        for (part, id) in zip(parts, key) {
          if let id { shapes += builder[id].shapes.map { $0.mapped(by: part.map) } }
        }
        list = try builder.intern(shapes)
        lists[key] = list
      }
      sprite.frames[index] = FrameState(opacity: 1, transform: transform, shapes: list)
    }
    return sprite
  }
}

extension Shape {
  /// The shape in another space. Rectangles and ellipses stay what they are where they can.
  fileprivate func mapped(by map: Affine) -> Shape {
    if map == .identity { return self }
    let whole = map * transform
    if let outline = outline.mapped(by: whole), stroke == nil || whole.isUniform() {
      guard var stroke else { return Shape(outline: outline, style: style) }
      stroke.style.width *= whole.stretch.largest
      return Shape(outline: outline, fill: fill, stroke: stroke)
    }
    return Shape(outline: outline, style: style, transform: whole)
  }
}
