public import Geometry
public import Pixels

/// Draws paths and pictures into pixmaps. Owns the scratch memory, so one rasterizer serves many drawings; a copy may
/// work on another thread.
public struct Rasterizer: Sendable {
  /// Largest distance in pixels between a curve and the lines it is drawn as.
  public static let tolerance = 0.05

  /// What is painted: the inside of a path or rectangle.
  public struct Area: Sendable {
    enum Content {
      case path(Path, FlatOutline?)
      case rect(Rect)
    }

    let content: Content
    let transform: Affine
    /// Whether what parts of the path cover together in a pixel is exact. If not, it is their sum, at most all of the
    /// pixel: the same, and found sooner, where no part lies over another one.
    let resolvesOverlaps: Bool

    /// The inside of a path.
    ///
    /// - Parameters:
    ///   - transform: path space → pixels of the target.
    ///   - outline: The same path flattened by a map that differs at most in its translation.
    ///   - resolvesOverlaps: Whether what parts of the path cover together in a pixel is exact, and not their sum.
    public init(
      _ path: Path, _ transform: Affine, outline: FlatOutline? = nil, resolvesOverlaps: Bool = true
    ) {
      content = path.asRect.map { .rect($0) } ?? .path(path, outline)
      self.transform = transform
      self.resolvesOverlaps = resolvesOverlaps
    }

    /// The inside of a rectangle: needs no memory for a path.
    public init(_ rect: Rect, _ transform: Affine) {
      content = .rect(rect)
      self.transform = transform
      resolvesOverlaps = false
    }

    /// Whether a map whose numbers fit into 32-bit floats takes all of its points to finite ones.
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

  /// With what.
  public enum Paint: Sendable {
    case color(PremultipliedColor)
    /// A gradient, with the map from gradient space to pixels of the target.
    case gradient(GradientShader, Affine)
    /// A pixmap, the first pixel of which lies at a column and row. What is outside of it is not painted.
    case layer(Pixmap, x: Int, y: Int, opacity: Double)
  }

  private var buffer = CoverageBuffer()

  /// A rasterizer without scratch memory yet.
  public init() {}

  /// Fills an area with a paint.
  ///
  /// - Parameters:
  ///   - limits: Nothing is painted outside of it; nil for all of the target.
  public mutating func fill(
    _ area: Area, rule: FillRule, with paint: Paint, in limits: PixelRect? = nil, into target: inout Pixmap
  ) {
    var noCache = CachedCoverage()
    fill(area, rule: rule, with: paint, in: limits, cache: &noCache, into: &target)
  }

  /// Fills an area with a paint.
  ///
  /// - Parameters:
  ///   - limits: Nothing is painted outside of it; nil for all of the target.
  ///   - cache: Coverage stored by earlier fills of this area by the same rule; updated.
  public mutating func fill(
    _ area: Area, rule: FillRule, with paint: Paint, in limits: PixelRect?, cache: inout CachedCoverage,
    into target: inout Pixmap
  ) {
    let limits = limits?.intersection(target.bounds) ?? target.bounds
    switch paint {
    case .color(let color):
      guard color.alpha > 0 else { return }
      fill(area, rule, SolidPainter(color: color.word), in: limits, &cache, into: &target)
    case .gradient(let gradient, let transform):
      guard gradient.opacity > 0, let back = transform.inverse else { return }
      gradient.table.words.withUnsafeBufferPointer { words in
        guard let words = words.baseAddress else { return }
        let table = GradientWords(words: words, isOpaque: gradient.table.isOpaque)
        let opacity = gradient.opacity
        switch gradient.geometry {
        case .linear(let start, let end):
          let painter = LinearGradientPainter(table, opacity: opacity, start: start, end: end, back: back)
          fill(area, rule, painter, in: limits, &cache, into: &target)
        case .radial(let center, let radius, let focus) where focus == center && radius > 0:
          let painter = RadialGradientPainter(table, opacity: opacity, center: center, radius: radius, back: back)
          fill(area, rule, painter, in: limits, &cache, into: &target)
        case .radial(let center, let radius, let focus):
          let painter = FocalGradientPainter(
            table, opacity: opacity, center: center, radius: radius, focus: focus, back: back)
          fill(area, rule, painter, in: limits, &cache, into: &target)
        }
      }
    case .layer(let layer, let x, let y, let opacity):
      layer.pixels.withUnsafeBufferPointer { pixels in
        guard let pixels = pixels.baseAddress, opacity > 0 else { return }
        let painter = LayerPainter(pixels, x: x, y: y, width: layer.width, opacity: opacity)
        let bounds = PixelRect(x: x, y: y, width: layer.width, height: layer.height).intersection(limits)
        fill(area, rule, painter, in: bounds, &cache, into: &target)
      }
    }
  }

