internal import Geometry
internal import SVGAFormat
internal import TimelineModel

/// Rewrites shape lists into the shapes that SVGA players agree on.
struct VectorRewriter {
  /// How a batch differs from its source.
  enum Flaw: Hashable {
    /// A gradient has become solid bands.
    case bands
    /// Where colours meet that fade together, a little of what is below shows.
    case seams
  }

  /// Shapes that are drawn together at one alpha.
  struct Batch: Hashable {
    /// Solid shapes in opaque colours, or one with a gradient.
    var shapes: [Shape]
    /// Alpha of them all, 0…1.
    var alpha: Double
    /// Whether all players draw the shapes alike as they are. Then nothing cuts them any more.
    var conforms: Bool
    /// What makes the batch a little different from its source.
    var flaw: Flaw?
  }

  /// What decides how a list is rewritten.
  struct Request: Hashable {
    var shapes: ShapeListID
    var clip: ClipID?
    /// Each paint gets a batch of its own, because the sprite is translucent in some frame.
    var isSeparated: Bool
    /// False where the sprite is translucent: overlapping paints would show through each other.
    var overlapAllowed: Bool
  }

  private struct Content: Hashable {
    var shapes: ShapeListID
    var clip: ClipID?
  }

  private let capabilities: SVGACapabilities
  /// The longer side of the canvas in pixels.
  private let side: Double
  private var cache: [Request: [Batch]?] = [:]
  /// Largest scale at which the sprite is drawn.
  private var scale = 1.0
  /// Lists, each with its clip, that are translucent in some frame.
  private var faded: Set<Content> = []
  /// What the bands of the sprite's gradients cost so far.
  private var bandCost = 0.0
  private var avoidsBands = false
  /// What bitmaps of them would cost.
  private var fadedCost = 0.0
  /// Largest and smallest scale of the transform, among the sprite's frames, that would make strokes most uneven.
  private var unevenStretch = (largest: 1.0, smallest: 1.0)

  private var tolerance: Double { ShapeArea.tolerance(atScale: scale) }

  init(capabilities: SVGACapabilities, canvas: Size) {
    self.capabilities = capabilities
    side = max(canvas.width, canvas.height)
  }

  /// Looks at how a sprite is transformed, before its shapes are rewritten.
  mutating func prepare(for sprite: Sprite, in tables: TimelineBuilder) {
    cache.removeAll(keepingCapacity: true)
    scale = 0
    unevenStretch = (1, 1)
    faded = []
    fadedCost = 0
    bandCost = 0
    avoidsBands = false
    for state in sprite.frames where state.isVisible {
      let stretch = state.transform.stretch
      scale = max(scale, stretch.largest)
      let isMoreUneven = stretch.largest - stretch.smallest > unevenStretch.largest - unevenStretch.smallest
      if isMoreUneven, !SVGAStrokeTolerance.accepts(width: .infinity, stretch: stretch) { unevenStretch = stretch }
    }
    for state in sprite.frames where state.isVisible && state.opacity < 1 {
      guard let shapes = state.shapes, faded.insert(Content(shapes: shapes, clip: state.clip)).inserted else {
        continue
      }
      var bounds = tables.bounds(of: shapes)
      if let clip = state.clip { bounds = bounds.intersection(tables[clip].controlBounds()) }
      if bounds.isEmpty { continue }
      fadedCost += LoweringCost.bitmap(width: bounds.width * scale, height: bounds.height * scale)
    }
  }

  /// Whether gradients that change as often as the sprite's are better drawn in another way.
  var hasTooManyBands: Bool { bandCost > LoweringCost.bands }

  /// Makes no bands any more for this sprite.
  mutating func avoidBands() {
    avoidsBands = true
    bandCost = 0
    cache.removeAll(keepingCapacity: true)
  }

  /// A list's batches from back to front; nil if it has no equal.
  ///
  /// - Parameters:
  ///   - tables: What the request's IDs stand for.
  mutating func batches(_ request: Request, in tables: TimelineBuilder) -> [Batch]? {
    if let batches = cache[request] { return batches }
    let batches = makeBatches(request, tables)
    cache[request] = .some(batches)
    return batches
  }

