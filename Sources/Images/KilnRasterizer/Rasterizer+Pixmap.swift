package import KilnGeometry
package import KilnPixels

/// Drawing into whole pixmaps.
extension Rasterizer {
  /// Fills an area with a paint, composited by source-over.
  ///
  /// - Parameters:
  ///   - limits: Clip rectangle in pixels of the target; nil for the whole target.
  package mutating func fill(
    _ area: Area, rule: FillRule, with paint: Paint, in limits: PixelRect? = nil, into target: inout Pixmap
  ) {
    var noCache = CachedCoverage()
    fill(area, rule: rule, with: paint, in: limits, cache: &noCache, into: &target)
  }

  /// Fills an area with a paint, reusing coverage of earlier fills.
  ///
  /// - Parameters:
  ///   - limits: Clip rectangle in pixels of the target; nil for the whole target.
  ///   - cache: Coverage stored by earlier fills of this area by the same rule; updated.
  package mutating func fill(
    _ area: Area, rule: FillRule, with paint: Paint, in limits: PixelRect?, cache: inout CachedCoverage,
    into target: inout Pixmap
  ) {
    target.withCanvas { fill(area, rule: rule, with: paint, in: limits, cache: &cache, into: $0) }
  }

  /// Draws an image, sampled bilinearly, composited by source-over; parameters as for drawing on a canvas.
  package mutating func draw(
    _ image: MipmappedImage, transform: Affine, opacity: Double, in limits: PixelRect? = nil, into target: inout Pixmap
  ) {
    target.withCanvas { draw(image, transform: transform, opacity: opacity, in: limits, into: $0) }
  }

  /// Fills a path with a colour.
  ///
  /// - Parameters:
  ///   - transform: path space → pixels of the target.
  package mutating func fill(
    _ path: Path, transform: Affine, rule: FillRule, color: PremultipliedColor, into target: inout Pixmap
  ) {
    fill(Area(path, transform), rule: rule, with: .color(color), into: &target)
  }

  /// Fills a path with a gradient, whose geometry is in path space.
  package mutating func fill(
    _ path: Path, transform: Affine, rule: FillRule, gradient: GradientShader, into target: inout Pixmap
  ) {
    fill(Area(path, transform), rule: rule, with: .gradient(gradient, transform), into: &target)
  }

  /// Strokes a path. The stroke is mapped by the transform as well, so its width may become non-uniform.
  package mutating func stroke(
    _ path: Path, style: StrokeStyle, transform: Affine, color: PremultipliedColor, into target: inout Pixmap
  ) {
    guard let outline = Self.outline(of: path, style, transform) else { return }
    let area = Area(outline.path, transform, resolvesOverlaps: outline.mayOverlap)
    fill(area, rule: .nonZero, with: .color(color), into: &target)
  }
}
