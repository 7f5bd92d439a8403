internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieExpressions
internal import KilnLottieFormat
internal import KilnPixels
internal import KilnTimeline

/// The tracks of a mask.
private struct MaskFormula: TrackFormula {
  let mode: LottieMask.Mode
  let isInverted: Bool
  private let path: Track<Contour>
  private let opacity: Track<Double>
  private let expansion: Track<Double>
  private let feather: VectorTrack

  /// A mask at one time.
  struct State {
    var contour: Contour
    /// 0…1.
    var opacity: Double
    /// In pixels of the layer.
    var expansion: Double
    /// In pixels of the layer.
    var feather: LottieVector
  }

  init(_ mask: LottieMask, _ parts: inout TrackParts) {
    mode = mask.mode
    isInverted = mask.isInverted
    path = Track(mask.path, &parts)
    opacity = Track(mask.opacity, &parts)
    expansion = Track(mask.expansion, &parts)
    feather = VectorTrack(mask.feather, &parts)
  }

  /// Whether the expansion changes over time.
  var expands: Bool { expansion.isAnimated }

  /// The expansion alone, in pixels of the layer.
  func expansion(at time: Double, in context: EvaluationContext) -> Double {
    expansion.value(at: time, in: context)
  }

  func value(at time: Double, in context: EvaluationContext) -> State {
    State(
      contour: path.value(at: time, in: context), opacity: opacity.value(at: time, in: context).fromOpacityPercent,
      expansion: expansion.value(at: time, in: context), feather: feather.value(at: time, in: context))
  }
}

/// Width of the stroke around a mask's path that is eroded: lottie-web leaves the stroke as it was when the expansion was
/// last positive, and SVG's width of one unit before that.
private struct MaskStroke {
  /// In units of the layer.
  private(set) var width = 1.0
  private let formula: MaskFormula
  private let context: EvaluationContext
  /// The first frame in which the layer is shown: before it, lottie-web does not touch the stroke.
  private let firstFrame: Int
  private var isFirst = true

  /// Frames before the first one that is shown in which a positive expansion is looked for.
  private static let maximumHistory = 1000

  init(_ formula: MaskFormula, inPoint: Double, _ context: EvaluationContext) {
    self.formula = formula
    self.context = context
    firstFrame = Int(max(0, min(1e9, inPoint.rounded(.up))))
  }

  /// Shows the mask at a time, after those before. The first one is reached as by playing from the start.
  mutating func show(_ time: Double) {
    guard formula.expands else { return }
    let expansion = formula.expansion(at: time, in: context)
    if expansion >= 0 { width = 2 * expansion } else if isFirst { width = played(until: time) ?? width }
    isFirst = false
  }

  /// The width after playing whole frames from the layer's first one; nil if the expansion was never positive.
  private func played(until time: Double) -> Double? {
    guard let last = Int(exactly: time.rounded(.down)), last > 0 else { return nil }
    for frame in stride(from: last, through: max(firstFrame, last - Self.maximumHistory), by: -1) {
      let expansion = formula.expansion(at: Double(frame), in: context)
      if expansion >= 0 { return 2 * expansion }
    }
    return nil
  }
}

/// Bakes a layer's masks, as lottie-web's SVG renderer combines them.
///
/// Masks that only add whole paths cut the layer geometrically. All others are painted, white for what is seen and
/// black for what is not, and the picture's luminance cuts the layer.
struct MaskBaker {
  private typealias MaskTrack = CompositeTrack<MaskFormula>

  private let masks: [MaskTrack]
  /// The layer's, in frames of the composition.
  private let inPoint: Double
  private let times: SampleTimes
  private let origin: SpriteOrigin
  private let rules: FidelityRules
  /// Whether the masks are nothing but a clip.
  let isClip: Bool

  /// Nil when no mask of the layer has an effect.
  init?(
    _ layer: LottieLayer, at times: SampleTimes, _ origin: SpriteOrigin, _ rules: FidelityRules,
    _ expressions: ExpressionRunner?
  ) {
    let masks = layer.masks
    inPoint = layer.inPoint ?? 0
    self.masks = masks.filter { $0.mode != .none }.map { mask in CompositeTrack(expressions) { MaskFormula(mask, &$0) }
    }
    self.times = times
    self.origin = origin
    self.rules = rules
    // Also a mask without effect takes part in lottie-web's choice.
    isClip = masks.allSatisfy { mask in
      guard mask.mode == .add || mask.mode == .none, !mask.isInverted else { return false }
      guard !mask.opacity.isAnimated, mask.opacity.value == 100 else { return false }
      if rules.drawsMaskFeather && mask.isFeathered { return false }
      return mask.mode == .none || !mask.expansion.isAnimated && mask.expansion.value == 0
    }
    if self.masks.isEmpty { return nil }
  }

