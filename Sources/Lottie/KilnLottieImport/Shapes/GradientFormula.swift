internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

/// The tracks of a gradient.
struct GradientFormula {
  private let isLinear: Bool
  private let start: VectorTrack
  private let end: VectorTrack
  private let highlightLength: Track<Double>
  private let highlightAngle: Track<Double>
  private let stops: GradientStopsFormula
  /// Whether there are stops of opacity elsewhere than those of colour, at any keyframe: lottie-web then needs a mask.
  var hasSeparateOpacity: Bool { stops.hasSeparateOpacity }

  init(_ gradient: borrowing LottieGradient, _ parts: inout TrackParts) {
    isLinear = gradient.isLinear
    start = VectorTrack(gradient.start, &parts)
    end = VectorTrack(gradient.end, &parts)
    highlightLength = Track(gradient.highlightLength, &parts)
    highlightAngle = Track(gradient.highlightAngle, &parts)
    stops = GradientStopsFormula(gradient.stops, colorCount: gradient.colorCount, &parts)
  }

  /// The paint at a time; nil if it is transparent everywhere.
  func paint(at time: Double, in context: EvaluationContext, opacity: Double) -> Paint? {
    var stops = stops.value(at: time, in: context)
    if opacity < 1 {
      for index in stops.indices { stops[index].color.alpha *= opacity }
    }
    guard let last = stops.last else { return nil }
    let (start, end) = (start.value(at: time, in: context).point, end.value(at: time, in: context).point)
    // Without extent all is beyond the end.
    if start == end { return last.color.alpha > 0 ? .solid(last.color) : nil }
    let gradient = Gradient(geometry(from: start, to: end, at: time, in: context), stops: stops)
    return gradient.isTransparent ? nil : .gradient(gradient)
  }

  private func geometry(
    from start: Point, to end: Point, at time: Double, in context: EvaluationContext
  ) -> GradientGeometry {
    if isLinear { return .linear(start: start, end: end) }
    let radius = start.distance(to: end)
    // SVG keeps the focus inside the circle, lottie-web a little further inside.
    let distance = radius * max(-0.99, min(0.99, highlightLength.value(at: time, in: context).fromPercent))
    let axis = Scalar.angle(x: end.x - start.x, y: end.y - start.y)
    let (sine, cosine) = Scalar.sineCosine(axis + highlightAngle.value(at: time, in: context).fromDegrees)
    return .radial(center: start, radius: radius, focus: start + Point(cosine, sine) * distance)
  }
}

/// The tracks of a gradient's colours.
struct GradientStopsFormula: TrackFormula {
  private let colorCount: Int
  private let numbers: Track<LottieNumbers>
  /// The stops with their authored opacity, if they never change.
  private let fixed: [Gradient.Stop]?
  /// Whether there are stops of opacity elsewhere than those of colour, at any keyframe.
  let hasSeparateOpacity: Bool

  init(_ property: LottieProperty<LottieNumbers>, colorCount: Int, _ parts: inout TrackParts) {
    let numbers = Track(property, &parts)
    let isSeparate = numbers.authoredValues.contains { Self.hasSeparateOpacity($0.values, colorCount: colorCount) }
    fixed = numbers.constant.map {
      GradientStops($0.values, colorCount: colorCount, hasSeparateOpacity: isSeparate).merged
    }
    (self.numbers, self.colorCount, hasSeparateOpacity) = (numbers, colorCount, isSeparate)
  }

  private static func hasSeparateOpacity(_ numbers: [Double], colorCount: Int) -> Bool {
    let colorCount = min(colorCount, numbers.count / 4)
    let opacityCount = (numbers.count - 4 * colorCount) / 2
    guard opacityCount > 0 else { return false }
    return opacityCount != colorCount
      || (0..<colorCount).contains { abs(numbers[4 * $0] - numbers[4 * colorCount + 2 * $0]) > 0.01 }
  }

