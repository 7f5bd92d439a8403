public import KilnGeometry
public import KilnPixels
internal import KilnRasterizer
public import KilnTimeline

/// Renders frames of a timeline.
///
/// A value that owns reusable scratch memory: use a copy for each thread. The pixels of a frame depend only on the
/// timeline, the frame and the transform.
public struct TimelineRenderer: Sendable {
  let timeline: Timeline
  private let images: DecodedImages
  /// Maximum distance beyond its bounds at which something may be drawn, in pixels.
  private let overhang: Double
  private var rasterizer = Rasterizer()
  private var outlines: OutlineCache
  private var gradients = GradientTables()
  private var spare: [[UInt32]] = []
  /// Surface that is drawn on: the output, or the workspace of a filter while its content is drawn.
  var surface = FilterWorkspace.Surface(width: 0, height: 0)
  /// Scratch memory: for each top-level sprite the pixels that it may paint in the previous frame, if they are known.
  var painted: [PixelRect?] = []

  /// A renderer for a timeline with its decoded images.
  ///
  /// - Parameters:
  ///   - resolvesOverlaps: Whether pixels are exact where parts of a shape overlap within them. Without it, such pixels are
  ///     a little darker, and small pictures of detailed shapes take half the time: for looking at, not for output.
  public init(_ timeline: Timeline, images: DecodedImages, resolvesOverlaps: Bool = true) {
    self.timeline = timeline
    self.images = images
    overhang = timeline.hasAlignedLetters ? Letter.overhang : 0
    outlines = OutlineCache(listCount: timeline.shapeLists.count, resolvesOverlaps: resolvesOverlaps)
  }

  /// Prepares drawing parts of one frame, one after the other.
  mutating func prepareForBands() { outlines.drawsParts = true }

  /// Number of frames of the timeline.
  public var frameCount: Int { timeline.frameCount }

  /// Renders a frame over the target's content.
  ///
  /// - Parameters:
  ///   - frame: 0 ..< `frameCount` of the timeline.
  ///   - transform: canvas → pixels of the target. Content outside of the canvas is clipped only by the target's bounds.
  public mutating func render(frame: Int, transform: Affine, into target: inout Pixmap) {
    draw(timeline.sprites[...], frame: frame, transform: transform, in: target.bounds, into: &target)
  }

  /// Renders some top-level sprites of a frame over the target's content; parameters as for `render`.
  public mutating func render(_ sprites: [Sprite], frame: Int, transform: Affine, into target: inout Pixmap) {
    draw(sprites[...], frame: frame, transform: transform, in: target.bounds, into: &target)
  }

  /// Draws sprites, clipped to `limits`, which lie inside the target.
  mutating func draw(
    _ sprites: ArraySlice<Sprite>, frame: Int, transform: Affine, in limits: PixelRect, into target: inout Pixmap
  ) {
    surface = FilterWorkspace.Surface(width: target.width, height: target.height)
    target.withCanvas { draw(sprites, frame: frame, transform: transform, in: limits, into: $0) }
  }

  /// Draws sprites on a canvas, clipped to `limits`, which lie inside it.
  mutating func draw(
    _ sprites: ArraySlice<Sprite>, frame: Int, transform: Affine, in limits: PixelRect, into target: Canvas
  ) {
    // By index, because copying a sprite changes several reference counts, and most sprites are hidden.
    for index in sprites.indices {
      let state = sprites[index].frames[frame]
      guard state.isVisible else { continue }
      draw(sprites[index], state, frame: frame, transform: transform, in: limits, into: target)
    }
  }

  /// Draws a visible sprite.
  private mutating func draw(
    _ sprite: Sprite, _ state: FrameState, frame: Int, transform parent: Affine, in limits: PixelRect,
    into target: Canvas
  ) {
    let transform = parent * state.transform
    var limits = limits
    var state = state
    if let clip = state.clip, let pixels = timeline[clip].asRect?.wholePixels(transformedBy: transform, in: limits) {
      limits = limits.intersection(pixels)
      state.clip = nil
    }
    guard !limits.isEmpty else { return }
    if needsIsolation(sprite, state, frame: frame) {
      drawIsolated(sprite, state, frame: frame, transform: transform, parent: parent, in: limits, into: target)
    } else {
      drawContent(
        sprite, state, opacity: state.opacity, frame: frame, transform: transform, in: limits, into: target)
    }
  }

