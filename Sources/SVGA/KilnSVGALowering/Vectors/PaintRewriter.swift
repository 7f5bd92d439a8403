internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Rewrites single fills and strokes of a sprite into shapes that SVGA players draw alike.
struct PaintRewriter {
  let capabilities: SVGACapabilities
  let scales: SpriteScales
  /// Longer side of the canvas in pixels.
  let side: Double
  let cache: PaintCache
  let strokeOutlines: StrokeOutlineCache

  var tolerance: Double { scales.tolerance }

  /// The fills and strokes of a list, in painting order. A fill and a stroke of one colour are one area where the stroke
  /// becomes an outline anyway: it has half of the points, and no edge inside.
  private func paints(of list: ShapeListID, in tables: TimelineBuilder) -> [Shape] {
    cache.paints(list) {
      var paints: [Shape] = []
      for paint in tables[list].shapes.flatMap(\.paints) {
        if let last = paints.indices.last, let whole = expanded(paints[last], by: paint) {
          paints[last] = whole
        } else {
          paints.append(paint)
        }
      }
      return paints
    }
  }

  /// The fills and strokes of a list that are not wholly outside of a clip, in painting order, with their keys.
  func paints(
    of list: ShapeListID, _ clip: ClipID?, in tables: TimelineBuilder
  ) -> [(paint: Shape, key: PaintCache.Key)] {
    let path = clip.map { tables[$0] }
    return paints(of: list, in: tables).enumerated().compactMap { index, paint in
      if let path, path.relation(to: paint.bounds, tolerance: tolerance) == .outside { return nil }
      return (paint, PaintCache.Key(shapes: list, index: index, clip: clip))
    }
  }

  /// The area of an opaque fill and of the stroke over it in the same colour; nil where the stroke can stay one.
  private func expanded(_ filled: Shape, by stroked: Shape) -> Shape? {
    guard let fill = filled.fill, let stroke = stroked.stroke, fill.paint == stroke.paint, !scales.isHuge,
      case .solid(let color) = fill.paint, color.alpha == 1, filled.transform == stroked.transform,
      filled.outline == stroked.outline, unsupportedFeatures(of: [stroked]).contains(.unevenStroke)
    else { return nil }
    let area = ShapeArea.expanded(filled, rule: fill.rule, by: stroke.style, tolerance: tolerance)
    return area.map { Shape(outline: .path($0), fill: Fill(fill.paint)) }
  }

  /// The shapes of a solid paint in an opaque colour, with the clip applied to the outline; nil if that takes too long.
  func shapes(of paint: Shape, _ key: PaintCache.Key, _ color: Paint, _ clip: Path?) -> [Shape]? {
    guard let clip, clip.relation(to: paint.bounds, tolerance: tolerance) != .inside else {
      return cache.shape(key.unclipped) { rewritten(paint, color) }.map { [$0] }
    }
    let area = cache.area(key) {
      outline(of: paint, key)?.combined(.intersection, with: clip, tolerance: tolerance)
    }
    return area.map { $0.isEmpty ? [] : [Shape(outline: .path($0), fill: Fill(color))] }
  }

  /// A gradient as solid bands; nil where a bitmap costs less.
  ///
  /// - Parameter share: The part of the frames in which it is shown unchanged.
  func bands(of paint: Shape, _ key: PaintCache.Key, _ clip: Path?, share: Double) -> [Shape]? {
    cache.bands(key) { makeBands(of: paint, key, clip, share: share) }
  }

  private func makeBands(of paint: Shape, _ key: PaintCache.Key, _ clip: Path?, share: Double) -> [Shape]? {
    guard case .gradient(let gradient) = paint.onlyPaint, let back = paint.transform.inverse,
      let area = outline(of: paint, key)?.clipped(by: clip, tolerance: tolerance)
    else { return nil }
    let bounds = area.bounds
    if bounds.isEmpty { return [] }
    let scale = scales.largest
    let (width, height) = (bounds.width * scale, bounds.height * scale)
    let bitmap =
      LoweringCost.bitmap(width: width, height: height)
      + LoweringCost.playing(pixels: width * height, isCopied: false, share: share)
    let bands = GradientBands.bands(
      of: gradient, in: area.transformed(by: back), scale: scale * paint.transform.stretch.largest, side: side,
      share: share, maximumCost: bitmap)
    return bands?.map {
      Shape(outline: .path($0.path.transformed(by: paint.transform)), fill: Fill(.solid($0.color)))
    }
  }

  /// The whole area of a paint.
  func outline(of paint: Shape, _ key: PaintCache.Key) -> Path? {
    cache.outline(key) { ShapeArea.area(of: paint, tolerance: tolerance) }
  }

  /// A paint in an opaque colour, rewritten as far as players do not draw it alike; nil if that takes too long.
  private func rewritten(_ paint: Shape, _ color: Paint) -> Shape? {
    if let stroke = paint.stroke { return rewritten(paint, stroke.style, color) }
    // Outlines are written in sprite space.
    if paint.transform == .identity, !unsupportedFeatures(of: [paint]).contains(.evenOddFill) {
      return Shape(outline: paint.outline, fill: Fill(color))
    }
    if let outline = paint.outline.mapped(by: paint.transform) { return Shape(outline: outline, fill: Fill(color)) }
    return ShapeArea.area(of: paint, tolerance: tolerance).map { Shape(outline: .path($0), fill: Fill(color)) }
  }

  /// A stroke keeps its centre line where every player scales its width alike; else it becomes its own outline.
  private func rewritten(_ paint: Shape, _ style: StrokeStyle, _ color: Paint) -> Shape {
    let features = unsupportedFeatures(of: [paint])
    if features.contains(.unevenStroke) {
      let outline = ShapeArea.cachedStroke(
        of: paint, style: style, tolerance: tolerance, fitsCurves: !scales.isHuge, known: strokeOutlines)
      return Shape(outline: .path(outline), fill: Fill(color))
    }
    var style = style
    var outline = paint.outline
    if features.contains(.dashes) {
      outline = .path(outline.path.dashed(style.dashes, phase: style.dashPhase))
      style.dashes = []
      style.dashPhase = 0
    }
    if paint.transform != .identity {
      outline = outline.mapped(by: paint.transform) ?? .path(outline.path.transformed(by: paint.transform))
      style.width *= paint.transform.stretch.largest
    }
    return Shape(outline: outline, stroke: Stroke(color, style: style))
  }

  /// Features of some shapes that are not drawn alike in some frame of the sprite.
  func unsupportedFeatures(of shapes: [Shape]) -> SVGAUnsupportedFeatures {
    scales.unsupportedFeatures(of: shapes, capabilities)
  }
}
