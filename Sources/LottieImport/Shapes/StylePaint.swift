internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// A fill or stroke over time.
enum StylePaint {
  case fill(color: Track<LottieColor>, opacity: Track<Double>, rule: FillRule)
  case stroke(StrokeTrack)

  static func fill(_ item: FillItem) -> StylePaint {
    .fill(color: Track(item.color), opacity: Track(item.opacity), rule: item.rule)
  }

  static func stroke(_ item: StrokeItem) -> StylePaint { .stroke(StrokeTrack(item)) }

  var isAnimated: Bool {
    switch self {
    case .fill(let color, let opacity, _): color.isAnimated || opacity.isAnimated
    case .stroke(let stroke): stroke.isAnimated
    }
  }

  /// Whether it matters where outlines start and which way they run.
  var isDashed: Bool {
    if case .stroke(let stroke) = self { !stroke.dashes.isEmpty } else { false }
  }

  /// The outline with this paint at a time; nil when nothing is to be seen.
  func shape(_ outline: Shape.Outline, transform: Affine, at time: Double) -> Shape? {
    switch self {
    case .fill(let color, let opacity, let rule):
      let paint = Self.color(color.value(at: time), opacity.value(at: time))
      guard paint.alpha > 0 else { return nil }
      return Shape(outline: outline, fill: Fill(.solid(paint), rule: rule), transform: transform)
    case .stroke(let stroke):
      let paint = Self.color(stroke.color.value(at: time), stroke.opacity.value(at: time))
      let style = stroke.style(at: time)
      guard paint.alpha > 0, style.width > 0 else { return nil }
      return Shape(outline: outline, stroke: Stroke(.solid(paint), style: style), transform: transform)
    }
  }

  private static func color(_ color: LottieColor, _ opacity: Double) -> StraightColor {
    StraightColor(
      red: color.paintedComponent(0), green: color.paintedComponent(1), blue: color.paintedComponent(2),
      alpha: opacity.fromOpacityPercent)
  }
}

/// A stroke over time.
struct StrokeTrack {
  let color: Track<LottieColor>
  let opacity: Track<Double>
  let dashes: [Track<Double>]
  private let width: Track<Double>
  private let dashOffset: Track<Double>?
  private let cap: StrokeStyle.Cap
  private let join: StrokeStyle.Join
  private let miterLimit: Double

  init(_ item: StrokeItem) {
    color = Track(item.color)
    opacity = Track(item.opacity)
    width = Track(item.width)
    dashes = item.dashes.map(Track.init)
    dashOffset = item.dashOffset.map(Track.init)
    cap = item.cap
    // A limit below 1 is an error in SVG; browsers then draw bevels.
    join = item.join == .miter && item.miterLimit < 1 ? .bevel : item.join
    miterLimit = max(1, item.miterLimit)
  }

  var isAnimated: Bool {
    color.isAnimated || opacity.isAnimated || width.isAnimated || dashOffset?.isAnimated ?? false
      || dashes.contains(where: \.isAnimated)
  }

  func style(at time: Double) -> StrokeStyle {
    StrokeStyle(
      width: width.value(at: time), cap: cap, join: join, miterLimit: miterLimit,
      dashes: dashes.map { $0.value(at: time) }, dashPhase: dashOffset?.value(at: time) ?? 0)
  }
}