  /// Whether a sprite must be rendered to a separate layer before it is composited.
  private func needsIsolation(_ sprite: Sprite, _ state: FrameState, frame: Int) -> Bool {
    if state.clip != nil || state.filters != nil || sprite.matte != nil || sprite.blendMode != .normal { return true }
    switch sprite.content {
    case .image: return false
    case .group(let children):
      var count = 0
      for child in children where child.frames[frame].isVisible {
        if child.blendMode != .normal { return true }
        count += 1
      }
      // The opacity of a single child is multiplied instead.
      return state.opacity < 1 && count > 1
    case .vector:
      // Overlapping parts of a translucent sprite must not show through each other.
      guard state.opacity < 1, let list = state.shapes else { return false }
      let shapes = timeline[list].shapes
      return shapes.count > 1 || shapes.first.map { $0.fill != nil && $0.stroke != nil } ?? false
    }
  }

  private mutating func drawContent(
    _ sprite: Sprite, _ state: FrameState, opacity: Double, frame: Int, transform: Affine, in limits: PixelRect,
    into target: Canvas
  ) {
    switch sprite.content {
    case .image(let id):
      guard let image = images[id] else { return }
      rasterizer.draw(image, transform: transform, opacity: opacity, in: limits, into: target)
    case .vector:
      guard let list = state.shapes else { return }
      draw(list, opacity: opacity, transform: transform, in: limits, into: target)
    case .group(let children):
      for index in children.indices {
        var state = children[index].frames[frame]
        guard state.isVisible else { continue }
        state.opacity *= opacity
        draw(children[index], state, frame: frame, transform: transform, in: limits, into: target)
      }
    }
  }

  private mutating func draw(
    _ list: ShapeListID, opacity: Double, transform: Affine, in limits: PixelRect, into target: Canvas
  ) {
    let shapes = timeline[list].shapes
    outlines.begin(list, shapeCount: shapes.count, transform: transform)
    if !target.isWhole, target.rows(of: pixels(covering: transform.apply(timeline[list].bounds))).isEmpty { return }
    for (index, shape) in shapes.enumerated() {
      let (shape, transform) = shape.fitted(transform * shape.transform)
      if let fill = shape.fill {
        let area = outlines.fill(shape, index, of: list, transform: transform)
        let paint = fill.paint.brush(opacity: opacity, transform: transform, &gradients)
        rasterizer.fill(
          area, rule: fill.rule, with: paint, in: limits,
          cache: &outlines.entries[list.index].slots[index].fill.coverage, into: target)
      }
      if let stroke = shape.stroke,
        let area = outlines.stroke(shape, style: stroke.style, index, of: list, transform: transform)
      {
        let paint = stroke.paint.brush(opacity: opacity, transform: transform, &gradients)
        rasterizer.fill(
          area, rule: .nonZero, with: paint, in: limits,
          cache: &outlines.entries[list.index].slots[index].stroke.coverage, into: target)
      }
    }
  }

  // MARK: - Isolation

  /// Renders a sprite to a layer of its visible rectangle, applies filters, clip and matte, and composites the layer.
  private mutating func drawIsolated(
    _ sprite: Sprite, _ state: FrameState, frame: Int, transform: Affine, parent: Affine, in limits: PixelRect,
    into target: Canvas
  ) {
    var visible = timeline.contentBounds(of: sprite, frame: frame)
    if let clip = state.clip { visible = visible.intersection(timeline[clip].controlBounds()) }
    guard !visible.isEmpty else { return }
    var seen = transform.apply(visible)
    if let matte = sprite.matte, !matte.mode.isInverted {
      seen = seen.intersection(parent.apply(timeline.visibleBounds(of: matte.sprites, frame: frame)))
    }
    let region = pixels(covering: seen).intersection(limits)
    let rows = target.rows(of: region)
    guard !seen.isEmpty, !rows.isEmpty else { return }
    let shift = Affine.translation(Double(-region.minX), Double(-region.minY))
    var layer = takeLayer(region, rows)
    if let filters = state.filters {
      drawFiltered(sprite, state, timeline[filters], frame: frame, transform: shift * transform, into: &layer)
    } else {
      layer.withCanvas {
        drawContent(sprite, state, opacity: 1, frame: frame, transform: shift * transform, in: $0.bounds, into: $0)
      }
    }
    guard let matte = sprite.matte else {
      composite(layer, region, clip: state.clip, transform, opacity: state.opacity, sprite.blendMode, into: target)
      spare.append(layer.pixmap.pixels)
      return
    }
    if let clip = state.clip { cut(&layer, by: timeline[clip], transform: shift * transform) }
    if sprite.blendMode == .normal, let outline = matte.singleOutline(timeline, frame: frame) {
      // As with a clip: half the time of rendering the matte, and no memory.
      let area = area(of: outline, transform: parent)
      let paint = Rasterizer.Paint.layer(
        layer, x: region.minX, y: region.minY, opacity: state.opacity * outline.weight)
      rasterizer.fill(
        area, rule: outline.rule, with: paint, in: region,
        cache: &outlines.entries[outline.list.index].slots[0].fill.coverage, into: target)
      spare.append(layer.pixmap.pixels)
      return
    }
    var mask = takeLayer(region, rows)
    draw(matte, frame: frame, transform: shift * parent, into: &mask)
    if sprite.blendMode == .normal {
      target.draw(layer, x: region.minX, y: region.minY, opacity: state.opacity, mask: mask)
    } else {
      layer.pixmap.cut(by: mask.pixmap)
      composite(layer, region, clip: nil, transform, opacity: state.opacity, sprite.blendMode, into: target)
    }
    spare.append(mask.pixmap.pixels)
    spare.append(layer.pixmap.pixels)
  }

