internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Rewrites shape lists into shapes that SVGA players draw alike.
struct VectorRewriter {
  /// Visible difference of a batch from its source.
  enum Flaw: Hashable {
    /// A gradient has become solid bands.
    case bands
    /// Content below shows through antialiased edges where translucent colours meet.
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
    /// Visible difference from the source, if there is one.
    var flaw: Flaw?
  }

  /// A list to be rewritten, and how.
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

  /// Key of the paint caches: the properties of a sprite on which the rewriting of its paints depends.
  private struct Scales: Hashable {
    var largest: Double
    var tolerance: Double
    var uneven: [Double]
  }

  private let capabilities: SVGACapabilities
  /// The longer side of the canvas in pixels.
  private let side: Double
  private var cache: [Request: [Batch]?] = [:]
  /// Caches of rewritten paints by scales, for requests and sprites that share paints; `paintCache` is the current one.
  private var paintCaches: [Scales: PaintCache] = [:]
  private var paintCache = PaintCache()
  /// Outlines of strokes of all sprites.
  private let leanStrokes = LeanStrokes()
  /// Largest scale at which the sprite is drawn.
  private var scale = 1.0
  /// Lists and clips that are shown translucent in some frame.
  private var translucent: Set<Content> = []
  /// The part of the frames in which each list and clip is shown.
  private var shares: [Content: Double] = [:]
  /// Cost of the bands of the sprite's gradients so far.
  private var bandCost = 0.0
  /// Whether only gradients that rest become bands.
  private var avoidsBands = false
  /// Cost of bitmaps of the translucent lists.
  private var translucentCost = 0.0
  /// Largest and smallest scale of the transform, among the sprite's frames, that would make strokes most uneven.
  private var unevenStretch = (largest: 1.0, smallest: 1.0)

  /// Tolerance of outlines in the sprite's space.
  private var tolerance = ShapeArea.tolerance
  /// Whether shapes are larger than that, where players divide curves too coarsely: outlines stay lines.
  private var isHuge = false
  /// Size, in canvases, from which on shapes need no more precision: next to nothing of them is seen at once.
  private static let largestSize = 32.0

  /// The part of the frames in which a gradient that rests is shown unchanged, at least.
  private static let restingShare = 0.2

  init(capabilities: SVGACapabilities, canvas: Size) {
    self.capabilities = capabilities
    side = max(canvas.width, canvas.height)
  }

  /// Prepares for the lists of another sprite: finds its largest scale and which lists are translucent.
  mutating func prepare(for sprite: Sprite, in tables: TimelineBuilder) {
    cache.removeAll(keepingCapacity: true)
    scale = 0
    unevenStretch = (1, 1)
    translucent = []
    shares = [:]
    translucentCost = 0
    bandCost = 0
    avoidsBands = false
    for state in sprite.frames where state.isVisible {
      let stretch = state.transform.stretch
      scale = max(scale, stretch.largest)
      if let shapes = state.shapes {
        shares[Content(shapes: shapes, clip: state.clip), default: 0] += 1 / Double(sprite.frames.count)
      }
      let isMoreUneven = stretch.largest - stretch.smallest > unevenStretch.largest - unevenStretch.smallest
      if isMoreUneven, !SVGAStrokeTolerance.accepts(width: .infinity, stretch: stretch) { unevenStretch = stretch }
    }
    let size = sprite.frames.lazy.filter(\.isVisible).compactMap(\.shapes).distinct()
      .reduce(0) { max($0, tables.bounds(of: $1).width, tables.bounds(of: $1).height) }
    let largestScale = Self.largestSize * side / max(1e-6, size)
    tolerance = ShapeArea.tolerance(atScale: min(scale, largestScale))
    isHuge = scale > largestScale
    let scales = Scales(
      largest: scale, tolerance: tolerance, uneven: [unevenStretch.largest, unevenStretch.smallest])
    paintCache = paintCaches[scales] ?? PaintCache()
    paintCaches[scales] = paintCache
    paintCache.forgetRefusals()
    for state in sprite.frames where state.isVisible && state.opacity < 1 {
      guard let shapes = state.shapes, translucent.insert(Content(shapes: shapes, clip: state.clip)).inserted else {
        continue
      }
      var bounds = tables.bounds(of: shapes)
      if let clip = state.clip { bounds = bounds.intersection(tables[clip].controlBounds()) }
      if bounds.isEmpty { continue }
      translucentCost += LoweringCost.bitmap(width: bounds.width * scale, height: bounds.height * scale)
    }
    foresee(sprite, in: tables)
  }

  /// Frames whose bands are made to see what those of all frames would cost, and from how many on that is asked.
  private static let samples = (count: 3, from: 8)

