internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

extension LayerBaker {
  /// Applies the layer's styles.
  mutating func applyStyles(in builder: inout TimelineBuilder) throws(Diagnostic) {
    guard let styles, !sprites.isEmpty else { return }
    for overlay in styles.overlays { sprites = [try covered(by: overlay, in: &builder)] }
    guard styles.hasFilters else { return }
    sprites = [try filtered(in: &builder) { time, _ in styles.chain(at: time, in: times.context) }]
  }

  /// The layer with a paint over it.
  private func covered(
    by overlay: StyleOverlay, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    // Filled shapes stay shapes in SVGA.
    if let color = overlay.onlyColor {
      return try filtered(in: &builder) { time, _ in
        FilterChain([.fill(StraightColor(color.value(at: time, in: times.context)))], region: .everywhere)
      }
    }
    let layer = try builder.groupIfNeeded(sprites, origin, at: times)
    try builder.reserveSprite()
    var states: [FrameState] = []
    for (frame, sample) in times.samples.enumerated() {
      states.append(
        try sample.time.map { time throws(Diagnostic) in
          try state(of: overlay, at: time, frame, in: &builder)
        } ?? .hidden)
    }
    var paint = Sprite(origin, content: .vector, frames: states)
    paint.matte = Matte([layer], mode: .alpha)
    paint.blendMode = overlay.blendMode
    if overlay.hidesColors { return paint }
    try builder.reserveSprite()
    return Sprite(origin, content: .group([layer, paint]), frames: times.shown)
  }

  private func state(
    of overlay: StyleOverlay, at time: Double, _ frame: Int, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> FrameState {
    let drawn = builder.bounds(of: sprites, in: frame, .paint)
    let composition = placements[frame].matrix.inverse.map { back in
      back.apply(Rect(x: 0, y: 0, width: use.size.width, height: use.size.height))
    }
    let own = extent ?? builder.bounds(of: sprites, in: frame, .outlines)
    guard !drawn.isEmpty,
      let paint = overlay.paint(at: time, in: times.context, layer: own, composition: composition ?? own)
    else { return .hidden }
    // Antialiased edges reach beyond the bounds.
    let rect = Shape(outline: .rect(drawn.outset(x: 1, y: 1), cornerRadius: 0), fill: Fill(paint))
    return FrameState(opacity: 1, transform: .identity, shapes: try builder.intern([rect]))
  }

  /// The rectangle of a layer that has one of its own, whatever it shows.
  private var extent: Rect? {
    guard case .precomposition(_, let width, let height, _) = layer.content else { return nil }
    return Rect(x: 0, y: 0, width: max(0, width), height: max(0, height))
  }
}
