internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnTimeline

/// A layer's effects over time, in order.
struct LayerEffects {
  private let filters: CompositeTrack<FilterListFormula>
  /// Changes of the layer's own transform by its Transform effects.
  let transform: CompositeTrack<EffectTransformFormula>
  let strokes: [StrokeEffectTrack]
  /// Whether the dots of Stroke effects lie below the letters of a text, which stay whole.
  let strokesBeforeLetters: Bool
  /// Region of filters' results in shares of the layer's bounding box, by default SVG's; nil for no limit.
  private let region: Rect?

  init(_ effects: [LottieEffect], masks: [LottieMask], _ rules: FidelityRules, _ expressions: ExpressionRunner?) {
    let effects = rules.skipsDisabledEffects ? effects.filter(\.isEnabled) : effects
    filters = CompositeTrack(expressions) { FilterListFormula(effects, losesSource: rules.losesFilterSources, &$0) }
    transform = CompositeTrack(expressions) { EffectTransformFormula(effects, &$0) }
    strokes = effects.filter { LottieEffect.Kind($0) == .stroke }.map { effect in
      CompositeTrack(expressions) { StrokeEffectFormula(effect, masks: masks, &$0) }
    }
    strokesBeforeLetters = rules.strokesBeforeLetters
    region = rules.limitsFilterRegions ? Self.region(of: effects) : nil
  }

  /// The region of the last effect that sets one.
  private static func region(of effects: [LottieEffect]) -> Rect {
    var region = Rect(minX: -0.1, minY: -0.1, maxX: 1.1, maxY: 1.1)
    for effect in effects {
      switch LottieEffect.Kind(effect) {
      case .gaussianBlur: region = Rect(minX: -1, minY: -1, maxX: 2, maxY: 2)
      case .dropShadow: region = effect.region ?? Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)
      case .tint, .fill, .tritone, .levels, .stroke, .setMatte, .transform, nil: break
      }
    }
    return region
  }

  var hasFilters: Bool { !filters.formula.isEmpty }

  /// The filters for a layer whose outlines have a bounding box. Nil where lottie-web draws nothing, because a box without
  /// area has no filter region.
  func chain(at time: Double, in context: EvaluationContext, boundingBox: Rect) -> FilterChain? {
    if self.filters.formula.hidesLayer { return nil }
    let filters = filters.value(at: time, in: context)
    guard let region else { return FilterChain(filters, region: .everywhere) }
    guard boundingBox.width > 0, boundingBox.height > 0 else { return nil }
    let absolute = Rect(
      x: boundingBox.minX + region.minX * boundingBox.width, y: boundingBox.minY + region.minY * boundingBox.height,
      width: region.width * boundingBox.width, height: region.height * boundingBox.height)
    return FilterChain(filters, region: absolute)
  }
}

/// The tracks of all filters of a layer.
struct FilterListFormula: TrackFormula {
  private let filters: [FilterFormula]
  /// Whether lottie-web makes an SVG filter without steps, which shows nothing: Levels that change no level have none.
  let hidesLayer: Bool

  /// - Parameter losesSource: Whether effects that are no filters take the name that the next filter looks for, as in
  ///   lottie-web.
  init(_ effects: [LottieEffect], losesSource: Bool, _ parts: inout TrackParts) {
    var filters: [FilterFormula] = []
    var isSourceLost = false
    for effect in effects {
      guard let kind = LottieEffect.Kind(effect) else { continue }
      if let filter = FilterFormula(effect, losesSource: isSourceLost, &parts) { filters.append(filter) }
      // SVG takes the result before for a picture that is not found: the shadow, which is drawn over itself.
      if isSourceLost, kind == .dropShadow, let filter = FilterFormula(effect, losesSource: false, &parts) {
        filters.append(filter)
      }
      isSourceLost = losesSource && [.stroke, .setMatte, .transform].contains(kind)
    }
    self.filters = filters
    hidesLayer = losesSource && !filters.isEmpty && filters.allSatisfy(\.isNeutral)
  }

  var isEmpty: Bool { filters.isEmpty }

  func value(at time: Double, in context: EvaluationContext) -> [Filter] {
    filters.map { $0.value(at: time, in: context) }
  }
}

/// The tracks of all Transform effects of a layer.
struct EffectTransformFormula: TrackFormula {
  private let transforms: [SingleTransform]

  init(_ effects: [LottieEffect], _ parts: inout TrackParts) {
    var transforms: [SingleTransform] = []
    for effect in effects where LottieEffect.Kind(effect) == .transform {
      transforms.append(SingleTransform(effect, &parts))
    }
    self.transforms = transforms
  }

  var isEmpty: Bool { transforms.isEmpty }

  /// The product of the matrices, the last effect's leftmost, and of the opacities, 0…1.
  func value(at time: Double, in context: EvaluationContext) -> (matrix: Affine, opacity: Double) {
    transforms.reduce((.identity, 1)) { product, transform in
      let (matrix, opacity) = transform.value(at: time, in: context)
      return (matrix * product.0, product.1 * opacity)
    }
  }
}

/// The tracks of one Transform effect.
private struct SingleTransform: TrackFormula {
  private let anchor: VectorTrack
  private let position: VectorTrack
  private let isUniform: Track<Double>
  private let scaleHeight: Track<Double>
  private let scaleWidth: Track<Double>
  private let skew: Track<Double>
  private let skewAxis: Track<Double>
  private let rotation: Track<Double>
  private let opacity: Track<Double>

  init(_ effect: LottieEffect, _ parts: inout TrackParts) {
    anchor = effect.point(0, &parts)
    position = effect.point(1, &parts)
    isUniform = effect.number(2, &parts)
    scaleHeight = effect.number(3, default: 100, &parts)
    scaleWidth = effect.number(4, default: 100, &parts)
    skew = effect.number(5, &parts)
    skewAxis = effect.number(6, &parts)
    rotation = effect.number(7, &parts)
    opacity = effect.number(8, default: 100, &parts)
  }

  /// The matrix translates by −anchor, scales, rotates, skews and translates to the position; a layer's own skews before it
  /// rotates. Opacity is 0…1.
  func value(at time: Double, in context: EvaluationContext) -> (matrix: Affine, opacity: Double) {
    let anchor = anchor.value(at: time, in: context)
    let position = position.value(at: time, in: context)
    let height = scaleHeight.value(at: time, in: context).fromPercent
    let isUniform = isUniform.value(at: time, in: context) == 1
    let width = isUniform ? height : scaleWidth.value(at: time, in: context).fromPercent
    let axis = skewAxis.value(at: time, in: context) + 90
    let slant = Affine.skew(radians: skew.value(at: time, in: context).fromDegrees, axis: axis.fromDegrees)
    let turn = Affine.rotation(radians: rotation.value(at: time, in: context).fromDegrees)
    let matrix =
      .translation(position.x, position.y) * slant * turn * .scale(width, height) * .translation(-anchor.x, -anchor.y)
    return (matrix, opacity.value(at: time, in: context).fromOpacityPercent)
  }
}
