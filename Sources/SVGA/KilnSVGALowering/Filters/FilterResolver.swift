internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnRasterizer
internal import KilnTimeline
internal import KilnRendering

/// Replaces filters where something simpler draws the same pixels.
///
/// Colour filters over solid shapes become changed colours. A shadow becomes a sprite of its own below its source.
struct FilterResolver {
  private let source: Timeline
  private var builder: TimelineBuilder

  /// The timeline with as few filters as possible.
  ///
  /// - Throws: `limit.exceeded`.
  static func resolved(
    _ timeline: Timeline, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    guard !timeline.filterChains.isEmpty else { return timeline }
    var resolver = FilterResolver(source: timeline, builder: try TimelineBuilder(editing: timeline, limits: limits))
    resolver.builder.sprites = try resolver.resolved(timeline.sprites)
    return resolver.builder.build(log: &log)
  }

  private mutating func resolved(_ sprites: [Sprite]) throws(Diagnostic) -> [Sprite] {
    var result: [Sprite] = []
    for sprite in sprites { result += try resolved(sprite) }
    return result
  }

  private mutating func resolved(_ sprite: Sprite) throws(Diagnostic) -> [Sprite] {
    var sprite = sprite
    if sprite.frames.contains(where: { $0.filters != nil }) { try recolor(&sprite) }
    let shadows = try separateShadows(&sprite)
    if case .group(let children) = sprite.content { sprite.content = .group(try resolved(children)) }
    return shadows + [sprite]
  }

  // MARK: - Colours

  private mutating func recolor(_ sprite: inout Sprite) throws(Diagnostic) {
    for (frame, state) in sprite.frames.enumerated() {
      guard state.isVisible, let chain = state.filters.map({ source[$0] }), !chain.isSpatial,
        chain.region.contains(source.unfilteredBounds(of: sprite, frame: frame), tolerance: 0.01),
        let recolored = try recolored(sprite, frame, chain)
      else { continue }
      sprite = recolored
      sprite.frames[frame].filters = nil
    }
  }

  /// A sprite with the colours of a frame changed; nil if not all that it shows is solid, and opaque unless the chain
  /// gives all one colour.
  private mutating func recolored(
    _ sprite: Sprite, _ frame: Int, _ chain: FilterChain
  ) throws(Diagnostic) -> Sprite? {
    var sprite = sprite
    let state = sprite.frames[frame]
    switch sprite.content {
    case .image: return nil
    case .vector:
      guard let id = state.shapes else { return nil }
      var shapes = builder[id].shapes
      for index in shapes.indices {
        guard shapes[index].recolor({ chain.recolored($0) ?? chain.filled($0) }) else { return nil }
      }
      // A colour that has become translucent would show the sprite's own shapes below it.
      let isOpaque = shapes.allSatisfy { $0.paints.allSatisfy { $0.onlyPaint?.isOpaque == true } }
      guard isOpaque || chain.onlyColor != nil || shapes.flatMap(\.paints).count == 1 else { return nil }
      sprite.frames[frame].shapes = try builder.intern(shapes)
    case .group(var children):
      for index in children.indices where children[index].frames[frame].isVisible {
        let child = children[index].frames[frame]
        guard child.opacity == 1 || chain.onlyColor != nil, child.filters == nil, children[index].blendMode == .normal,
          let recolored = try recolored(children[index], frame, chain)
        else { return nil }
        children[index] = recolored
      }
      if chain.onlyColor != nil { hideCovered(&children, frame) }
      sprite.content = .group(children)
    }
    return sprite
  }

  /// Hides what lies within the lowest opaque area, in sprites that all have one colour. Often that area is the background
  /// of a composition, and all that shows.
  private func hideCovered(_ sprites: inout [Sprite], _ frame: Int) {
    guard let cover = sprites.firstIndex(where: { opaqueArea(of: $0, frame) != nil }),
      let area = opaqueArea(of: sprites[cover], frame)
    else { return }
    for index in sprites.indices where index != cover {
      guard let bounds = vectorBounds(of: sprites[index], frame) else { continue }
      if area.relation(to: bounds) == .inside { sprites[index].frames[frame].opacity = 0 }
    }
  }

  /// An area of the group that a sprite covers; nil if it has no opaque fill, or is clipped or translucent.
  private func opaqueArea(of sprite: Sprite, _ frame: Int) -> Path? {
    let state = sprite.frames[frame]
    guard state.opacity == 1, state.clip == nil, sprite.matte == nil, let list = state.shapes,
      let shape = builder[list].shapes.first(where: { $0.fill?.paint.isOpaque == true && $0.fill?.rule == .nonZero })
    else { return nil }
    return shape.outline.path.transformed(by: state.transform * shape.transform)
  }

