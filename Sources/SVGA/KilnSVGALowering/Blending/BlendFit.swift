/// Least-squares sums over samples, which give the paint that, drawn in normal mode, is nearest to the result of a
/// blend mode.
///
/// A sample consists of the backdrop b, the result r, and the coverage c of the paint, premultiplied and 0…1. A paint
/// of colour k (premultiplied) and opacity a shows b + c · (k − a · b). That is linear in k and a, so that least
/// squares give both.
struct BlendFit {
  /// A paint: red, green, blue, premultiplied, and its opacity.
  typealias Color = SIMD4<Double>

  /// Σ c².
  private(set) var weight = 0.0
  /// Σ c² · b.
  private var backdrop = Color.zero
  /// Σ c² · b².
  private var backdropSquare = Color.zero
  /// Σ c · (r − b).
  private var change = Color.zero
  /// Σ c · (r − b) · b.
  private var changeAtBackdrop = Color.zero
  /// Σ (r − b)².
  private var changeSquare = Color.zero

  /// Steps of the search for the opacity; each leaves two thirds of the range.
  private static let steps = 16
  /// Mean square error below visibility: half a level of 255.
  private static let invisible = 0.25 / (255.0 * 255.0)

  /// Adds a sample.
  mutating func add(coverage: Double, backdrop b: Color, result: Color) {
    let difference = result - b
    let square = coverage * coverage
    weight += square
    backdrop += square * b
    backdropSquare += square * b * b
    change += coverage * difference
    changeAtBackdrop += coverage * difference * b
    changeSquare += difference * difference
  }

  /// Adds the samples of another fit.
  mutating func add(_ other: BlendFit) {
    weight += other.weight
    backdrop += other.backdrop
    backdropSquare += other.backdropSquare
    change += other.change
    changeAtBackdrop += other.changeAtBackdrop
    changeSquare += other.changeSquare
  }

  /// The paint that comes nearest, and the sum of the squares of what it is wrong by, over all components.
  ///
  /// - Parameter opacity: Opacity to keep where that is right: the edges of a paint look best with its own.
  func nearest(preferring opacity: Double) -> (paint: Color, error: Double) {
    guard weight > 0 else { return (.zero, 0) }
    let kept = (color(opacity), error(opacity))
    if kept.1 <= 4 * weight * Self.invisible { return kept }
    // The least error over all colours is a convex function of the opacity.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<Self.steps {
      let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
      if error(left) <= error(right) { high = right } else { low = left }
    }
    let best = (low + high) / 2
    let candidates = [kept, (color(best), error(best)), (color(0), error(0)), (color(1), error(1))]
    let least = candidates.reduce(Double.infinity) { min($0, $1.1) }
    // The first of equally good ones.
    return candidates.first { $0.1 <= least + 4 * weight * Self.invisible } ?? kept
  }

  /// The best colour for an opacity.
  private func color(_ opacity: Double) -> Color {
    var color = ((change + opacity * backdrop) / weight).clamped(
      lowerBound: .zero, upperBound: Color(repeating: opacity))
    color.w = opacity
    return color
  }

  private func error(_ opacity: Double) -> Double {
    let color = color(opacity)
    var sum = changeSquare + color * color * weight + opacity * opacity * backdropSquare
    sum += 2 * (opacity * changeAtBackdrop - color * change - opacity * color * backdrop)
    return max(0, sum.sum())
  }
}

extension BlendFit.Color {
  /// The components of a premultiplied pixel of a pixmap, 0…1.
  init(pixel: UInt32) {
    self.init(
      Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24))
    self /= 255
  }

  /// The colour as a premultiplied pixel of a pixmap.
  var pixel: UInt32 {
    let levels = (self * 255).rounded(.toNearestOrEven).clamped(lowerBound: .zero, upperBound: Self(repeating: 255))
    return UInt32(levels.x) | UInt32(levels.y) << 8 | UInt32(levels.z) << 16 | UInt32(levels.w) << 24
  }
}
