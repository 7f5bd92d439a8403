public import KilnGeometry

/// Fill and stroke of an outline. Immutable, and shared by shapes: outlines change more often than styles, so derived
/// values are computed once for each style.
public final class ShapeStyle: Sendable, Hashable {
  /// Fill, painted below the stroke; nil for none.
  public let fill: Fill?
  /// Stroke, painted over the fill; nil for none.
  public let stroke: Stroke?
  /// Whether there is a fill.
  let isFilled: Bool
  /// Maximum distance between the outline and the edge of the stroke, in shape space; nil if there is no stroke.
  let strokeReach: Double?
  /// Whether every number fits into a 32-bit float; a colour's always do.
  let fitsFloat: Bool
  /// Hash of fill and stroke, by `NumberDigest`.
  let digest: Int

  /// A style; without arguments it paints nothing.
  public init(fill: Fill? = nil, stroke: Stroke? = nil) {
    self.fill = fill
    self.stroke = stroke
    isFilled = fill != nil
    strokeReach = stroke.map { $0.style.width / 2 * max($0.style.join == .miter ? $0.style.miterLimit : 1, 1.5) }
    fitsFloat = fill?.paint.fitsFloat ?? true && stroke?.fitsFloat ?? true
    var numbers = NumberDigest()
    if let fill {
      numbers.combine(1, Int(fill.rule.rawValue))
      fill.paint.feed(&numbers)
    }
    if let stroke {
      numbers.combine(2, stroke.style.dashes.count)
      stroke.paint.feed(&numbers)
      stroke.style.feed(&numbers)
    }
    digest = numbers.value
  }

  /// Whether fill and stroke are equal.
  public static func == (a: ShapeStyle, b: ShapeStyle) -> Bool {
    a === b || a.digest == b.digest && a.fill == b.fill && a.stroke == b.stroke
  }

  /// Hashes the digest of fill and stroke.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// Fill of the interior of an outline.
public struct Fill: Sendable, Hashable {
  /// Colour or gradient.
  public var paint: Paint
  /// Fill rule that defines the interior.
  public var rule: FillRule

  /// A fill with a paint, by the non-zero rule unless another is given.
  public init(_ paint: Paint, rule: FillRule = .nonZero) {
    self.paint = paint
    self.rule = rule
  }
}

/// Stroke along an outline.
public struct Stroke: Sendable, Hashable {
  /// Colour or gradient.
  public var paint: Paint
  /// Width, caps, joins and dashes, in shape space.
  public var style: StrokeStyle

  /// A stroke with a paint and a style.
  public init(_ paint: Paint, style: StrokeStyle) {
    self.paint = paint
    self.style = style
  }

  fileprivate var fitsFloat: Bool {
    paint.fitsFloat && style.width.fitsFloat && style.miterLimit.fitsFloat && style.dashPhase.fitsFloat
      && style.dashes.allSatisfy(\.fitsFloat)
  }
}

/// Paint of a fill or stroke.
public enum Paint: Sendable, Hashable {
  /// A single straight colour.
  case solid(StraightColor)
  /// A gradient in shape space.
  case gradient(Gradient)

  /// Whether every number fits into a 32-bit float; a colour's always do.
  var fitsFloat: Bool {
    switch self {
    case .solid: true
    case .gradient(let gradient): gradient.fitsFloat
    }
  }
}

/// A straight (not premultiplied) sRGB colour with components 0…1.
public struct StraightColor: Sendable, Hashable, BitwiseCopyable {
  /// Red, 0…1.
  public var red: Double
  /// Green, 0…1.
  public var green: Double
  /// Blue, 0…1.
  public var blue: Double
  /// Alpha, from 0 (transparent) to 1 (opaque).
  public var alpha: Double

  /// A colour; components are clamped to 0…1, and NaN gives 0.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    func clamped(_ value: Double) -> Double { value > 0 ? min(1, value) : 0 }
    self.red = clamped(red)
    self.green = clamped(green)
    self.blue = clamped(blue)
    self.alpha = clamped(alpha)
  }

  /// Opaque black.
  public static let black = StraightColor(red: 0, green: 0, blue: 0)
}

extension Paint {
  fileprivate func feed(_ digest: inout NumberDigest) {
    switch self {
    case .solid(let color): color.feed(&digest)
    case .gradient(let gradient):
      switch gradient.geometry {
      case .linear(let start, let end):
        digest.combine(start.x, start.y)
        digest.combine(end.x, end.y)
      case .radial(let center, let radius, let focus):
        digest.combine(center.x, center.y)
        digest.combine(focus.x, focus.y)
        digest.combine(radius, 1)
      }
      for stop in gradient.stops {
        digest.combine(stop.offset, 1)
        stop.color.feed(&digest)
      }
    }
  }
}

extension StraightColor {
  fileprivate func feed(_ digest: inout NumberDigest) {
    digest.combine(red, green)
    digest.combine(blue, alpha)
  }
}

extension StrokeStyle {
  fileprivate func feed(_ digest: inout NumberDigest) {
    digest.combine(Int(cap.rawValue), Int(join.rawValue))
    digest.combine(width, miterLimit)
    for dash in dashes { digest.combine(dash, dashPhase) }
  }
}