  /// Bounds in the group of a vector that is visible; nil for other sprites.
  private func vectorBounds(of sprite: Sprite, _ frame: Int) -> Rect? {
    let state = sprite.frames[frame]
    guard state.isVisible, let list = state.shapes else { return nil }
    return builder[list].shapes.reduce(Rect.empty) { bounds, shape in
      // Closer than the bounds of turned bounds.
      var placed = shape
      placed.transform = state.transform * shape.transform
      return bounds.union(placed.bounds)
    }
  }

  // MARK: - Shadows

  /// Removes the shadows that end the filter chains of frames, and returns them as sprites to be drawn below.
  private mutating func separateShadows(_ sprite: inout Sprite) throws(Diagnostic) -> [Sprite] {
    guard sprite.matte == nil, sprite.blendMode == .normal else { return [] }
    var shadow = sprite
    shadow.frames.hideAll()
    for (frame, state) in sprite.frames.enumerated() {
      guard state.isVisible, state.opacity == 1, let id = state.filters, case let chain = builder[id],
        case .shadow(var last)? = chain.filters.last, last.showsSource,
        case let content = source.unfilteredBounds(of: sprite, frame: frame),
        chain.region.contains(content, tolerance: 0.01)
      else { continue }
      last.showsSource = false
      guard let alone = builder.intern(filters: FilterChain([.shadow(last)], region: chain.region)) else { continue }
      shadow.frames[frame] = state
      shadow.frames[frame].filters = alone
      try moveWideShadow(&shadow.frames[frame], of: content)
      let rest = Array(chain.filters.dropLast())
      sprite.frames[frame].filters =
        rest.isEmpty ? nil : builder.intern(filters: FilterChain(rest, region: chain.region))
    }
    guard shadow.frames.contains(where: \.isVisible) else { return [] }
    try builder.reserveSprite()
    // The chain before it may end with a shadow again.
    return try separateShadows(&sprite) + [shadow]
  }

  /// Moves a wide shadow by its transform: filters move by whole pixels, and those of its bitmap are large.
  ///
  /// - Parameter content: Bounds of what casts the shadow.
  private mutating func moveWideShadow(_ state: inout FrameState, of content: Rect) throws(Diagnostic) {
    let transform = state.transform
    guard transform.b == 0, transform.c == 0, let back = transform.inverse,
      let chain = state.filters.map({ builder[$0] }),
      chain.sharpness(under: transform) < 1, case .shadow(var shadow)? = chain.filters.last
    else { return }
    let pixels = transform.applyToVector(shadow.offset)
    let offset = back.applyToVector(Point(pixels.x.rounded(), pixels.y.rounded()))
    // Farther than two and a half deviations off, a shadow is fainter than what can be seen.
    let reach = 2.5 * shadow.deviation
    let isCut = !chain.region.contains(content.outset(x: reach, y: reach).offset(by: offset), tolerance: 0.01)
    // Players would apply only one of two clips.
    guard !isCut || state.clip == nil else { return }
    let region = back.apply(Rect(PixelRect(covering: transform.apply(chain.region).insetBy(0.001))))
    shadow.offset = .zero
    guard let unmoved = builder.intern(filters: FilterChain([.shadow(shadow)], region: chain.region)) else { return }
    state.transform = transform * .translation(offset.x, offset.y)
    state.filters = unmoved
    if let clip = isCut ? Path.rect(region) : state.clip.map({ builder[$0] }) {
      state.clip = try builder.intern(clip: clip.transformed(by: .translation(-offset.x, -offset.y)))
    }
  }
}

extension FilterChain {
  /// The colour that all becomes, while every alpha stays; nil if colours differ or alphas change.
  fileprivate var onlyColor: StraightColor? {
    var color: StraightColor?
    for filter in filters {
      guard case .fill(let fill) = filter, fill.alpha == 1 else { return nil }
      color = fill
    }
    return color
  }

  /// A translucent colour filled with the only one; nil if there is none.
  fileprivate func filled(_ color: StraightColor) -> StraightColor? {
    guard var filled = onlyColor else { return nil }
    filled.alpha = color.alpha
    return filled
  }
}

extension Shape {
  /// Changes solid colours; false if there is a gradient, or a colour that cannot be changed.
  fileprivate mutating func recolor(_ change: (StraightColor) -> StraightColor?) -> Bool {
    func changed(_ paint: Paint) -> Paint? {
      guard case .solid(let color) = paint else { return nil }
      return change(color).map { .solid($0) }
    }
    if let fill {
      guard let paint = changed(fill.paint) else { return false }
      self.fill?.paint = paint
    }
    if let stroke {
      guard let paint = changed(stroke.paint) else { return false }
      self.stroke?.paint = paint
    }
    return true
  }
}
