internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// The Stroke effect over time: dots along a layer's masks.
typealias StrokeEffectTrack = CompositeTrack<StrokeEffectFormula>

/// The tracks of a Stroke effect and of the masks that it strokes.
struct StrokeEffectFormula: TrackFormula {
  /// Compositing of the dots with the layer.
  enum Style {
    /// The dots are drawn over it.
    case onOriginal
    /// The dots are drawn instead of it.
    case onTransparent
    /// It is shown through the dots.
    case revealOriginal
  }

  /// The dots at one time.
  struct Dots {
    /// Opacity of all dots together, 0…1.
    var opacity: Double
    /// Empty if nothing is to be seen.
    var shapes: [Shape]
  }

  /// Contours of the stroked masks.
  private let paths: [Track<Contour>]
  private let color: Track<LottieColor>
  private let size: Track<Double>
  private let opacity: Track<Double>
  private let start: Track<Double>
  private let end: Track<Double>
  private let spacing: Track<Double>
  /// Nil for an unknown style, which has no effect.
  let style: Style?

  init(_ effect: LottieEffect, masks: [LottieMask], _ parts: inout TrackParts) {
    let number = effect.fixedNumber(0, parts.expressions) - 1
    let chosen = effect.fixedNumber(1, parts.expressions) == 1 ? nil : Int(exactly: number.rounded()) ?? -1
    var paths: [Track<Contour>] = []
    for index in masks.indices where chosen == nil || chosen == index {
      paths.append(Track(masks[index].path, &parts))
    }
    self.paths = paths
    color = effect.color(3, &parts)
    size = effect.number(4, &parts)
    opacity = effect.number(6, default: 1, &parts)
    start = effect.number(7, &parts)
    end = effect.number(8, default: 100, &parts)
    spacing = effect.number(9, &parts)
    switch effect.fixedNumber(10, parts.expressions) {
    case 1: style = .onOriginal
    case 2: style = .onTransparent
    case 3: style = .revealOriginal
    default: style = nil
    }
  }

  func value(at time: Double, in context: EvaluationContext) -> Dots {
    let opacity = max(0, min(1, opacity.value(at: time, in: context)))
    return Dots(opacity: opacity, shapes: opacity > 0 ? shapes(at: time, in: context) : [])
  }

  private func shapes(at time: Double, in context: EvaluationContext) -> [Shape] {
    let size = size.value(at: time, in: context)
    guard size > 0, size.isFinite else { return [] }
    let color = color.value(at: time, in: context)
    let paint = Paint.solid(
      style == .revealOriginal
        ? StraightColor(red: 1, green: 1, blue: 1)
        : StraightColor(
          red: color.paintedComponent(0), green: color.paintedComponent(1), blue: color.paintedComponent(2)))
    return paths.map { contour in
      var path = Path()
      path.append(contour.value(at: time, in: context).withoutSeam)
      let style = StrokeStyle(
        width: 2 * size, cap: .round, miterLimit: 4, dashes: dashes(size, path, at: time, in: context), dashPhase: 1)
      return Shape(outline: .path(path), stroke: Stroke(paint, style: style))
    }
  }

  /// More dots than this cannot be told from a line.
  private static let maximumDotCount = 10_000

  private func dashes(_ size: Double, _ path: Path, at time: Double, in context: EvaluationContext) -> [Double] {
    let gap = 2 * size * spacing.value(at: time, in: context).fromPercent
    let ends = [start.value(at: time, in: context).fromPercent, end.value(at: time, in: context).fromPercent].sorted()
    if ends == [0, 1] { return [1, gap] }
    let length = path.length
    let dots = Int(clamping: length * (ends[1] - ends[0]) / (1 + gap), to: 0...Self.maximumDotCount)
    return [0, 0, 0, length * ends[0]] + (0..<dots).flatMap { _ in [1, gap] } + [0, length * 10, 0, 0]
  }
}

extension Contour {
  /// The contour as an open one that ends at its first vertex.
  fileprivate var withoutSeam: Contour {
    guard isClosed, vertices.count > 1, let first = vertices.first else { return Contour(vertices, isClosed: false) }
    return Contour(vertices + [first], isClosed: false)
  }
}