  /// Whether there are colours, and no stops of opacity.
  var isOpaque: Bool {
    colorCount > 0 && numbers.authoredValues.allSatisfy { $0.values.count == 4 * colorCount }
  }

  func value(at time: Double, in context: EvaluationContext) -> [Gradient.Stop] {
    if let fixed { return fixed }
    let numbers = numbers.value(at: time, in: context).values
    return GradientStops(numbers, colorCount: colorCount, hasSeparateOpacity: hasSeparateOpacity).merged
  }
}

/// A gradient's numbers as stops of colour and stops of opacity, rounded as lottie-web writes them into its SVG.
private struct GradientStops {
  private var colors: [(offset: Double, color: StraightColor)] = []
  private var alphas: [(offset: Double, alpha: Double)] = []

  /// - Parameter hasSeparateOpacity: Otherwise opacities belong to the stops of colour, whatever their own offsets say.
  init(_ numbers: [Double], colorCount: Int, hasSeparateOpacity: Bool) {
    let colorCount = min(colorCount, numbers.count / 4)
    for index in 0..<colorCount {
      func component(_ at: Int) -> Double { Self.whole(numbers[index * 4 + at], of: 255) }
      let color = StraightColor(red: component(1), green: component(2), blue: component(3))
      colors.append((Self.percent(numbers[index * 4]), color))
    }
    for index in stride(from: colorCount * 4, to: numbers.count - 1, by: 2) {
      let isShared = !hasSeparateOpacity && alphas.count < colors.count
      let offset = isShared ? colors[alphas.count].offset : Self.percent(numbers[index])
      alphas.append((offset, max(0, min(1, numbers[index + 1]))))
    }
    // As in SVG no stop comes before its predecessor.
    for index in colors.indices.dropFirst() {
      colors[index].offset = max(colors[index].offset, colors[index - 1].offset)
    }
    for index in alphas.indices.dropFirst() {
      alphas[index].offset = max(alphas[index].offset, alphas[index - 1].offset)
    }
  }

  /// The merged stops of colour and opacity: one stop at every offset of either list, with both interpolated.
  var merged: [Gradient.Stop] {
    guard !colors.isEmpty else { return [] }
    let ramp = Gradient(
      .linear(start: .zero, end: .zero), stops: colors.map { Gradient.Stop(offset: $0.offset, color: $0.color) })
    let alphaStops = alphas.map {
      Gradient.Stop(offset: $0.offset, color: StraightColor(red: 0, green: 0, blue: 0, alpha: $0.alpha))
    }
    if alphaStops.isEmpty { return ramp.stops }
    let alphaRamp = Gradient(.linear(start: .zero, end: .zero), stops: alphaStops)
    var result: [Gradient.Stop] = []
    for offset in Set(colors.map(\.offset) + alphas.map(\.offset)).sorted() {
      // Twice where either has a hard edge: as it is just before, and from there on.
      for side in [Side.before, .after] {
        var color = ramp.color(at: offset, side)
        color.alpha = alphaRamp.color(at: offset, side).alpha
        let stop = Gradient.Stop(offset: offset, color: color)
        if result.last != stop { result.append(stop) }
      }
    }
    return result
  }

  /// Whole percents, as lottie-web writes offsets.
  private static func percent(_ offset: Double) -> Double {
    let rounded = whole(offset, of: 100)
    return rounded > 0 ? min(1, rounded) : 0
  }

  /// A fraction as whole steps. lottie-web keeps it in 32 bits, which decides which way halves go: 0.885 becomes 88 %.
  private static func whole(_ fraction: Double, of steps: Double) -> Double {
    (Double(Float(fraction)) * steps).rounded() / steps
  }
}

/// Side of a hard edge, at which two stops have the same offset.
private enum Side { case before, after }

extension Gradient {
  fileprivate func color(at offset: Double, _ side: Side) -> StraightColor {
    guard side == .before, let edge = stops.first(where: { $0.offset == offset }) else { return color(at: offset) }
    return edge.color
  }
}
