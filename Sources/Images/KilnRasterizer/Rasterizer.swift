package import KilnGeometry
package import KilnPixels

/// Software rasterizer with antialiasing by exact area coverage.
///
/// A value that owns reusable scratch memory: use one for many fills, and a copy for each thread.
package struct Rasterizer: Sendable {
  /// Flattening tolerance: maximum distance in pixels between a curve and its line segments.
  package static let tolerance = 0.05

  /// The area to paint: the interior of a path or rectangle.
  package struct Area: Sendable {
    enum Content {
      case path(Path, FlatOutline?)
      case rect(Rect)
    }

    let content: Content
    let transform: Affine
    /// Whether coverage is exact where parts of the path overlap within a pixel. If false it is their sum, clamped to 1:
    /// the same, and faster, where no parts overlap.
    let resolvesOverlaps: Bool

    /// The interior of a path, by the fill rule given to `fill`.
    ///
    /// - Parameters:
    ///   - transform: path space → pixels of the target.
    ///   - outline: The same path flattened by a transform that differs at most in its translation; nil to flatten it when
    ///     it is filled.
    ///   - resolvesOverlaps: Whether coverage is exact where parts of the path overlap within a pixel; if false it is the
    ///     clamped sum of the parts.
    package init(
      _ path: Path, _ transform: Affine, outline: FlatOutline? = nil, resolvesOverlaps: Bool = true
    ) {
      content = path.asRect.map { .rect($0) } ?? .path(path, outline)
      self.transform = transform
      self.resolvesOverlaps = resolvesOverlaps
    }

    /// The interior of a rectangle; allocates nothing.
    package init(_ rect: Rect, _ transform: Affine) {
      content = .rect(rect)
      self.transform = transform
      resolvesOverlaps = false
    }

    /// Whether all numbers fit into 32-bit floats, so that mapped points are finite if the transform fits, too.
    var fitsFloat: Bool {
      switch content {
      case .rect(let rect): rect.fitsFloat
      case .path(let path, _): path.fitsFloat
      }
    }

    var bounds: Rect {
      switch content {
      case .rect(let rect): transform.apply(rect)
      case .path(let path, let outline):
        (outline?.bounds ?? path.controlBounds(transformedBy: transform.linear)).offset(by: transform.translation)
      }
    }
  }

  /// Paint of the covered pixels.
  package enum Paint: Sendable {
    /// A solid colour.
    case color(PremultipliedColor)
    /// A gradient, with the transform from gradient space to pixels of the target.
    case gradient(GradientShader, Affine)
    /// A layer whose first pixel lies at column `x` and row `y` of the target; nothing is painted outside of it. Opacity
    /// is 0…1.
    case layer(Layer, x: Int, y: Int, opacity: Double)
  }

  private var buffer = CoverageBuffer()

  /// A rasterizer without allocated scratch memory.
  package init() {}

  /// Fills an area with a paint, composited by source-over.
  ///
  /// - Parameters:
  ///   - limits: Clip rectangle in pixels of the target; nil for the whole target.
  package mutating func fill(
    _ area: Area, rule: FillRule, with paint: Paint, in limits: PixelRect? = nil, into target: Canvas
  ) {
    var noCache = CachedCoverage()
    fill(area, rule: rule, with: paint, in: limits, cache: &noCache, into: target)
  }

  /// Fills an area with a paint, reusing coverage of earlier fills.
  ///
  /// - Parameters:
  ///   - limits: Clip rectangle in pixels of the target; nil for the whole target.
  ///   - cache: Coverage stored by earlier fills of this area by the same rule; updated.
  package mutating func fill(
    _ area: Area, rule: FillRule, with paint: Paint, in limits: PixelRect?, cache: inout CachedCoverage,
    into target: Canvas
  ) {
    let limits = limits?.intersection(target.bounds) ?? target.bounds
    switch paint {
    case .color(let color):
      if color.alpha == 255 {
        fill(area, rule, OpaquePainter(color: color.word), in: limits, &cache, into: target)
      } else if color.alpha > 0 {
        fill(area, rule, SolidPainter(color: color.word), in: limits, &cache, into: target)
      }
    case .gradient(let gradient, let transform):
      guard gradient.opacity > 0, let back = transform.inverse else { return }
      gradient.table.words.withUnsafeBufferPointer { words in
        guard let words = words.baseAddress else { return }
        let table = GradientWords(words: words, alpha: gradient.table.alpha)
        let opacity = gradient.opacity
        switch gradient.geometry {
        case .linear(let start, let end):
          let painter = LinearGradientPainter(table, opacity: opacity, start: start, end: end, back: back)
          fill(area, rule, painter, in: limits, &cache, into: target)
        case .radial(let center, let radius, let focus) where focus == center && radius > 0:
          let painter = RadialGradientPainter(table, opacity: opacity, center: center, radius: radius, back: back)
          fill(area, rule, painter, in: limits, &cache, into: target)
        case .radial(let center, let radius, let focus):
          let painter = FocalGradientPainter(
            table, opacity: opacity, center: center, radius: radius, focus: focus, back: back)
          fill(area, rule, painter, in: limits, &cache, into: target)
        }
      }
    case .layer(let layer, let x, let y, let opacity):
      guard opacity > 0 else { return }
      layer.withOrigin { pixels in
        let painter = LayerPainter(pixels, x: x, y: y, width: layer.width, opacity: opacity)
        let bounds = PixelRect(x: x, y: y, width: layer.width, height: layer.height).intersection(limits)
        let target =
          layer.rows.count == layer.height ? target : target.band(layer.rows.lowerBound + y..<layer.rows.upperBound + y)
        fill(area, rule, painter, in: bounds, &cache, into: target)
      }
    }
  }

  /// Draws an image, sampled bilinearly, composited by source-over.
  ///
  /// - Parameters:
  ///   - transform: Image space → pixels of the target. In image space a pixel is one unit large, and the top left corner
  ///     is the origin.
  ///   - opacity: 0…1.
  ///   - limits: Clip rectangle in pixels of the target; nil for the whole target.
  package mutating func draw(
    _ image: MipmappedImage, transform: Affine, opacity: Double, in limits: PixelRect? = nil, into target: Canvas
  ) {
    let limits = limits?.intersection(target.bounds) ?? target.bounds
    let (level, pixelSize) = image.level(forScale: transform.stretch.largest)
    guard opacity > 0, let back = (transform * .scale(pixelSize, pixelSize)).inverse else { return }
    let area = Area(image.visibleBounds(pixelSize: pixelSize), transform)
    level.pixels.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      let painter = ImagePainter(pixels, width: level.width, height: level.height, back: back, opacity: opacity)
      var noCache = CachedCoverage()
      fill(area, .nonZero, painter, in: limits, &noCache, into: target)
    }
  }

  /// Paints the part of an area inside `limits`, which lie inside the target.
  private mutating func fill(
    _ area: Area, _ rule: FillRule, _ painter: some SpanPainter, in limits: PixelRect, _ cache: inout CachedCoverage,
    into target: Canvas
  ) {
    // With larger numbers mapped points might not be finite.
    guard area.transform.fitsFloat, let bounds = area.bounds.checked else { return }
    let covering = PixelRect(covering: bounds)
    // The result depends on the whole region, not on the rows that the target has of it.
    let region = covering.intersection(limits)
    let rows = target.rows(of: region)
    guard !rows.isEmpty else { return }
    let (pixels, width) = (target.origin, target.width)
    if case .rect(let rect) = area.content, area.transform.keepsRectangles {
      return fillRect(area.transform.apply(rect), region, rows, with: painter, into: pixels, width: width)
    }
    let key = CachedCoverage.Key(transform: area.transform, region: region, fullWeight: painter.fullWeight)
    let isInside = region == covering && area.fitsFloat
    guard cache.begin(key) else {
      withCoverage(of: area, rule, in: region, rows, isInside) {
        $0.sweep(rule, with: painter, into: pixels, width: width)
      }
      return
    }
    if !cache.isValid {
      withCoverage(of: area, rule, in: region, 0..<region.height, isInside) {
        cache.store($0, rule, under: pixels, width: width)
      }
    }
    cache.paint(
      region.minY + rows.lowerBound..<region.minY + rows.upperBound, with: painter, into: pixels, width: width)
  }

  /// Calls `body` with the coverage of an area in some rows of a region; `body` must sweep the grid.
  @inline(__always)
  private mutating func withCoverage(
    of area: Area, _ rule: FillRule, in region: PixelRect, _ rows: Range<Int>, _ isInside: Bool,
    _ body: (CoverageGrid) -> Void
  ) {
    buffer.withGrid(region, rows) { grid, scratch in
      switch area.content {
      case .rect(let rect): grid.add(rect, transform: area.transform)
      case .path(_, let outline?) where isInside || !outline.isCoarse:
        scratch.resolver.add(outline, offset: area.transform.translation, isInside: isInside, to: grid, rule)
      case .path(let path, _):
        if isInside {
          scratch.outline.assign(path, linear: area.transform.linear)
        } else {
          scratch.outline.assign(path, transform: area.transform, seenIn: region)
        }
        if area.resolvesOverlaps { scratch.outline.findOverlaps(with: &scratch.overlaps) }
        let offset = isInside ? area.transform.translation : Point(Double(region.minX), Double(region.minY))
        scratch.resolver.add(scratch.outline, offset: offset, isInside: isInside, to: grid, rule)
      }
      body(grid)
    }
  }
}

extension Rasterizer {
  /// The outline of a stroke in path space, accurate to `tolerance` after `transform`; nil if the transform's scale is 0 or
  /// not finite.
  package static func outline(of path: Path, _ style: StrokeStyle, _ transform: Affine) -> StrokeOutline? {
    let scale = transform.stretch.largest
    guard scale > 0, scale.isFinite else { return nil }
    return path.strokeOutline(style, tolerance: tolerance / scale)
  }
}

extension PixelRect {
  /// The smallest pixel rectangle that contains a rectangle; edges are clamped to ±2³⁰.
  package init(covering rect: Rect) {
    func pixel(_ value: Double) -> Int { Int(clamping: value, to: -0x4000_0000...0x4000_0000) }
    self.init(
      minX: pixel(rect.minX.rounded(.down)), minY: pixel(rect.minY.rounded(.down)),
      maxX: pixel(rect.maxX.rounded(.up)), maxY: pixel(rect.maxY.rounded(.up)))
  }
}

extension Rect {
  /// The area of a pixel rectangle.
  package init(_ pixels: PixelRect) {
    self.init(
      minX: Double(pixels.minX), minY: Double(pixels.minY), maxX: Double(pixels.maxX), maxY: Double(pixels.maxY))
  }
}
