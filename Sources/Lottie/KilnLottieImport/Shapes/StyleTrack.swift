internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

/// A fill or stroke over time; nil where it paints nothing.
typealias StyleTrack = CompositeTrack<StyleFormula>

/// The tracks of a fill or stroke.
struct StyleFormula: TrackFormula {
  private enum Colors {
    case solid(Track<LottieColor>)
    case gradient(GradientFormula)
  }

  private enum Area {
    case fill(FillRule)
    case stroke(LineFormula)
  }

  private let colors: Colors
  private let opacity: Track<Double>
  private let area: Area

  /// Nil for an item that is no fill or stroke.
  init?(_ item: ShapeItem, _ parts: inout TrackParts) {
    switch item {
    case .fill(let item):
      colors = .solid(Track(item.color, &parts))
      opacity = Track(item.opacity, &parts)
      area = .fill(item.rule)
    case .stroke(let item):
      colors = .solid(Track(item.color, &parts))
      opacity = Track(item.opacity, &parts)
      area = .stroke(LineFormula(item.line, &parts))
    case .gradientFill(let item):
      colors = .gradient(GradientFormula(item.gradient, &parts))
      opacity = Track(item.opacity, &parts)
      area = .fill(item.rule)
    case .gradientStroke(let item):
      colors = .gradient(GradientFormula(item.gradient, &parts))
      opacity = Track(item.opacity, &parts)
      area = .stroke(LineFormula(item.line, &parts))
    default: return nil
    }
  }

  /// Whether the result depends on the start point and direction of outlines.
  var isDashed: Bool {
    if case .stroke(let line) = area { line.isDashed } else { false }
  }

  /// Whether the opacity or the width is 0 at a keyframe.
  var reachesTransparency: Bool {
    if case .stroke(let line) = area, line.width.reachesZero { return true }
    return opacity.reachesZero
  }

  /// Whether it is a stroke that lottie-web paints through a mask: SVG's mask region cuts it to the outline's bounding box
  /// grown by a tenth on every side.
  var isMaskedStroke: Bool {
    if case .stroke = area, case .gradient(let gradient) = colors { gradient.hasSeparateOpacity } else { false }
  }

  func value(at time: Double, in context: EvaluationContext) -> ShapeStyle? {
    guard let paint = paint(at: time, in: context) else { return nil }
    switch area {
    case .fill(let rule): return ShapeStyle(fill: Fill(paint, rule: rule))
    case .stroke(let line):
      let style = line.value(at: time, in: context)
      return style.width > 0 ? ShapeStyle(stroke: Stroke(paint, style: style)) : nil
    }
  }

  private func paint(at time: Double, in context: EvaluationContext) -> Paint? {
    let opacity = opacity.value(at: time, in: context).fromOpacityPercent
    guard opacity > 0 else { return nil }
    switch colors {
    case .solid(let track):
      let color = track.value(at: time, in: context)
      return .solid(
        StraightColor(
          red: color.paintedComponent(0), green: color.paintedComponent(1), blue: color.paintedComponent(2),
          alpha: opacity))
    case .gradient(let gradient): return gradient.paint(at: time, in: context, opacity: opacity)
    }
  }
}

/// The tracks of a stroke's width and dashes.
struct LineFormula: TrackFormula {
  let width: Track<Double>
  private let dashes: [Track<Double>]
  private let dashOffset: Track<Double>?
  private let cap: StrokeStyle.Cap
  private let join: StrokeStyle.Join
  private let miterLimit: Double

  init(_ line: borrowing LottieLine, _ parts: inout TrackParts) {
    width = Track(line.width, &parts)
    var dashes: [Track<Double>] = []
    for dash in line.dashes { dashes.append(Track(dash, &parts)) }
    self.dashes = dashes
    dashOffset = line.dashOffset.map { Track($0, &parts) }
    cap = line.cap
    // A limit below 1 is an error in SVG; browsers then draw bevels.
    join = line.join == .miter && line.miterLimit < 1 ? .bevel : line.join
    miterLimit = max(1, line.miterLimit)
  }

  var isDashed: Bool { !dashes.isEmpty }

  func value(at time: Double, in context: EvaluationContext) -> StrokeStyle {
    let width = width.value(at: time, in: context)
    // A negative width is an error in SVG; browsers then take the default.
    return StrokeStyle(
      width: width < 0 ? 1 : width, cap: cap, join: join, miterLimit: miterLimit,
      dashes: dashes.map { $0.value(at: time, in: context) },
      dashPhase: dashOffset?.value(at: time, in: context) ?? 0)
  }
}
