public import Geometry
public import Pixels

/// Draws paths and pictures into pixmaps. Owns the scratch memory, so one rasterizer serves many drawings; a copy may
/// work on another thread.
public struct Rasterizer: Sendable {
  /// Largest distance in pixels between a curve and the lines it is drawn as.
  public static let tolerance = 0.05

  private var accumulator = CoverageAccumulator()

  /// A rasterizer without scratch memory yet.
  public init() {}

  /// Fills a path.
  ///
  /// - Parameters:
  ///   - transform: path space → pixels of the target.
  public mutating func fill(
    _ path: Path, transform: Affine, rule: FillRule, color: PremultipliedColor, into target: inout Pixmap
  ) {
    guard color.alpha > 0, accumulate(path, transform, in: target.bounds) else { return }
    let width = target.width
    var pixels = target.pixels.mutableSpan
    accumulator.sweep(rule, with: SolidPainter(color: color.word), into: &pixels, width: width)
  }

  /// Fills a path with a gradient, whose course is in path space.
  public mutating func fill(
    _ path: Path, transform: Affine, rule: FillRule, gradient: GradientShader, into target: inout Pixmap
  ) {
    guard let back = transform.inverse, accumulate(path, transform, in: target.bounds) else { return }
    let width = target.width
    var pixels = target.pixels.mutableSpan
    switch gradient.course {
    case .linear(let start, let end):
      let painter = LinearGradientPainter(gradient, start: start, end: end, back: back)
      accumulator.sweep(rule, with: painter, into: &pixels, width: width)
    case .radial(let center, let radius, let focus):
      let painter = RadialGradientPainter(gradient, center: center, radius: radius, focus: focus, back: back)
      accumulator.sweep(rule, with: painter, into: &pixels, width: width)
    }
  }

  /// Strokes a path. The stroke is stretched by the transform.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, transform: Affine, color: PremultipliedColor, into target: inout Pixmap
  ) {
    guard let outline = Self.outline(of: path, style, transform) else { return }
    fill(outline, transform: transform, rule: .nonZero, color: color, into: &target)
  }

  /// Strokes a path with a gradient, whose course is in path space.
  public mutating func stroke(
    _ path: Path, style: StrokeStyle, transform: Affine, gradient: GradientShader, into target: inout Pixmap
  ) {
    guard let outline = Self.outline(of: path, style, transform) else { return }
    fill(outline, transform: transform, rule: .nonZero, gradient: gradient, into: &target)
  }

  private static func outline(of path: Path, _ style: StrokeStyle, _ transform: Affine) -> Path? {
    let scale = transform.stretch.largest
    guard scale > 0, scale.isFinite else { return nil }
    return path.strokeOutline(style, tolerance: tolerance / scale)
  }

  /// Draws a picture whose pixels are one unit large, with its top left corner at the origin.
  public mutating func draw(
    _ image: MipmappedImage, transform: Affine, opacity: Double, into target: inout Pixmap
  ) {
    let outline = Path.rect(Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height)))
    let (level, pixelSize) = image.level(forScale: transform.stretch.largest)
    guard let back = (transform * .scale(pixelSize, pixelSize)).inverse,
      accumulate(outline, transform, in: target.bounds)
    else { return }
    let painter = ImagePainter(level, back: back, opacity: UInt32((max(0, min(1, opacity)) * 255).rounded()))
    let width = target.width
    var pixels = target.pixels.mutableSpan
    accumulator.sweep(.nonZero, with: painter, into: &pixels, width: width)
  }

  /// Adds the path's lines; false when nothing of it is inside the target.
  private mutating func accumulate(_ path: Path, _ transform: Affine, in target: PixelRect) -> Bool {
    let bounds = path.controlBounds(transformedBy: transform)
    guard bounds.isFinite else { return false }
    let region = PixelRect(covering: bounds).intersection(target)
    guard !region.isEmpty else { return false }
    accumulator.begin(region)
    accumulator.add(path, transform: transform)
    return true
  }
}

extension PixelRect {
  /// The pixels that a rectangle touches. Edges beyond 2³⁰ count as there.
  public init(covering rect: Rect) {
    func pixel(_ value: Double) -> Int { Int(max(-0x4000_0000, min(0x4000_0000, value))) }
    self.init(
      minX: pixel(rect.minX.rounded(.down)), minY: pixel(rect.minY.rounded(.down)),
      maxX: pixel(rect.maxX.rounded(.up)), maxY: pixel(rect.maxY.rounded(.up)))
  }
}
