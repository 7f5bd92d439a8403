internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Rewrites the shape lists of one sprite into shapes that SVGA players draw alike.
struct SpriteRewriter {
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

  private let paints: PaintRewriter
  /// Lists and clips that are shown translucent in some frame.
  private var translucent: Set<Content> = []
  /// Cost of bitmaps of the translucent lists.
  private var translucentCost = 0.0
  /// The part of the frames in which each list and clip is shown.
  private var shares: [Content: Double] = [:]
  /// Batches of requests so far.
  private var cache: [Request: [Batch]?] = [:]
  /// Cost of the bands of the sprite's gradients so far.
  private var bandCost = 0.0
  /// Whether only gradients that rest become bands.
  private var avoidsBands = false

  /// The part of the frames in which a gradient that rests is shown unchanged, at least.
  private static let restingShare = 0.2

  /// - Parameter tables: Owner of the sprite's IDs.
  init(
    _ sprite: Sprite, in tables: TimelineBuilder, canvas: Size, capabilities: SVGACapabilities,
    sharing caches: inout RewriteCaches
  ) {
    let side = max(canvas.width, canvas.height)
    let scales = SpriteScales(of: sprite, in: tables, side: side)
    paints = PaintRewriter(
      capabilities: capabilities, scales: scales, side: side, cache: caches.paints(at: scales),
      strokeOutlines: caches.strokeOutlines)
    for state in sprite.frames where state.isVisible {
      guard let shapes = state.shapes else { continue }
      let content = Content(shapes: shapes, clip: state.clip)
      shares[content, default: 0] += 1 / Double(sprite.frames.count)
      guard state.opacity < 1, translucent.insert(content).inserted else { continue }
      var bounds = tables.bounds(of: shapes)
      if let clip = state.clip { bounds = bounds.intersection(tables[clip].controlBounds()) }
      if bounds.isEmpty { continue }
      translucentCost += LoweringCost.bitmap(
        width: bounds.width * scales.largest, height: bounds.height * scales.largest)
    }
    if isTooDear(bandsOf: sprite, in: tables) { avoidBands() }
  }

  // MARK: - Requests

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
    let entries = paints.paints(of: request.shapes, request.clip, in: tables)
    if !request.overlapAllowed, entries.count > 1, !paints.areDisjoint(entries) {
      guard translucentCost > LoweringCost.seamThreshold, let parts = paints.visibleParts(of: entries, clip) else {
        return nil
      }
      return parts.shapes.map { batch([$0], flaw: parts.colorsMeet ? .seams : nil) }
    }
    // If a translucent frame needs a bitmap, opaque frames share it.
    let allowsBands = !translucent.contains(Content(shapes: request.shapes, clip: request.clip))
    var batches: [Batch] = []
    for (paint, key) in entries {
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

  /// The batch of a paint: transform and clip applied to the outline, alpha separated from the colour; nil if that
  /// takes too long.
  private mutating func batch(
    of paint: Shape, _ key: PaintCache.Key, _ clip: Path?, allowsBands: Bool
  ) -> Batch? {
    if let (color, alpha) = paint.onlyPaint?.opaque {
      return paints.shapes(of: paint, key, color, clip).map { batch($0, alpha: alpha) }
    }
    if allowsBands, let bands = bands(of: paint, key, clip) { return batch(bands, flaw: .bands) }
    return batch([paint])
  }

  private func batch(_ shapes: [Shape], alpha: Double = 1, flaw: Flaw? = nil) -> Batch {
    Batch(shapes: shapes, alpha: alpha, conforms: paints.unsupportedFeatures(of: shapes).isEmpty, flaw: flaw)
  }

  // MARK: - Bands

  /// A gradient as solid bands; nil where a bitmap costs less.
  private mutating func bands(of paint: Shape, _ key: PaintCache.Key, _ clip: Path?) -> [Shape]? {
    // If clips are antialiased, one stretched bitmap costs less. Bands of a list that is shown long are worth their bytes,
    // however many others the sprite shows.
    let share = share(of: key)
    let rests = (share ?? 0) >= Self.restingShare
    guard !paints.capabilities.antialiasesClips, !avoidsBands || rests, !exceedsBandCost,
      let shapes = paints.bands(of: paint, key, clip, share: share ?? 1)
    else { return nil }
    bandCost += LoweringCost.vector(shapes)
    return shapes
  }

  private func share(of key: PaintCache.Key) -> Double? { shares[Content(shapes: key.shapes, clip: key.clip)] }

  /// Whether the bands of the sprite's gradients cost too much.
  var exceedsBandCost: Bool { bandCost > LoweringCost.maximumBandCost }

  /// Makes no more bands for this sprite but for gradients that rest.
  mutating func avoidBands() {
    avoidsBands = true
    bandCost = 0
    cache.removeAll(keepingCapacity: true)
  }

  /// Frames whose bands are made to see what those of all frames would cost, and from how many on that is asked.
  private static let samples = (count: 3, from: 8)

  /// Whether the bands of all frames would cost too much, by those of a few: if bitmaps cost less in each of these, or if
  /// they cost several times the limit.
  private func isTooDear(bandsOf sprite: Sprite, in tables: TimelineBuilder) -> Bool {
    guard !paints.capabilities.antialiasesClips else { return false }
    let contents = sprite.frames.lazy.filter(\.isVisible).compactMap { state in
      state.shapes.map { Content(shapes: $0, clip: state.clip) }
    }.distinct().filter { content in
      !translucent.contains(content)
        && tables[content.shapes].shapes.contains { $0.paints.contains(where: \.isGradient) }
    }
    guard contents.count >= Self.samples.from else { return false }
    // Players that clip may need the bands of a list once, whatever its clips.
    if paints.capabilities.clipsVectors, Set(contents.map(\.shapes)).count < contents.count { return false }
    var cost = 0.0
    var (hasBands, hasNone) = (false, false)
    for sample in 1...Self.samples.count {
      let content = contents[contents.count * sample / (Self.samples.count + 1)]
      let clip = content.clip.map { tables[$0] }
      for (paint, key) in paints.paints(of: content.shapes, content.clip, in: tables) where paint.isGradient {
        let shapes = paints.bands(of: paint, key, clip, share: share(of: key) ?? 1)
        cost += LoweringCost.vector(shapes ?? [])
        if shapes == nil { hasNone = true } else { hasBands = true }
      }
    }
    // The samples lie far apart.
    paints.cache.forgetRefusals()
    // Frames differ.
    let expected = cost * Double(contents.count / Self.samples.count) / 2
    return hasNone && !hasBands || expected > LoweringCost.maximumBandCost
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