  private mutating func makeBatches(_ request: Request, _ tables: TimelineBuilder) -> [Batch]? {
    let clip = request.clip.map { tables[$0] }
    var paints: [Shape] = []
    for paint in tables[request.shapes].shapes.flatMap(\.paints) {
      if let clip, clip.relation(to: paint.bounds, tolerance: tolerance) == .outside { continue }
      paints.append(paint)
    }
    if !request.overlapAllowed, paints.count > 1, !areDisjoint(paints) {
      return fadedCost > LoweringCost.roughSeam ? seen(paints, clip) : nil
    }
    // What needs a bitmap while it fades can have it all the time.
    let mayBeBands = !faded.contains(Content(shapes: request.shapes, clip: request.clip))
    var batches: [Batch] = []
    for paint in paints {
      guard let batch = batch(of: paint, clip, mayBeBands: mayBeBands) else { return nil }
      if batch.shapes.isEmpty { continue }
      if !request.isSeparated, batch.alpha == 1, batch.conforms, let last = batches.indices.last,
        batches[last].alpha == 1, batches[last].conforms
      {
        batches[last].shapes += batch.shapes
        batches[last].flaw = batches[last].flaw ?? batch.flaw
      } else {
        batches.append(batch)
      }
    }
    return batches
  }

  // MARK: - One paint

  /// A paint with its transform worked in, its colour opaque and its outline cut.
  private mutating func batch(of paint: Shape, _ clip: Path?, mayBeBands: Bool) -> Batch? {
    guard let (color, alpha) = paint.onlyPaint?.opaque else {
      if mayBeBands, let bands = bands(of: paint, clip) {
        return batch(bands, flaw: .bands)
      }
      return batch([paint])
    }
    let isCut = clip.map { $0.relation(to: paint.bounds, tolerance: tolerance) != .inside } ?? false
    guard let clip, isCut else {
      return uncut(paint, color).map { batch([$0], alpha: alpha) }
    }
    guard let area = ShapeArea.area(of: paint, tolerance: tolerance),
      let rest = area.combined(.intersection, with: clip, tolerance: tolerance)
    else {
      return nil
    }
    let shapes = rest.isEmpty ? [] : [Shape(outline: .path(rest), fill: Fill(color))]
    return batch(shapes, alpha: alpha)
  }

  private func batch(_ shapes: [Shape], alpha: Double = 1, flaw: Flaw? = nil) -> Batch {
    Batch(shapes: shapes, alpha: alpha, conforms: unsupportedFeatures(of: shapes).isEmpty, flaw: flaw)
  }

  /// A gradient as solid bands, where they take less than a bitmap.
  private mutating func bands(of paint: Shape, _ clip: Path?) -> [Shape]? {
    // Where clips are smooth, one stretched bitmap is better.
    guard !capabilities.antialiasesClips, !avoidsBands, !hasTooManyBands,
      case .gradient(let gradient) = paint.onlyPaint,
      var area = ShapeArea.area(of: paint, tolerance: tolerance),
      let back = paint.transform.inverse
    else { return nil }
    if let clip, clip.relation(to: area.bounds, tolerance: tolerance) != .inside {
      guard let rest = area.combined(.intersection, with: clip, tolerance: tolerance) else { return nil }
      area = rest
    }
    let bounds = area.bounds
    if bounds.isEmpty { return [] }
    let scale = scale * paint.transform.stretch.largest
    let bitmap = LoweringCost.bitmap(width: bounds.width * self.scale, height: bounds.height * self.scale)
    guard
      let bands = GradientBands.bands(
        of: gradient, in: area.transformed(by: back), scale: scale, side: side, mostCost: bitmap)
    else { return nil }
    let shapes = bands.map {
      Shape(outline: .path($0.path.transformed(by: paint.transform)), fill: Fill(.solid($0.color)))
    }
    bandCost += LoweringCost.vector(shapes)
    return shapes
  }

  /// A paint in an opaque colour, rewritten as far as players do not draw it alike; nil if that takes too long.
  private func uncut(_ paint: Shape, _ color: Paint) -> Shape? {
    if let stroke = paint.stroke { return uncut(paint, stroke.style, color) }
    // Outlines are written in sprite space.
    if paint.transform == .identity, !unsupportedFeatures(of: [paint]).contains(.evenOddFill) {
      return Shape(outline: paint.outline, fill: Fill(color))
    }
    return ShapeArea.area(of: paint, tolerance: tolerance).map { Shape(outline: .path($0), fill: Fill(color)) }
  }