  /// Draws a picture whose pixels are one unit large, with its top left corner at the origin.
  public mutating func draw(
    _ image: MipmappedImage, transform: Affine, opacity: Double, in limits: PixelRect? = nil,
    into target: inout Pixmap
  ) {
    let limits = limits?.intersection(target.bounds) ?? target.bounds
    let (level, pixelSize) = image.level(forScale: transform.stretch.largest)
    guard opacity > 0, let back = (transform * .scale(pixelSize, pixelSize)).inverse else { return }
    let area = Area(image.visibleBounds(pixelSize: pixelSize), transform)
    level.pixels.withUnsafeBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      let painter = ImagePainter(pixels, width: level.width, height: level.height, back: back, opacity: opacity)
      var noCache = CachedCoverage()
      fill(area, .nonZero, painter, in: limits, &noCache, into: &target)
    }
  }

  /// Paints what of an area is inside `limits`, which the target contains.
  private mutating func fill(
    _ area: Area, _ rule: FillRule, _ painter: some SpanPainter, in limits: PixelRect, _ cache: inout CachedCoverage,
    into target: inout Pixmap
  ) {
    // With a map of larger numbers, points would not be finite any more.
    guard area.transform.fitsFloat, let bounds = area.bounds.checked else { return }
    let covering = PixelRect(covering: bounds)
    let region = covering.intersection(limits)
    guard !region.isEmpty else { return }
    let width = target.width
    target.pixels.withUnsafeMutableBufferPointer { pixels in
      guard let pixels = pixels.baseAddress else { return }
      if case .rect(let rect) = area.content, area.transform.keepsRectangles {
        return fillRect(area.transform.apply(rect), region, with: painter, into: pixels, width: width)
      }
      let key = CachedCoverage.Key(transform: area.transform, region: region, fullWeight: painter.fullWeight)
      let isInside = region == covering && area.fitsFloat
      guard cache.begin(key) else {
        withCoverage(of: area, rule, in: region, isInside) { $0.sweep(rule, with: painter, into: pixels, width: width) }
        return
      }
      if !cache.isValid {
        withCoverage(of: area, rule, in: region, isInside) { cache.store($0, rule, under: pixels, width: width) }
      }
      cache.paint(with: painter, into: pixels, width: width)
    }
  }

  /// Calls `body` with the coverage of an area, which it must sweep.
  @inline(__always)
  private mutating func withCoverage(
    of area: Area, _ rule: FillRule, in region: PixelRect, _ isInside: Bool, _ body: (CoverageGrid) -> Void
  ) {
    buffer.withGrid(region) { grid, scratch in
      switch area.content {
      case .rect(let rect):
        var accumulator = CoverageAccumulator(grid: grid)
        accumulator.add(rect, transform: area.transform)
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
  /// Fills a path.
  ///
  /// - Parameters:
  ///   - transform: path space → pixels of the target.
  public mutating func fill(
    _ path: Path, transform: Affine, rule: FillRule, color: PremultipliedColor, into target: inout Pixmap
  ) {
    fill(Area(path, transform), rule: rule, with: .color(color), into: &target)
  }

  /// Fills a path with a gradient, whose geometry is in path space.
  public mutating func fill(
    _ path: Path, transform: Affine, rule: FillRule, gradient: GradientShader, into target: inout Pixmap
  ) {
    fill(Area(path, transform), rule: rule, with: .gradient(gradient, transform), into: &target)
  }

  /// Strokes a path. The stroke is stretched by the transform.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, transform: Affine, color: PremultipliedColor, into target: inout Pixmap
  ) {
    guard let outline = Self.outline(of: path, style, transform) else { return }
    let area = Area(outline.path, transform, resolvesOverlaps: outline.mayOverlap)
    fill(area, rule: .nonZero, with: .color(color), into: &target)
  }

  /// The outline of a stroke that the transform stretches, fine enough for pixels; nil if nothing is seen of it.
  public static func outline(of path: Path, _ style: StrokeStyle, _ transform: Affine) -> StrokeOutline? {
    let scale = transform.stretch.largest
    guard scale > 0, scale.isFinite else { return nil }
    return path.strokeOutline(style, tolerance: tolerance / scale)
  }
}

extension PixelRect {
  /// The pixels that a rectangle touches. Edges beyond 2³⁰ count as there.
  public init(covering rect: Rect) {
    func pixel(_ value: Double) -> Int { Int(clamping: value, to: -0x4000_0000...0x4000_0000) }
    self.init(
      minX: pixel(rect.minX.rounded(.down)), minY: pixel(rect.minY.rounded(.down)),
      maxX: pixel(rect.maxX.rounded(.up)), maxY: pixel(rect.maxY.rounded(.up)))
  }
}
