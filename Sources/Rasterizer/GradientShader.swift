public import Geometry

/// A gradient made ready for painting: colours in a table, and where they lie.
public struct GradientShader: Sendable {
  /// Where the colours lie, in the space of the path that is painted.
  public enum Course: Sendable, Hashable {
    /// From `start` to `end`.
    case linear(start: Point, end: Point)
    /// From `focus`, inside the circle, to the circle.
    case radial(center: Point, radius: Double, focus: Point)
  }

  /// Entries of the colour table. With fewer a hard edge in a large gradient would be seen to move.
  public static let tableSize = 2048

  let course: Course
  let table: [UInt32]

  /// A shader.
  ///
  /// - Parameters:
  ///   - color: The colour at 0…1; called `tableSize` times.
  public init(_ course: Course, color: (Double) -> PremultipliedColor) {
    self.course = course
    table = (0..<Self.tableSize).map { color(Double($0) / Double(Self.tableSize - 1)).word }
  }
}

/// Paints a gradient along a line.
struct LinearGradientPainter: SpanPainter {
  private let table: [UInt32]
  /// Place in the table as a linear function of the pixel.
  private let perX: Double
  private let perY: Double
  private let origin: Double

  init(_ shader: GradientShader, start: Point, end: Point, back: Affine) {
    table = shader.table
    let axis = end - start
    let length = Point.dot(axis, axis)
    let last = Double(GradientShader.tableSize - 1)
    // A gradient without length shows its last colour everywhere.
    let along = length > 0 ? axis * (last / length) : .zero
    perX = Point.dot(back.applyToVector(Point(1, 0)), along)
    perY = Point.dot(back.applyToVector(Point(0, 1)), along)
    origin = length > 0 ? Point.dot(back.apply(Point(0.5, 0.5)) - start, along) + 0.5 : last
  }

  @inline(__always)
  func color(x: Int, y: Int) -> UInt32 {
    let place = origin + perX * Double(x) + perY * Double(y)
    return table[Int(max(0, min(Double(GradientShader.tableSize - 1), place)))]
  }
}

/// Paints a gradient from a focus to a circle.
///
/// The place of a point is its distance from the focus as a share of the distance from the focus through the point to
/// the circle.
struct RadialGradientPainter: SpanPainter {
  private let table: [UInt32]
  private let back: Affine
  private let focus: Point
  private let fromCenter: Point
  private let radius: Double
  /// How far the focus is from the circle: radius² − distance of the focus from the centre².
  private let power: Double

  init(_ shader: GradientShader, center: Point, radius: Double, focus: Point, back: Affine) {
    table = shader.table
    self.back = back
    self.focus = focus
    self.radius = radius
    fromCenter = focus - center
    power = radius * radius - Point.dot(fromCenter, fromCenter)
  }

  @inline(__always)
  func color(x: Int, y: Int) -> UInt32 {
    let last = Double(GradientShader.tableSize - 1)
    guard radius > 0, power > 0 else { return table[GradientShader.tableSize - 1] }
    let ray = back.apply(Point(Double(x) + 0.5, Double(y) + 0.5)) - focus
    let squared = Point.dot(ray, ray)
    // The ray meets the circle at `focus + ray * s` with s > 0; the place is 1 / s.
    let half = Point.dot(ray, fromCenter)
    let place = (half + (half * half + squared * power).squareRoot()) / power
    return table[Int(max(0, min(last, place * last + 0.5)))]
  }
}

/// A painter that has a colour for each pixel.
private protocol PixelPainter: SpanPainter {
  func color(x: Int, y: Int) -> UInt32
}

extension LinearGradientPainter: PixelPainter {}
extension RadialGradientPainter: PixelPainter {}

extension PixelPainter {
  @inline(__always)
  func paint(_ pixels: inout MutableSpan<UInt32>, _ run: Range<Int>, x: Int, y: Int, coverage: UInt32) {
    var column = x
    for index in run {
      let source = color(x: column, y: y)
      let weighted = coverage == 255 ? source : PixelArithmetic.scale(source, by: coverage)
      pixels[index] = PixelArithmetic.over(weighted, pixels[index])
      column += 1
    }
  }

  @inline(__always)
  func blended(over destination: UInt32, x: Int, y: Int, coverage: UInt32) -> UInt32 {
    PixelArithmetic.over(PixelArithmetic.scale(color(x: x, y: y), by: coverage), destination)
  }
}