  /// A stroke keeps its centre line where every player scales its width alike; else it becomes its own outline.
  private func uncut(_ paint: Shape, _ style: StrokeStyle, _ color: Paint) -> Shape {
    let features = unsupportedFeatures(of: [paint])
    if features.contains(.unevenStroke) {
      let outline = ShapeArea.stroke(of: paint, style: style, tolerance: tolerance)
      return Shape(outline: .path(outline), fill: Fill(color))
    }
    var style = style
    var outline = paint.outline
    if features.contains(.dashes) {
      outline = .path(outline.path.dashed(style.dashes, phase: style.dashPhase))
      style.dashes = []
      style.dashPhase = 0
    }
    if paint.transform != .identity {
      outline = .path(outline.path.transformed(by: paint.transform))
      style.width *= paint.transform.stretch.largest
    }
    return Shape(outline: outline, stroke: Stroke(color, style: style))
  }

  /// What of some shapes is not drawn alike in some frame of the sprite.
  private func unsupportedFeatures(of shapes: [Shape]) -> SVGAUnsupportedFeatures {
    let facts = SVGAShapeFacts(shapes)
    func features(_ stretch: (largest: Double, smallest: Double)) -> SVGAUnsupportedFeatures {
      capabilities.unsupportedFeatures(of: facts, opacity: 1, stretch: stretch, isClipped: false)
    }
    return features((scale, scale)).union(features(unevenStretch))
  }

  // MARK: - Overlaps

  /// What is seen of opaque paints, each colour without what lies above it; nil if they are not all opaque.
  private func seen(_ paints: [Shape], _ clip: Path?) -> [Batch]? {
    guard paints.count <= 64 else { return nil }
    var covered = Path()
    var colors: [Shape] = []
    var areas: [Shape: Path] = [:]
    for paint in paints.reversed() {
      guard let color = paint.onlyPaint, color.isOpaque, var area = ShapeArea.area(of: paint, tolerance: tolerance)
      else { return nil }
      if let clip, clip.relation(to: area.bounds, tolerance: tolerance) != .inside {
        guard let cut = area.combined(.intersection, with: clip, tolerance: tolerance) else { return nil }
        area = cut
      }
      guard let rest = area.combined(.difference, with: covered, tolerance: tolerance),
        let union = covered.combined(.union, with: area, tolerance: tolerance)
      else { return nil }
      covered = union
      if rest.isEmpty { continue }
      // Parts of one colour are one shape; a gradient has a place of its own.
      var key = Shape(outline: .path(Path()), fill: Fill(color))
      if case .gradient = color { key.transform = paint.transform }
      guard let back = key.transform.inverse else { return nil }
      if areas[key] == nil { colors.append(key) }
      areas[key, default: Path()].append(rest, transformedBy: back)
    }
    return colors.reversed().compactMap { color in
      areas[color].map { area in
        var shape = color
        shape.outline = .path(area)
        return batch([shape], flaw: .seams)
      }
    }
  }

  /// Whether no two paints share an area. Many are taken to overlap, without looking.
  private func areDisjoint(_ paints: [Shape]) -> Bool {
    guard paints.count <= 32 else { return false }
    if paints.map(\.bounds).areDisjoint { return true }
    // Miters make bounds of strokes much too large.
    let areas = paints.compactMap { ShapeArea.area(of: $0, tolerance: tolerance) }
    guard areas.count == paints.count else { return false }
    let bounds = areas.map(\.bounds)
    for first in areas.indices {
      for second in areas.indices[..<first] where bounds[first].overlaps(bounds[second]) {
        let shared = areas[first].combined(.intersection, with: areas[second], tolerance: tolerance)
        guard let shared, shared.isEmpty else { return false }
      }
    }
    return true
  }
}

extension Paint {
  /// The paint without translucency, and its alpha; nil if it is not one colour.
  fileprivate var opaque: (Paint, alpha: Double)? {
    switch self {
    case .solid(var color):
      let alpha = color.alpha
      color.alpha = 1
      return (.solid(color), alpha)
    case .gradient: return nil
    }
  }
}