  /// Avoids bands if those of all frames would cost too much, by those of a few: if bitmaps cost less in each of these,
  /// or if they cost several times the limit.
  private mutating func foresee(_ sprite: Sprite, in tables: TimelineBuilder) {
    guard !capabilities.antialiasesClips else { return }
    let contents = sprite.frames.lazy.filter(\.isVisible).compactMap { state in
      state.shapes.map { Content(shapes: $0, clip: state.clip) }
    }.distinct().filter { content in
      !translucent.contains(content)
        && tables[content.shapes].shapes.contains { $0.paints.contains(where: \.isGradient) }
    }
    guard contents.count >= Self.samples.from else { return }
    // Players that clip may need the bands of a list once, whatever its clips.
    if capabilities.clipsVectors, Set(contents.map(\.shapes)).count < contents.count { return }
    var cost = 0.0
    var (hasBands, hasNone) = (false, false)
    for sample in 1...Self.samples.count {
      for shapes in sampledBands(of: contents[contents.count * sample / (Self.samples.count + 1)], in: tables) {
        cost += LoweringCost.vector(shapes ?? [])
        if shapes == nil { hasNone = true } else { hasBands = true }
      }
    }
    // The samples lie far apart.
    paintCache.forgetRefusals()
    // Frames differ.
    let expected = cost * Double(contents.count / Self.samples.count) / 2
    if hasNone && !hasBands || expected > LoweringCost.maximumBandCost { avoidBands() }
  }

  /// The bands of each gradient of a list; nil for one of which a bitmap costs less.
  private func sampledBands(of content: Content, in tables: TimelineBuilder) -> [[Shape]?] {
    let clip = content.clip.map { tables[$0] }
    var result: [[Shape]?] = []
    for (index, paint) in paints(of: content.shapes, in: tables).enumerated() where paint.isGradient {
      if let clip, clip.relation(to: paint.bounds, tolerance: tolerance) == .outside { continue }
      let key = PaintCache.Key(shapes: content.shapes, index: index, clip: content.clip)
      result.append(paintCache.bands(key) { makeBands(of: paint, key, clip) })
    }
    return result
  }

  /// Whether the bands of the sprite's gradients cost too much.
  var exceedsBandCost: Bool { bandCost > LoweringCost.maximumBandCost }

  /// Makes no more bands for this sprite but for gradients that rest.
  mutating func avoidBands() {
    avoidsBands = true
    bandCost = 0
    cache.removeAll(keepingCapacity: true)
  }

  /// The batches that replace a list, back to front; nil if it cannot be rewritten.
  ///
  /// - Parameter tables: Owner of the request's IDs.
  mutating func batches(_ request: Request, in tables: TimelineBuilder) -> [Batch]? {
    if let batches = cache[request] { return batches }
    let batches = makeBatches(request, tables)
    cache[request] = .some(batches)
    return batches
  }

