internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// What a layer's effects do, in order; with the limits of lottie-web, or without.
struct LayerEffects {
  private var filters: [FilterTrack] = []
  /// Where filters' results are seen, in shares of the layer's bounding box: at first SVG's default.
  private var region = Rect(minX: -0.1, minY: -0.1, maxX: 1.1, maxY: 1.1)
  /// Whether results are seen wherever they are.
  private let isUnlimited: Bool
  private(set) var transforms: [TransformEffectTrack] = []
  private(set) var strokes: [StrokeEffectTrack] = []

  init(_ effects: [LottieEffect], fidelity: LottieFidelity) {
    isUnlimited = fidelity == .afterEffects
    var losesSource = false
    // In lottie-web disabled effects work, too.
    for effect in effects where effect.isEnabled || !isUnlimited {
      guard let kind = LottieEffect.Kind(effect) else { continue }
      if let filter = FilterTrack(effect, losesSource: losesSource) { filters.append(filter) }
      // Effects that are no filters take the name that the next filter looks for.
      losesSource = !isUnlimited && [.stroke, .setMatte, .transform].contains(kind)
      switch kind {
      case .gaussianBlur: region = Rect(minX: -1, minY: -1, maxX: 2, maxY: 2)
      case .dropShadow: region = effect.region ?? Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)
      case .transform: transforms.append(TransformEffectTrack(effect))
      case .stroke: strokes.append(StrokeEffectTrack(effect))
      case .tint, .fill, .tritone, .levels, .setMatte: break
      }
    }
  }

  var hasFilters: Bool { !filters.isEmpty }

  /// The filters for a layer whose outlines fill `bounds`; nil where lottie-web draws nothing, because a bounding box
  /// without area has no filter region.
  func chain(at time: Double, around bounds: Rect) -> FilterChain? {
    let filters = filters.map { $0.filter(at: time) }
    if isUnlimited { return FilterChain(filters, region: .everywhere) }
    guard bounds.width > 0, bounds.height > 0 else { return nil }
    let place = Rect(
      x: bounds.minX + region.minX * bounds.width, y: bounds.minY + region.minY * bounds.height,
      width: region.width * bounds.width, height: region.height * bounds.height)
    return FilterChain(filters, region: place)
  }

  /// The layer's own transform through the effects'.
  func matrix(at time: Double) -> Affine {
    transforms.reduce(.identity) { $1.matrix(at: time) * $0 }
  }

  /// A factor on the layer's opacity.
  func opacity(at time: Double) -> Double {
    transforms.reduce(1) { $0 * $1.opacity(at: time) }
  }
}

/// The Transform effect over time.
struct TransformEffectTrack {
  private let anchor: VectorTrack
  private let position: VectorTrack
  private let isUniform: Track<Double>
  private let scaleHeight: Track<Double>
  private let scaleWidth: Track<Double>
  private let skew: Track<Double>
  private let skewAxis: Track<Double>
  private let rotation: Track<Double>
  private let opacity: Track<Double>

  init(_ effect: LottieEffect) {
    anchor = effect.point(0)
    position = effect.point(1)
    isUniform = effect.number(2)
    scaleHeight = effect.number(3, default: 100)
    scaleWidth = effect.number(4, default: 100)
    skew = effect.number(5)
    skewAxis = effect.number(6)
    rotation = effect.number(7)
    opacity = effect.number(8, default: 100)
  }

  /// Opacity as a factor, 0…1.
  func opacity(at time: Double) -> Double { opacity.value(at: time).fromOpacityPercent }

  /// Away from the anchor scale, turn, skew, then move to the position: unlike a layer, which skews before it turns.
  func matrix(at time: Double) -> Affine {
    let anchor = anchor.value(at: time)
    let position = position.value(at: time)
    let height = scaleHeight.value(at: time).fromPercent
    let width = isUniform.value(at: time) == 1 ? height : scaleWidth.value(at: time).fromPercent
    let axis = skewAxis.value(at: time) + 90
    return .translation(position.x, position.y)
      * .skew(radians: skew.value(at: time).fromDegrees, axis: axis.fromDegrees)
      * .rotation(radians: rotation.value(at: time).fromDegrees) * .scale(width, height)
      * .translation(-anchor.x, -anchor.y)
  }
}
