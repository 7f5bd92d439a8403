internal import KilnGeometry
internal import KilnPixels
internal import KilnRasterizer
internal import KilnTimeline

/// A small bitmap of a gradient, to be stretched by a transform and cut by the shape that it fills.
///
/// A linear one runs along x and is the same in every row; a radial one is a square around its centre.
struct GradientRamp: Hashable {
  /// Pixels beyond the shape on every side, so that interpolation at the bitmap's edges is not visible.
  private static let margin = 2.0
  /// Rows of a linear ramp.
  private static let rows = 8.0
  /// Largest offset, in lengths of the gradient, that a ramp covers.
  private static let largestRatio = 8.0

  private let stops: [Gradient.Stop]
  private let isRadial: Bool
  /// Offsets of the gradient at the first and the last column. The last one of a radial ramp is its extent in every
  /// direction.
  private let first: Double
  private let last: Double
  private let columns: Double

  /// A ramp for all uses of a gradient's stops; nil if it would be too long or the gradient has a focus beside its
  /// centre.
  ///
  /// - Parameters:
  ///   - range: Offsets that the shapes reach, 0…1 if they do not leave the gradient.
  ///   - length: The gradient's length or radius in pixels of the canvas.
  init?(_ gradient: Gradient, offsets range: ClosedRange<Double>, length: Double) {
    guard range.lowerBound >= -Self.largestRatio, range.upperBound <= Self.largestRatio, length.isFinite else {
      return nil
    }
    stops = gradient.stops
    switch gradient.geometry {
    case .linear:
      isRadial = false
      (first, last) = (min(0, range.lowerBound), max(1, range.upperBound))
    case .radial(let center, let radius, let focus):
      guard center.distance(to: focus) < 1e-3 * radius else { return nil }
      isRadial = true
      last = max(1, range.upperBound)
      first = -last
    }
    let pixels = (last - first) * length
    columns = min(isRadial ? 128 : 512, max(16, pixels.rounded(.up)))
  }

  private var width: Int { Int(columns + 2 * Self.margin) }
  private var height: Int { isRadial ? width : Int(Self.rows + 2 * Self.margin) }
  /// Size in pixels.
  var size: (width: Int, height: Int) { (width, height) }

  /// The ramp's pixels.
  var picture: Pixmap {
    let gradient = Gradient(.linear(start: .zero, end: Point(1, 0)), stops: stops)
    func offset(_ pixel: Int) -> Double {
      first + (Double(pixel) + 0.5 - Self.margin) * (last - first) / columns
    }
    func pixel(_ offset: Double) -> UInt32 {
      let color = gradient.color(at: offset)
      return PremultipliedColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha).word
    }
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    if isRadial {
      for y in 0..<height { for x in 0..<width { pixels.append(pixel(Point(offset(x), offset(y)).length)) } }
    } else {
      let row = (0..<width).map { pixel(offset($0)) }
      for _ in 0..<height { pixels += row }
    }
    return Pixmap(width: width, height: height, pixels: pixels)
  }

  /// The map from a gradient's space to the picture's pixels.
  ///
  /// - Parameters:
  ///   - area: Painted area, in the gradient's space; a linear ramp is stretched across it.
  /// - Returns: Nil if the numbers are too large or too small.
  func placement(of geometry: GradientGeometry, over area: Path) -> Affine? {
    let scale = columns / (last - first)
    let placement: Affine
    switch geometry {
    case .linear(let start, let end):
      guard let axis = GradientRamp.axis(start, end), let bounds = area.bounds(transformedBy: axis).checked else {
        return nil
      }
      let rows = Self.rows / max(bounds.height, 1e-9)
      placement =
        Affine(
          a: scale, b: 0, c: 0, d: rows, tx: Self.margin - first * scale, ty: Self.margin - bounds.minY * rows) * axis
    case .radial(let center, let radius, _):
      let middle = Double(width) / 2
      placement =
        .translation(middle, middle) * .scale(scale / radius, scale / radius) * .translation(-center.x, -center.y)
    }
    return placement.fitsFloat ? placement : nil
  }

  /// The map from a linear gradient's space to one where its offset is x; nil for one without length.
  static func axis(_ start: Point, _ end: Point) -> Affine? {
    let axis = end - start
    let square = Point.dot(axis, axis)
    guard square > 0, square.isFinite else { return nil }
    let map =
      Affine(a: axis.x / square, b: -axis.y / square, c: axis.y / square, d: axis.x / square, tx: 0, ty: 0)
      * .translation(-start.x, -start.y)
    return map.fitsFloat ? map : nil
  }
}

extension GradientGeometry {
  /// Offsets of the gradient that an area in its space reaches; nil if there is no area, or no gradient to speak of.
  func offsets(in area: Path) -> ClosedRange<Double>? {
    guard let bounds = area.bounds.checked else { return nil }
    switch self {
    case .linear(let start, let end):
      guard let axis = GradientRamp.axis(start, end) else { return nil }
      return area.bounds(transformedBy: axis).horizontalRange
    case .radial(let center, let radius, _):
      guard radius > 0 else { return nil }
      // Along each axis, because the picture is a square.
      let farthest = bounds.corners.reduce(0) { max($0, abs($1.x - center.x), abs($1.y - center.y)) }
      return ClosedRange(checking: 0, farthest / radius)
    }
  }

  /// Length or radius.
  var length: Double {
    switch self {
    case .linear(let start, let end): start.distance(to: end)
    case .radial(_, let radius, _): radius
    }
  }
}