  /// Renders a sprite's content with its filters applied.
  private mutating func drawFiltered(
    _ sprite: Sprite, _ state: FrameState, _ chain: FilterChain, frame: Int, transform: Affine, into layer: inout Layer
  ) {
    let content = timeline.unfilteredBounds(of: sprite, frame: frame)
    let workspace = FilterWorkspace(chain, content: content, transform: transform, layer: layer.bounds, of: surface)
    guard let workspace, case let area = pixels(covering: workspace.bounds), !area.isEmpty else { return }
    // A spatial filter needs the rows around those of the layer.
    let rows = chain.isSpatial ? 0..<area.height : layer.rows(of: area)
    guard !rows.isEmpty else { return }
    let toPicture = Affine.translation(Double(-area.minX), Double(-area.minY)) * workspace.space
    var picture = takeLayer(area, rows)
    let outer = surface
    surface = workspace.surface
    picture.withCanvas {
      drawContent(sprite, state, opacity: 1, frame: frame, transform: toPicture, in: $0.bounds, into: $0)
    }
    surface = outer
    let tolerance = 0.01
    let isContained = chain.region.contains(content, tolerance: tolerance)
    if !isContained, chain.clipsContent { cut(&picture, toRegion: chain.region, transform: toPicture) }
    picture.pixmap.apply(chain.filters, space: workspace.space)
    // The result of spatial filters may extend outside of the region.
    if !isContained || chain.isSpatial { cut(&picture, toRegion: chain.region, transform: toPicture) }
    layer.withCanvas {
      guard let placement = workspace.placement else { return $0.draw(picture, x: area.minX, y: area.minY, opacity: 1) }
      let moved = placement * .translation(Double(area.minX), Double(area.minY))
      rasterizer.draw(MipmappedImage(unscaled: picture.pixmap), transform: moved, opacity: 1, into: $0)
    }
    spare.append(picture.pixmap.pixels)
  }

  private mutating func area(of matte: MatteOutline, transform: Affine) -> Rasterizer.Area {
    let transform = transform * matte.transform
    let shapes = timeline[matte.list].shapes
    outlines.begin(matte.list, shapeCount: shapes.count, transform: transform)
    let (shape, placed) = shapes[0].fitted(transform * shapes[0].transform)
    return outlines.fill(shape, 0, of: matte.list, transform: placed)
  }

  /// The pixels that something may paint whose bounds are given in pixels.
  func pixels(covering bounds: Rect) -> PixelRect { PixelRect(covering: bounds.outset(x: overhang, y: overhang)) }

  /// Clips a picture to a filter region, extended to whole pixels as in browsers.
  private mutating func cut(_ picture: inout Layer, toRegion region: Rect, transform: Affine) {
    guard transform.b == 0 && transform.c == 0 else { return cut(&picture, by: .rect(region), transform: transform) }
    // Inset, so that rounding errors do not include another pixel.
    let pixels = PixelRect(covering: transform.apply(region).insetBy(0.001))
    if pixels.intersection(picture.bounds) != picture.bounds {
      cut(&picture, by: .rect(Rect(pixels)), transform: .identity)
    }
  }