  // MARK: - Clips

  /// The union of all masks in each frame, in the layer's space.
  func clips(in builder: inout TimelineBuilder) throws(Diagnostic) -> [ClipID?] {
    var clip = LastValueCache<ClipID>(ChangeTimes(anyOf: masks.map(\.changes)))
    return try times.samples.map { sample throws(Diagnostic) in
      try sample.time.map { time throws(Diagnostic) in
        try clip.value(at: time) { () throws(Diagnostic) in try builder.intern(clip: union(at: time)) }
      }
    }
  }

  private func union(at time: Double) -> Path {
    var union = Path()
    for mask in masks {
      let contour = mask.value(at: time, in: times.context).contour
      // An open mask shows nothing. All run the same way round, so that none cuts a hole into another.
      if contour.isClosed { union.append(contour.signedArea < 0 ? contour.reversed : contour) }
    }
    return union
  }

  // MARK: - Mattes

  /// The masks as a matte in the composition's space.
  ///
  /// - Parameters:
  ///   - placements: The layer's, one a frame.
  ///   - composition: The composition's size.
  ///   - root: The root composition's size, by which lottie-web inverts masks.
  func matte(
    _ placements: [Placement], composition: Size, root: Size, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Matte {
    var painted: [Sprite] = []
    // Only on an opaque picture is the brighter, darker or different colour that of the mask or of those before it.
    let isBlended = masks.contains { blendMode(of: $0) != nil }
    if let first = masks.first,
      first.formula.mode == .subtract || first.formula.mode == .intersect || blendMode(of: first) == .darken
    {
      let seen = Rect(x: 0, y: 0, width: composition.width, height: composition.height)
      painted.append(try backdrop(rules.invertsMasksEverywhere ? .everywhere : seen, .white, in: &builder))
    } else if isBlended {
      painted.append(try backdrop(.everywhere, .black, in: &builder))
    }
    for mask in masks {
      let color: StraightColor = mask.formula.mode == .subtract ? .black : .white
      let painting = try self.sprite(of: mask, color, placements, root: root, in: &builder)
      if mask.formula.mode == .intersect {
        var group = try sprite(.group(painted), times.shown, in: &builder)
        group.matte = Matte([painting], mode: .alpha)
        painted = isBlended ? [try backdrop(.everywhere, .black, in: &builder), group] : [group]
      } else if let mode = blendMode(of: mask) {
        var group = try sprite(
          .group([backdrop(.everywhere, .black, in: &builder), painting]), times.shown, in: &builder)
        group.blendMode = mode
        painted.append(group)
      } else {
        painted.append(painting)
      }
    }
    let hasBlack = isBlended || masks.contains { $0.formula.mode == .subtract }
    return Matte(painted, mode: hasBlack ? .luma : .alpha)
  }

  /// The blend mode of a mask's value with those before it; nil if painting it over them is enough.
  private func blendMode(of mask: MaskTrack) -> BlendMode? {
    guard rules.drawsMaskBlendModes else { return nil }
    return switch mask.formula.mode {
    case .lighten: .lighten
    case .darken: .darken
    case .difference: .difference
    case .none, .add, .subtract, .intersect: nil
    }
  }

  /// A rectangle of the composition in one colour.
  private func backdrop(
    _ rect: Rect, _ color: StraightColor, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    let shapes = try builder.intern([Shape(outline: .rect(rect, cornerRadius: 0), fill: Fill(.solid(color)))])
    return try sprite(
      .vector, times.states { _ in FrameState(opacity: 1, transform: .identity, shapes: shapes) }, in: &builder)
  }

  /// A mask's path in one colour.
  private func sprite(
    of mask: MaskTrack, _ color: StraightColor, _ placements: [Placement], root: Size, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    var states: [FrameState] = []
    states.reserveCapacity(times.count)
    /// The state, but for its matrix.
    var cache = LastValueCache<FrameState>(mask.changes)
    var stroke = MaskStroke(mask.formula, inPoint: inPoint, times.context)
    for (index, sample) in times.samples.enumerated() {
      var state = FrameState.hidden
      if let time = sample.time {
        stroke.show(time)
        state = try cache.value(at: time) { () throws(Diagnostic) in
          try self.state(of: mask, color, erodedStroke: stroke.width, at: time, root: root, in: &builder)
        }
      }
      if state.isVisible { state.transform = placements[index].matrix }
      states.append(state)
    }
    return try sprite(.vector, states, in: &builder)
  }

  /// A mask's state in its layer's space.
  ///
  /// - Parameter erodedStroke: Width of the stroke around a path that is eroded.
  private func state(
    of mask: MaskTrack, _ color: StraightColor, erodedStroke: Double, at time: Double, root: Size,
    in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> FrameState {
    let current = mask.value(at: time, in: times.context)
    let shapes = shapes(
      of: current, isInverted: mask.formula.isInverted, color, erodedStroke: erodedStroke, root: root)
    if shapes.isEmpty { return .hidden }
    return FrameState(
      opacity: 1, transform: .identity, shapes: try builder.intern(shapes),
      filters: filters(of: current, shapes).flatMap { builder.intern(filters: $0) })
  }

  /// Filters of a mask: an erosion by a square for a negative expansion, as in lottie-web, and a blur for its feather.
  private func filters(of mask: MaskFormula.State, _ shapes: [Shape]) -> FilterChain? {
    var filters: [Filter] = []
    if mask.expansion < 0 { filters.append(.erode(radius: -mask.expansion)) }
    guard rules.drawsMaskFeather else {
      if filters.isEmpty { return nil }
      let bounds = shapes.reduce(Rect.empty) { $0.union($1.outline.path.bounds(transformedBy: $1.transform)) }
      return FilterChain(filters, region: bounds.grown(by: 0.1))
    }
    let feather = mask.feather
    if feather.x > 0 || feather.y > 0 {
      // The same ratio as of blurriness and deviation.
      filters.append(.blur(deviation: Size(max(0, feather.x * 0.3), max(0, feather.y * 0.3))))
    }
    return filters.isEmpty ? nil : FilterChain(filters, region: .everywhere)
  }

  private func shapes(
    of mask: MaskFormula.State, isInverted: Bool, _ color: StraightColor, erodedStroke: Double, root: Size
  ) -> [Shape] {
    guard mask.contour.isClosed else { return [] }
    var path = Path()
    if isInverted && rules.invertsMasksEverywhere {
      path.append(Contour(clockwise: .everywhere))
    } else if isInverted {
      // lottie-web puts the path into this rectangle, and the non-zero rule decides what is left.
      path.append(Contour(clockwise: Rect(x: 0, y: 0, width: root.width, height: root.height)))
    }
    var outline = path
    path.append(mask.contour)
    var faded = color
    faded.alpha = mask.opacity
    // The even-odd rule leaves out the path, whichever way it runs.
    let rule: FillRule = isInverted && rules.invertsMasksEverywhere ? .evenOdd : .nonZero
    var shapes = [Shape(outline: .path(path), fill: Fill(.solid(faded), rule: rule))]
    let strokeWidth =
      mask.expansion < 0 && rules.strokesMasksAsSVG ? erodedStroke : 2 * max(0, mask.expansion)
    if strokeWidth > 0 {
      let style = StrokeStyle(width: strokeWidth, miterLimit: 4)
      outline.append(rules.strokesMasksAsSVG ? mask.contour.unjoined : mask.contour)
      shapes.append(Shape(outline: .path(outline), stroke: Stroke(.solid(color), style: style)))
    }
    return faded.alpha > 0 || strokeWidth > 0 ? shapes : []
  }

  private func sprite(
    _ content: Sprite.Content, _ frames: [FrameState], in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    try builder.reserveSprite()
    return Sprite(origin, content: content, frames: frames)
  }
}

extension StraightColor {
  fileprivate static let white = StraightColor(red: 1, green: 1, blue: 1)
}

extension Contour {
  /// A rectangle, clockwise from its top left corner.
  fileprivate init(clockwise rect: Rect) {
    self.init(rect.corners.map(Vertex.init(corner:)), isClosed: true)
  }

  /// Area of the polygon through the vertices, positive if it runs clockwise on screen.
  fileprivate var signedArea: Double {
    vertices.indices.reduce(0) { sum, index in
      sum + Point.cross(vertices[index].point, vertices[(index + 1) % vertices.count].point)
    } / 2
  }

  /// The contour in the opposite direction.
  fileprivate var reversed: Contour {
    Contour(
      vertices.reversed().map { Vertex($0.point, incoming: $0.outgoing, outgoing: $0.incoming) }, isClosed: isClosed)
  }
}

extension Contour {
  /// An open contour that ends where it starts; the contour itself where no join would show, because it starts
  /// smoothly.
  fileprivate var unjoined: Contour {
    guard isClosed, let first = vertices.first, !first.isSmooth else { return self }
    return Contour(vertices + [first], isClosed: false)
  }
}

extension Contour.Vertex {
  /// Whether the contour goes on in the direction in which it arrives, to a ten-thousandth of a radian.
  fileprivate var isSmooth: Bool {
    let (arriving, leaving) = (point - incoming, outgoing - point)
    return Point.dot(arriving, leaving) > 0
      && abs(Point.cross(arriving, leaving)) <= 1e-4 * arriving.length * leaving.length
  }
}
