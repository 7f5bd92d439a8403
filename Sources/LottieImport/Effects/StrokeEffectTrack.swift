internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// The Stroke effect over time: dots along a layer's masks.
struct StrokeEffectTrack {
  /// What becomes of the layer.
  enum Style {
    /// The dots are drawn over it.
    case onOriginal
    /// The dots are drawn instead of it.
    case onTransparent
    /// It is seen through the dots.
    case revealOriginal
  }

  /// Nil for all masks.
  private let mask: Int?
  private let color: Track<LottieColor>
  private let size: Track<Double>
  private let opacity: Track<Double>
  private let start: Track<Double>
  private let end: Track<Double>
  private let spacing: Track<Double>
  let style: Style?

  init(_ effect: LottieEffect) {
    let number = effect.number(0).value(at: 0) - 1
    mask = effect.number(1).value(at: 0) == 1 ? nil : Int(exactly: number.rounded()) ?? -1
    color = effect.color(3)
    size = effect.number(4)
    opacity = effect.number(6, default: 1)
    start = effect.number(7)
    end = effect.number(8, default: 100)
    spacing = effect.number(9)
    switch effect.number(10).value(at: 0) {
    case 1: style = .onOriginal
    case 2: style = .onTransparent
    case 3: style = .revealOriginal
    default: style = nil
    }
  }

  /// Opacity of all dots together, 0…1.
  func opacity(at time: Double) -> Double { max(0, min(1, opacity.value(at: time))) }

  /// The dots along the chosen ones of a layer's masks.
  func shapes(along masks: [Track<Contour>], at time: Double) -> [Shape] {
    let size = size.value(at: time)
    guard size > 0, size.isFinite else { return [] }
    let color = color.value(at: time)
    let paint = Paint.solid(
      style == .revealOriginal
        ? StraightColor(red: 1, green: 1, blue: 1)
        : StraightColor(
          red: color.paintedComponent(0), green: color.paintedComponent(1), blue: color.paintedComponent(2)))
    return masks.indices.filter { mask == nil || mask == $0 }.map { index in
      var path = Path()
      path.append(masks[index].value(at: time).withoutSeam)
      let style = StrokeStyle(
        width: 2 * size, cap: .round, miterLimit: 4, dashes: dashes(size, path, at: time), dashPhase: 1)
      return Shape(outline: .path(path), stroke: Stroke(paint, style: style))
    }
  }

  /// More dots than this cannot be told from a line.
  private static let mostDots = 10_000

  private func dashes(_ size: Double, _ path: Path, at time: Double) -> [Double] {
    let gap = 2 * size * spacing.value(at: time).fromPercent
    let ends = [start.value(at: time).fromPercent, end.value(at: time).fromPercent].sorted()
    if ends == [0, 1] { return [1, gap] }
    let length = path.length
    let dots = Int(clamping: length * (ends[1] - ends[0]) / (1 + gap), to: 0...Self.mostDots)
    return [0, 0, 0, length * ends[0]] + (0..<dots).flatMap { _ in [1, gap] } + [0, length * 10, 0, 0]
  }
}

extension Contour {
  /// The same line, ending where it starts without being closed.
  fileprivate var withoutSeam: Contour {
    guard isClosed, vertices.count > 1, let first = vertices.first else { return Contour(vertices, isClosed: false) }
    return Contour(vertices + [first], isClosed: false)
  }
}