  /// Clips a picture to an outline, by the non-zero rule.
  private mutating func cut(_ picture: inout Layer, by outline: Path, transform: Affine) {
    var rest = takeLayer(picture.bounds, picture.rows)
    let paint = Rasterizer.Paint.layer(picture, x: 0, y: 0, opacity: 1)
    rest.withCanvas { rasterizer.fill(Rasterizer.Area(outline, transform), rule: .nonZero, with: paint, into: $0) }
    spare.append(picture.pixmap.pixels)
    picture = rest
  }

  /// Renders a matte as a mask whose alpha is the factor on the matted sprite's alpha.
  private mutating func draw(_ matte: Matte, frame: Int, transform: Affine, into mask: inout Layer) {
    mask.withCanvas { draw(matte.sprites[...], frame: frame, transform: transform, in: $0.bounds, into: $0) }
    if matte.mode == .luma || matte.mode == .invertedLuma { mask.pixmap.replaceAlphaByLuminance() }
    if matte.mode == .invertedAlpha || matte.mode == .invertedLuma { mask.pixmap.invertAlpha() }
  }

  /// Composites a layer into the target, clipped by a path in the source space of `transform`.
  private mutating func composite(
    _ layer: Layer, _ region: PixelRect, clip: ClipID?, _ transform: Affine, opacity: Double, _ mode: BlendMode,
    into target: Canvas
  ) {
    guard mode == .normal else {
      var faded = takeLayer(region, layer.rows)
      let shift = Affine.translation(Double(-region.minX), Double(-region.minY))
      faded.withCanvas {
        composite(layer, $0.bounds, clip: clip, shift * transform, opacity: opacity, .normal, into: $0)
      }
      target.blend(faded, x: region.minX, y: region.minY, mode: mode)
      spare.append(faded.pixmap.pixels)
      return
    }
    guard let clip else { return target.draw(layer, x: region.minX, y: region.minY, opacity: opacity) }
    // The clip's coverage is the weight of the layer's pixels: half the time of a separate mask.
    let paint = Rasterizer.Paint.layer(layer, x: region.minX, y: region.minY, opacity: opacity)
    rasterizer.fill(Rasterizer.Area(timeline[clip], transform), rule: .nonZero, with: paint, into: target)
  }

  /// A transparent layer of a region's size that holds some of its rows, in recycled memory if there is any.
  private mutating func takeLayer(_ region: PixelRect, _ rows: Range<Int>) -> Layer {
    Layer(width: region.width, height: region.height, rows: rows, reusing: spare.popLast() ?? [])
  }
}

extension Timeline {
  /// Bounds of what a sprite may paint in a frame, filters included, before its clip; in sprite space.
  public func contentBounds(of sprite: Sprite, frame: Int) -> Rect {
    let bounds = unfilteredBounds(of: sprite, frame: frame)
    return sprite.frames[frame].filters.map { self[$0].bounds(of: bounds) } ?? bounds
  }

  /// Bounds of what a sprite may paint in a frame before its filters and clip; in sprite space.
  public func unfilteredBounds(of sprite: Sprite, frame: Int) -> Rect {
    switch sprite.content {
    case .image(let id):
      return Rect(x: 0, y: 0, width: Double(self[id].width), height: Double(self[id].height))
    case .vector: return sprite.frames[frame].shapes.map { self[$0].bounds } ?? .empty
    case .group(let children): return visibleBounds(of: children, frame: frame)
    }
  }

  /// Bounds of what sprites may paint in a frame; in their parent space.
  func visibleBounds(of sprites: [Sprite], frame: Int) -> Rect {
    var bounds = Rect.empty
    for sprite in sprites { bounds = bounds.union(visibleBounds(of: sprite, frame: frame)) }
    return bounds
  }

  /// Bounds of what a sprite may paint in a frame, filters and clip included; in parent space. Empty if hidden.
  public func visibleBounds(of sprite: Sprite, frame: Int) -> Rect {
    let state = sprite.frames[frame]
    guard state.isVisible else { return .empty }
    var content = contentBounds(of: sprite, frame: frame)
    if let clip = state.clip { content = content.intersection(self[clip].controlBounds()) }
    return content.isEmpty ? .empty : state.transform.apply(content)
  }
}