  private mutating func makeBatches(_ request: Request, _ tables: TimelineBuilder) -> [Batch]? {
    let clip = request.clip.map { tables[$0] }
    var paints: [Shape] = []
    var keys: [PaintCache.Key] = []
    for (index, paint) in self.paints(of: request.shapes, in: tables).enumerated() {
      if let clip, clip.relation(to: paint.bounds, tolerance: tolerance) == .outside { continue }
      paints.append(paint)
      keys.append(PaintCache.Key(shapes: request.shapes, index: index, clip: request.clip))
    }
    if !request.overlapAllowed, paints.count > 1, !areDisjoint(paints, keys) {
      return translucentCost > LoweringCost.seamThreshold ? visibleParts(of: paints, keys, clip) : nil
    }
    // If a translucent frame needs a bitmap, opaque frames share it.
    let allowsBands = !translucent.contains(Content(shapes: request.shapes, clip: request.clip))
    var batches: [Batch] = []
    for (paint, key) in zip(paints, keys) {
      guard let batch = batch(of: paint, key, clip, allowsBands: allowsBands) else { return nil }
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

  /// The fills and strokes of a list, in painting order. A fill and a stroke of one colour are one area where the stroke
  /// becomes an outline anyway: it has half of the points, and no edge inside.
  private func paints(of list: ShapeListID, in tables: TimelineBuilder) -> [Shape] {
    paintCache.paints(list) {
      var paints: [Shape] = []
      for paint in tables[list].shapes.flatMap(\.paints) {
        if let last = paints.indices.last, let whole = expanded(paints[last], by: paint) {
          paints[last] = whole
        } else {
          paints.append(paint)
        }
      }
      return paints
    }
  }

  /// The area of an opaque fill and of the stroke over it in the same colour; nil where the stroke can stay one.
  private func expanded(_ filled: Shape, by stroked: Shape) -> Shape? {
    guard let fill = filled.fill, let stroke = stroked.stroke, fill.paint == stroke.paint, !isHuge,
      case .solid(let color) = fill.paint, color.alpha == 1, filled.transform == stroked.transform,
      filled.outline == stroked.outline, unsupportedFeatures(of: [stroked]).contains(.unevenStroke)
    else { return nil }
    let area = ShapeArea.expanded(filled, rule: fill.rule, by: stroke.style, tolerance: tolerance)
    return area.map { Shape(outline: .path($0), fill: Fill(fill.paint)) }
  }

  /// The batch of a paint: transform and clip applied to the outline, alpha separated from the colour; nil if that
  /// takes too long.
  private mutating func batch(
    of paint: Shape, _ key: PaintCache.Key, _ clip: Path?, allowsBands: Bool
  ) -> Batch? {
    guard let (color, alpha) = paint.onlyPaint?.opaque else {
      if allowsBands, let bands = bands(of: paint, key, clip) {
        return batch(bands, flaw: .bands)
      }
      return batch([paint])
    }
    let isCut = clip.map { $0.relation(to: paint.bounds, tolerance: tolerance) != .inside } ?? false
    guard let clip, isCut else {
      let shape = paintCache.shape(key.unclipped) { rewritten(paint, color) }
      return shape.map { batch([$0], alpha: alpha) }
    }
    let area = paintCache.area(key) {
      outline(of: paint, key)?.combined(.intersection, with: clip, tolerance: tolerance)
    }
    guard let area else { return nil }
    let shapes = area.isEmpty ? [] : [Shape(outline: .path(area), fill: Fill(color))]
    return batch(shapes, alpha: alpha)
  }

  private func batch(_ shapes: [Shape], alpha: Double = 1, flaw: Flaw? = nil) -> Batch {
    Batch(shapes: shapes, alpha: alpha, conforms: unsupportedFeatures(of: shapes).isEmpty, flaw: flaw)
  }

  /// A gradient as solid bands; nil where a bitmap costs less.
  private mutating func bands(of paint: Shape, _ key: PaintCache.Key, _ clip: Path?) -> [Shape]? {
    // If clips are antialiased, one stretched bitmap costs less.
    guard !capabilities.antialiasesClips, !avoidsBands || rests(key), !exceedsBandCost else { return nil }
    guard let shapes = paintCache.bands(key, { makeBands(of: paint, key, clip) }) else { return nil }
    bandCost += LoweringCost.vector(shapes)
    return shapes
  }

  /// Whether a list is shown so long that its bands are worth their bytes, however many others the sprite shows.
  private func rests(_ key: PaintCache.Key) -> Bool {
    (shares[Content(shapes: key.shapes, clip: key.clip)] ?? 0) >= Self.restingShare
  }

  private func makeBands(of paint: Shape, _ key: PaintCache.Key, _ clip: Path?) -> [Shape]? {
    guard case .gradient(let gradient) = paint.onlyPaint, var area = outline(of: paint, key),
      let back = paint.transform.inverse
    else { return nil }
    if let clip, clip.relation(to: area.bounds, tolerance: tolerance) != .inside {
      guard let rest = area.combined(.intersection, with: clip, tolerance: tolerance) else { return nil }
      area = rest
    }
    let bounds = area.bounds
    if bounds.isEmpty { return [] }
    let (width, height) = (bounds.width * scale, bounds.height * scale)
    let share = shares[Content(shapes: key.shapes, clip: key.clip)] ?? 1
    let bitmap =
      LoweringCost.bitmap(width: width, height: height)
      + LoweringCost.playing(pixels: width * height, isCopied: false, share: share)
    let bands = GradientBands.bands(
      of: gradient, in: area.transformed(by: back), scale: scale * paint.transform.stretch.largest, side: side,
      share: share, maximumCost: bitmap)
    return bands?.map {
      Shape(outline: .path($0.path.transformed(by: paint.transform)), fill: Fill(.solid($0.color)))
    }
  }

  /// The whole area of a paint.
  private func outline(of paint: Shape, _ key: PaintCache.Key) -> Path? {
    paintCache.outline(key) { ShapeArea.area(of: paint, tolerance: tolerance) }
  }

  /// A paint in an opaque colour, rewritten as far as players do not draw it alike; nil if that takes too long.
  private func rewritten(_ paint: Shape, _ color: Paint) -> Shape? {
    if let stroke = paint.stroke { return rewritten(paint, stroke.style, color) }
    // Outlines are written in sprite space.
    if paint.transform == .identity, !unsupportedFeatures(of: [paint]).contains(.evenOddFill) {
      return Shape(outline: paint.outline, fill: Fill(color))
    }
    if let outline = paint.outline.mapped(by: paint.transform) { return Shape(outline: outline, fill: Fill(color)) }
    return ShapeArea.area(of: paint, tolerance: tolerance).map { Shape(outline: .path($0), fill: Fill(color)) }
  }

  /// A stroke keeps its centre line where every player scales its width alike; else it becomes its own outline.
  private func rewritten(_ paint: Shape, _ style: StrokeStyle, _ color: Paint) -> Shape {
    let features = unsupportedFeatures(of: [paint])
    if features.contains(.unevenStroke) {
      let outline = ShapeArea.leanStroke(
        of: paint, style: style, tolerance: tolerance, fitsCurves: !isHuge, known: leanStrokes)
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
      outline = outline.mapped(by: paint.transform) ?? .path(outline.path.transformed(by: paint.transform))
      style.width *= paint.transform.stretch.largest
    }
    return Shape(outline: outline, stroke: Stroke(color, style: style))
  }

  /// Features of some shapes that are not drawn alike in some frame of the sprite.
  private func unsupportedFeatures(of shapes: [Shape]) -> SVGAUnsupportedFeatures {
    let facts = SVGAShapeFacts(shapes)
    func features(_ stretch: (largest: Double, smallest: Double)) -> SVGAUnsupportedFeatures {
      capabilities.unsupportedFeatures(of: facts, opacity: 1, stretch: stretch, isClipped: false)
    }
    return features((scale, scale)).union(features(unevenStretch))
  }

  // MARK: - Overlaps

  /// Neighbouring paints of one colour, and where they are.
  private struct Layer {
    var color: Paint
    /// Transform of a gradient's geometry; identity for a solid colour.
    var transform: Affine
    var areas: [Path]
  }

  /// Opaque paints, those of one colour that lie upon each other as one; nil if a paint is not opaque.
  private func layers(of paints: [Shape], _ keys: [PaintCache.Key]) -> [Layer]? {
    var layers: [Layer] = []
    for (paint, key) in zip(paints, keys) {
      guard let color = paint.onlyPaint, color.isOpaque, let area = outline(of: paint, key) else { return nil }
      var transform = Affine.identity
      if case .gradient = color { transform = paint.transform }
      if let last = layers.indices.last, layers[last].color == color, layers[last].transform == transform {
        layers[last].areas.append(area)
      } else {
        layers.append(Layer(color: color, transform: transform, areas: [area]))
      }
    }
    return layers
  }

  /// The visible parts of opaque paints, each colour without what lies above it; nil if a paint is not opaque.
  private func visibleParts(of paints: [Shape], _ keys: [PaintCache.Key], _ clip: Path?) -> [Batch]? {
    guard paints.count <= 64, let layers = layers(of: paints, keys) else { return nil }
    var covered = Path()
    // Below the last one nothing is covered.
    var left = layers.count
    var colors: [Shape] = []
    var areas: [Shape: Path] = [:]
    for layer in layers.reversed() {
      guard var area = Path.union(of: layer.areas, tolerance: tolerance) else { return nil }
      if let clip, clip.relation(to: area.bounds, tolerance: tolerance) != .inside {
        guard let cut = area.combined(.intersection, with: clip, tolerance: tolerance) else { return nil }
        area = cut
      }
      guard let rest = area.combined(.difference, with: covered, tolerance: tolerance) else { return nil }
      left -= 1
      if covered.isEmpty {
        covered = area
      } else if left > 0 {
        guard let union = covered.combined(.union, with: area, tolerance: tolerance) else { return nil }
        covered = union
      }
      if rest.isEmpty { continue }
      // Parts of one colour are one shape; those of a gradient only if it has the same geometry.
      let key = Shape(outline: .path(Path()), fill: Fill(layer.color), transform: layer.transform)
      guard let back = key.transform.inverse else { return nil }
      if areas[key] == nil { colors.append(key) }
      areas[key, default: Path()].append(rest, transformedBy: back)
    }
    // With one layer, no colours meet.
    let flaw: Flaw? = layers.count > 1 ? .seams : nil
    return colors.reversed().compactMap { color in
      areas[color].map { area in
        var shape = color
        shape.outline = .path(area)
        return batch([shape], flaw: flaw)
      }
    }
  }

  /// Whether no two paints share an area. More than 32 are assumed to overlap.
  private func areDisjoint(_ paints: [Shape], _ keys: [PaintCache.Key]) -> Bool {
    guard paints.count <= 32 else { return false }
    if paints.map(\.bounds).areDisjoint { return true }
    // Miters make bounds of strokes much too large.
    let areas = zip(paints, keys).compactMap { outline(of: $0, $1) }
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

extension Shape {
  /// Whether its only paint is a gradient.
  fileprivate var isGradient: Bool {
    if case .gradient = onlyPaint { true } else { false }
  }
}

extension Paint {
  /// The colour with alpha 1, and its alpha; nil for a gradient.
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
