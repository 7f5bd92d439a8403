public import Geometry

/// How an outline is painted: its inside, itself, or both. However much it says, a copy is one reference count.
///
/// Outlines change more often than what they are painted with, so all that is asked of each shape is found once.
public final class ShapeStyle: Sendable, Hashable {
  /// Painted first.
  public let fill: Fill?
  /// Painted over the fill.
  public let stroke: Stroke?
  /// Whether there is a fill.
  let isFilled: Bool
  /// How far the stroke reaches from the outline at most, in shape space; nil if there is none.
  let strokeReach: Double?
  /// Whether every number fits into a 32-bit float; a colour's always do.
  let fitsFloat: Bool
  /// A hash, far faster than the standard library's.
  let digest: Int

  /// A style.
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

  /// Whether both paint the same.
  public static func == (a: ShapeStyle, b: ShapeStyle) -> Bool {
    a === b || a.digest == b.digest && a.fill == b.fill && a.stroke == b.stroke
  }

  /// Feeds a digest of all that it says to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// How the inside of an outline is painted.
public struct Fill: Sendable, Hashable {
  /// The paint.
  public var paint: Paint
  /// What counts as inside.
  public var rule: FillRule

  /// A fill.
  public init(_ paint: Paint, rule: FillRule = .nonZero) {
    self.paint = paint
    self.rule = rule
  }
}

/// How an outline itself is painted.
public struct Stroke: Sendable, Hashable {
  /// The paint.
  public var paint: Paint
  /// Width, caps, joins and dashes, in shape space.
  public var style: StrokeStyle

  /// A stroke.
  public init(_ paint: Paint, style: StrokeStyle) {
    self.paint = paint
    self.style = style
  }

  fileprivate var fitsFloat: Bool {
    paint.fitsFloat && style.width.fitsFloat && style.miterLimit.fitsFloat && style.dashPhase.fitsFloat
      && style.dashes.allSatisfy(\.fitsFloat)
  }
}

/// What covers an area.
public enum Paint: Sendable, Hashable {
  /// One colour.
  case solid(StraightColor)
  /// Colours that change from place to place.
  case gradient(Gradient)

  /// Whether every number fits into a 32-bit float; a colour's always do.
  var fitsFloat: Bool {
    switch self {
    case .solid: true
    case .gradient(let gradient): gradient.fitsFloat
    }
  }
}

/// A colour in sRGB, not multiplied by its alpha; components 0…1.
public struct StraightColor: Sendable, Hashable, BitwiseCopyable {
  /// Red.
  public var red: Double
  /// Green.
  public var green: Double
  /// Blue.
  public var blue: Double
  /// 0 is transparent, 1 opaque.
  public var alpha: Double

  /// A colour; components are clamped to 0…1.
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
