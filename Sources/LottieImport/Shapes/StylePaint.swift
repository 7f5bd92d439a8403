internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// A fill or stroke over time.
///
/// A class, because a copy of its tracks costs as much as a look.
final class StylePaint {
  /// What it is painted with.
  enum Colors {
    case solid(Track<LottieColor>)
    case gradient(GradientTrack)
  }

  /// What is painted of an outline.
  enum Area {
    case fill(FillRule)
    case stroke(LineTrack)
  }

  private let colors: Colors
  private let opacity: Track<Double>
  private let area: Area

  init(_ item: borrowing FillItem) {
    colors = .solid(Track(item.color))
    opacity = Track(item.opacity)
    area = .fill(item.rule)
  }

  init(_ item: borrowing StrokeItem) {
    colors = .solid(Track(item.color))
    opacity = Track(item.opacity)
    area = .stroke(LineTrack(item.line))
  }

  init(_ item: borrowing GradientFillItem) {
    colors = .gradient(GradientTrack(item.gradient))
    opacity = Track(item.opacity)
    area = .fill(item.rule)
  }

  init(_ item: borrowing GradientStrokeItem) {
    colors = .gradient(GradientTrack(item.gradient))
    opacity = Track(item.opacity)
    area = .stroke(LineTrack(item.line))
  }

  var isAnimated: Bool {
    let colorsChange =
      switch colors {
      case .solid(let color): color.isAnimated
      case .gradient(let gradient): gradient.isAnimated
      }
    if case .stroke(let line) = area, line.isAnimated { return true }
    return colorsChange || opacity.isAnimated
  }

  var changes: ChangeTimes {
    var parts = [opacity.changes]
    switch colors {
    case .solid(let color): parts.append(color.changes)
    case .gradient(let gradient): parts.append(gradient.changes)
    }
    if case .stroke(let line) = area { parts.append(line.changes) }
    return ChangeTimes(anyOf: parts)
  }

  /// Whether it matters where outlines start and which way they run.
  var isDashed: Bool {
    if case .stroke(let line) = area { line.isDashed } else { false }
  }

  /// Whether a keyframe's opacity or width leaves nothing to be seen.
  var reachesNothing: Bool {
    if case .stroke(let line) = area, line.width.reachesZero { return true }
    return opacity.reachesZero
  }

  /// Whether it is a stroke that lottie-web paints through a mask, which leaves of it what lies in the outline's box and a
  /// tenth more on every side.
  var isMaskedStroke: Bool {
    if case .stroke = area, case .gradient(let gradient) = colors { gradient.hasSeparateOpacity } else { false }
  }

  /// The look at a time; nil when nothing is to be seen.
  func style(at time: Double) -> ShapeStyle? {
    guard let paint = paint(at: time) else { return nil }
    switch area {
    case .fill(let rule): return ShapeStyle(fill: Fill(paint, rule: rule))
    case .stroke(let line):
      let style = line.style(at: time)
      return style.width > 0 ? ShapeStyle(stroke: Stroke(paint, style: style)) : nil
    }
  }

  private func paint(at time: Double) -> Paint? {
    let opacity = opacity.value(at: time).fromOpacityPercent
    guard opacity > 0 else { return nil }
    switch colors {
    case .solid(let track):
      let color = track.value(at: time)
      return .solid(
        StraightColor(
          red: color.paintedComponent(0), green: color.paintedComponent(1), blue: color.paintedComponent(2),
          alpha: opacity))
    case .gradient(let gradient): return gradient.paint(at: time, opacity: opacity)
    }
  }
}

/// A stroke's width, corners and dashes over time.
struct LineTrack {
  let width: Track<Double>
  private let dashes: [Track<Double>]
  private let dashOffset: Track<Double>?
  private let cap: StrokeStyle.Cap
  private let join: StrokeStyle.Join
  private let miterLimit: Double

  init(_ line: borrowing LottieLine) {
    width = Track(line.width)
    dashes = line.dashes.map(Track.init)
    dashOffset = line.dashOffset.map(Track.init)
    cap = line.cap
    // A limit below 1 is an error in SVG; browsers then draw bevels.
    join = line.join == .miter && line.miterLimit < 1 ? .bevel : line.join
    miterLimit = max(1, line.miterLimit)
  }

  var isDashed: Bool { !dashes.isEmpty }

  var isAnimated: Bool {
    width.isAnimated || dashOffset?.isAnimated ?? false || dashes.contains(where: \.isAnimated)
  }

  var changes: ChangeTimes {
    ChangeTimes(anyOf: [width.changes, dashOffset?.changes ?? .never] + dashes.map(\.changes))
  }

  func style(at time: Double) -> StrokeStyle {
    StrokeStyle(
      width: width.value(at: time), cap: cap, join: join, miterLimit: miterLimit,
      dashes: dashes.map { $0.value(at: time) }, dashPhase: dashOffset?.value(at: time) ?? 0)
  }
}
