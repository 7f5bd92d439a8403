internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

/// The tracks of an effect that filters a layer's picture.
enum FilterFormula: TrackFormula {
  case tint(black: Track<LottieColor>, white: Track<LottieColor>, amount: Track<Double>, showsSource: Bool)
  case fill(color: Track<LottieColor>, opacity: Track<Double>)
  case tritone(highlights: Track<LottieColor>, midtones: Track<LottieColor>, shadows: Track<LottieColor>)
  case levels(
    red: LevelsCurveFormula, green: LevelsCurveFormula, blue: LevelsCurveFormula, alpha: LevelsCurveFormula,
    composite: LevelsCurveFormula)
  case shadow(ShadowFormula)
  case blur(blurriness: Track<Double>, dimensions: Track<Double>)

  /// Nil if the effect is no filter.
  ///
  /// - Parameters:
  ///   - losesSource: Whether the result is drawn without the layer's picture: lottie-web loses its name in some cases.
  init?(_ effect: LottieEffect, losesSource: Bool, _ parts: inout TrackParts) {
    switch LottieEffect.Kind(effect) {
    case .tint:
      self = .tint(
        black: effect.color(0, &parts), white: effect.color(1, &parts), amount: effect.number(2, &parts),
        showsSource: !losesSource)
    case .fill: self = .fill(color: effect.color(2, &parts), opacity: effect.number(6, &parts))
    case .tritone:
      self = .tritone(
        highlights: effect.color(0, &parts), midtones: effect.color(1, &parts), shadows: effect.color(2, &parts))
    case .levels:
      // Old files have one parameter less, and lottie-web then fails to apply any.
      guard effect.parameters.count >= 36 else { return nil }
      self = .levels(
        red: LevelsCurveFormula(effect, first: 10, &parts), green: LevelsCurveFormula(effect, first: 17, &parts),
        blue: LevelsCurveFormula(effect, first: 24, &parts),
        alpha: LevelsCurveFormula(effect, first: 31, &parts), composite: LevelsCurveFormula(effect, first: 3, &parts))
    case .dropShadow: self = .shadow(ShadowFormula(effect, showsSource: !losesSource, &parts))
    case .gaussianBlur: self = .blur(blurriness: effect.number(0, &parts), dimensions: effect.number(1, &parts))
    case .stroke, .setMatte, .transform, nil: return nil
    }
  }

  /// Whether these are Levels whose numbers are not animated and change nothing.
  var isNeutral: Bool {
    guard case .levels(let red, let green, let blue, let alpha, let composite) = self else { return false }
    return [red, green, blue, alpha, composite].allSatisfy(\.isNeutral)
  }

  func value(at time: Double, in context: EvaluationContext) -> Filter {
    func color(_ track: Track<LottieColor>) -> StraightColor {
      StraightColor(track.value(at: time, in: context), alpha: 1)
    }
    switch self {
    case .tint(let black, let white, let amount, let showsSource):
      let amount = max(0, min(1, amount.value(at: time, in: context).fromPercent))
      return .tint(
        Filter.Tint(black: color(black), white: color(white), amount: amount, showsSource: showsSource))
    case .fill(let track, let opacity):
      // This opacity is a factor, not a percentage.
      return .fill(StraightColor(track.value(at: time, in: context), alpha: opacity.value(at: time, in: context)))
    case .tritone(let highlights, let midtones, let shadows):
      return .tritone(shadows: color(shadows), midtones: color(midtones), highlights: color(highlights))
    case .levels(let red, let green, let blue, let alpha, let composite):
      return .levels(
        Filter.Levels(
          red: red.value(at: time, in: context), green: green.value(at: time, in: context),
          blue: blue.value(at: time, in: context),
          alpha: alpha.value(at: time, in: context), composite: composite.value(at: time, in: context)))
    case .shadow(let shadow): return .shadow(shadow.value(at: time, in: context))
    case .blur(let blurriness, let dimensions):
      // lottie-web's ratio, found by eye to match After Effects.
      let deviation = max(0, blurriness.value(at: time, in: context) * 0.3)
      let axes = dimensions.value(at: time, in: context)
      return .blur(deviation: Size(axes == 3 ? 0 : deviation, axes == 2 ? 0 : deviation))
    }
  }
}

/// The tracks of a drop shadow.
struct ShadowFormula: TrackFormula {
  private let color: Track<LottieColor>
  private let opacity: Track<Double>
  private let direction: Track<Double>
  private let distance: Track<Double>
  private let softness: Track<Double>
  private let showsSource: Bool

  init(_ effect: LottieEffect, showsSource: Bool, _ parts: inout TrackParts) {
    color = effect.color(0, &parts)
    opacity = effect.number(1, &parts)
    direction = effect.number(2, &parts)
    distance = effect.number(3, &parts)
    softness = effect.number(4, &parts)
    self.showsSource = showsSource
  }

  func value(at time: Double, in context: EvaluationContext) -> Filter.Shadow {
    let (sine, cosine) = Scalar.sineCosine((direction.value(at: time, in: context) - 90).fromDegrees)
    return Filter.Shadow(
      // The opacity is a byte's, not a percentage.
      color: StraightColor(color.value(at: time, in: context), alpha: opacity.value(at: time, in: context) / 255),
      offset: Point(cosine, sine) * distance.value(at: time, in: context),
      deviation: max(0, softness.value(at: time, in: context) / 4),
      showsSource: showsSource)
  }
}

/// The tracks of one of the curves of Pro Levels: five parameters in a row.
struct LevelsCurveFormula: TrackFormula {
  private let numbers: [Track<Double>]

  /// Numbers that change nothing.
  private static let neutral: [Double] = [0, 1, 1, 0, 1]

  /// Whether the numbers are not animated and change nothing.
  var isNeutral: Bool { zip(numbers, Self.neutral).allSatisfy { $0.constant == $1 } }

  /// - Parameter first: Position of the first parameter.
  init(_ effect: LottieEffect, first: Int, _ parts: inout TrackParts) {
    var numbers: [Track<Double>] = []
    for (index, number) in Self.neutral.enumerated() {
      numbers.append(effect.number(first + index, default: number, &parts))
    }
    self.numbers = numbers
  }

  func value(at time: Double, in context: EvaluationContext) -> Filter.Levels.Curve {
    let values = numbers.map { $0.value(at: time, in: context) }
    return Filter.Levels.Curve(
      inputBlack: values[0], inputWhite: values[1], gamma: values[2], outputBlack: values[3], outputWhite: values[4])
  }
}

extension StraightColor {
  /// The red, green and blue of a colour, 0…1, with another alpha.
  init(_ color: LottieColor, alpha: Double = 1) {
    self.init(red: color[0], green: color[1], blue: color[2], alpha: alpha)
  }
}
