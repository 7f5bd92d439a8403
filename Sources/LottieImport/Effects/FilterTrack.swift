internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// An effect that changes a layer's picture, over time.
enum FilterTrack {
  case tint(black: Track<LottieColor>, white: Track<LottieColor>, amount: Track<Double>, showsSource: Bool)
  case fill(color: Track<LottieColor>, opacity: Track<Double>)
  case tritone(highlights: Track<LottieColor>, midtones: Track<LottieColor>, shadows: Track<LottieColor>)
  case levels(red: CurveTrack, green: CurveTrack, blue: CurveTrack, alpha: CurveTrack, composite: CurveTrack)
  case shadow(ShadowTrack)
  case blur(blurriness: Track<Double>, dimensions: Track<Double>)

  /// Nil if the effect is no filter.
  ///
  /// - Parameters:
  ///   - losesSource: lottie-web has lost the name of the picture so far, and draws the effect without it.
  init?(_ effect: LottieEffect, losesSource: Bool) {
    switch LottieEffect.Kind(effect) {
    case .tint:
      self = .tint(
        black: effect.color(0), white: effect.color(1), amount: effect.number(2), showsSource: !losesSource)
    case .fill: self = .fill(color: effect.color(2), opacity: effect.number(6))
    case .tritone:
      self = .tritone(highlights: effect.color(0), midtones: effect.color(1), shadows: effect.color(2))
    case .levels:
      // Old files have one parameter less, and lottie-web then fails to apply any.
      guard effect.parameters.count >= 36 else { return nil }
      self = .levels(
        red: CurveTrack(effect, first: 10), green: CurveTrack(effect, first: 17), blue: CurveTrack(effect, first: 24),
        alpha: CurveTrack(effect, first: 31), composite: CurveTrack(effect, first: 3))
    case .dropShadow: self = .shadow(ShadowTrack(effect, showsSource: !losesSource))
    case .gaussianBlur: self = .blur(blurriness: effect.number(0), dimensions: effect.number(1))
    case .stroke, .setMatte, .transform, nil: return nil
    }
  }

  func filter(at time: Double) -> Filter {
    func color(_ track: Track<LottieColor>) -> StraightColor { StraightColor(track.value(at: time), alpha: 1) }
    switch self {
    case .tint(let black, let white, let amount, let showsSource):
      let amount = max(0, min(1, amount.value(at: time).fromPercent))
      return .tint(
        Filter.Tint(black: color(black), white: color(white), amount: amount, showsSource: showsSource))
    case .fill(let track, let opacity):
      // This opacity is a factor, not a percentage.
      return .fill(StraightColor(track.value(at: time), alpha: opacity.value(at: time)))
    case .tritone(let highlights, let midtones, let shadows):
      return .tritone(shadows: color(shadows), midtones: color(midtones), highlights: color(highlights))
    case .levels(let red, let green, let blue, let alpha, let composite):
      return .levels(
        Filter.Levels(
          red: red.curve(at: time), green: green.curve(at: time), blue: blue.curve(at: time),
          alpha: alpha.curve(at: time), composite: composite.curve(at: time)))
    case .shadow(let shadow): return .shadow(shadow.shadow(at: time))
    case .blur(let blurriness, let dimensions):
      // lottie-web's ratio, found by eye to match After Effects.
      let deviation = max(0, blurriness.value(at: time) * 0.3)
      let axes = dimensions.value(at: time)
      return .blur(deviation: Size(axes == 3 ? 0 : deviation, axes == 2 ? 0 : deviation))
    }
  }
}

/// A drop shadow over time.
struct ShadowTrack {
  private let color: Track<LottieColor>
  private let opacity: Track<Double>
  private let direction: Track<Double>
  private let distance: Track<Double>
  private let softness: Track<Double>
  private let showsSource: Bool

  init(_ effect: LottieEffect, showsSource: Bool) {
    color = effect.color(0)
    opacity = effect.number(1)
    direction = effect.number(2)
    distance = effect.number(3)
    softness = effect.number(4)
    self.showsSource = showsSource
  }

  func shadow(at time: Double) -> Filter.Shadow {
    let (sine, cosine) = Scalar.sineCosine((direction.value(at: time) - 90).fromDegrees)
    return Filter.Shadow(
      // The opacity is a byte's, not a percentage.
      color: StraightColor(color.value(at: time), alpha: opacity.value(at: time) / 255),
      offset: Point(cosine, sine) * distance.value(at: time), deviation: max(0, softness.value(at: time) / 4),
      showsSource: showsSource)
  }
}

/// One of the curves of Pro Levels over time: five parameters in a row.
struct CurveTrack {
  private let numbers: [Track<Double>]

  init(_ effect: LottieEffect, first: Int) {
    let neutral: [Double] = [0, 1, 1, 0, 1]
    numbers = neutral.indices.map { effect.number(first + $0, default: neutral[$0]) }
  }

  func curve(at time: Double) -> Filter.Levels.Curve {
    let values = numbers.map { $0.value(at: time) }
    return Filter.Levels.Curve(
      inputBlack: values[0], inputWhite: values[1], gamma: values[2], outputBlack: values[3], outputWhite: values[4])
  }
}

extension StraightColor {
  fileprivate init(_ color: LottieColor, alpha: Double) {
    self.init(red: color[0], green: color[1], blue: color[2], alpha: alpha)
  }
}
