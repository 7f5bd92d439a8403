internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

// Rectangles that cut sprites, and how far sprites reach.
extension TimelineBuilder {
  /// A composition's sprites cut to its rectangle: as a group if that cuts anything, or if blend modes need one.
  ///
  /// - Parameters:
  ///   - canvas: Size of the root composition.
  ///   - times: In the composition's space.
  mutating func cut(
    _ sprites: [Sprite], to size: Size, canvas: Size, at times: SampleTimes, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    let frame = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let canvas = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    var clips = Array(repeating: ClipID?.none, count: times.count)
    for index in times.samples.indices where times.samples[index].time != nil {
      // Nothing that sticks out is on the canvas, or nothing sticks out. Less than this cannot be seen.
      let tolerance = 0.01
      let back = times.samples[index].toCanvas.inverse
      if let back, frame.contains(back.apply(canvas), tolerance: tolerance) { continue }
      // A filter's region is rounded up to whole pixels.
      if !isFiltered(sprites, in: index), frame.contains(bounds(of: sprites, in: index, .paint), tolerance: tolerance) {
        continue
      }
      clips[index] = try intern(clip: .rect(frame))
    }
    let isCut = clips.contains { $0 != nil }
    guard isCut || sprites.contains(where: { $0.blendMode != .normal }) else { return sprites }
    try reserveSprite()
    let frames = zip(times.samples, clips).map { sample, clip in
      sample.time == nil ? FrameState.hidden : FrameState(opacity: 1, transform: .identity, clip: clip)
    }
    return [Sprite(origin, content: .group(sprites), frames: frames)]
  }

  /// Sprites to be masked, cut to SVG's mask region: their outlines' bounding box grown by a tenth on every side. Outlines
  /// without area have no region and are hidden.
  ///
  /// - Parameter boxes: For each frame a rectangle that is added to the bounding box.
  mutating func cutToMaskRegion(
    _ sprites: [Sprite], _ boxes: [Rect]?, at times: SampleTimes, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    let states = try times.samples.enumerated().map { index, sample throws(Diagnostic) in
      let outlines = bounds(of: sprites, in: index, .outlines).union(boxes?[index] ?? .empty)
      guard sample.time != nil, outlines.width > 0, outlines.height > 0 else { return FrameState.hidden }
      let region = outlines.grown(by: 0.1)
      // Less than this cannot be seen.
      let isCut = !region.contains(bounds(of: sprites, in: index, .paint), tolerance: 0.01)
      let clip = isCut ? try intern(clip: .rect(region)) : nil
      return FrameState(opacity: 1, transform: .identity, clip: clip)
    }
    let changesNothing = zip(states, times.samples).allSatisfy { $0.clip == nil && $0.isVisible || $1.time == nil }
    if changesNothing { return sprites }
    try reserveSprite()
    return [Sprite(origin, content: .group(sprites), frames: states)]
  }

  /// Whether a visible sprite has filters in a frame.
  private func isFiltered(_ sprites: [Sprite], in frame: Int) -> Bool {
    sprites.contains { sprite in
      guard sprite.frames[frame].isVisible else { return false }
      if sprite.frames[frame].filters != nil { return true }
      return if case .group(let children) = sprite.content { isFiltered(children, in: frame) } else { false }
    }
  }

  /// Content that bounds include.
  enum Measure {
    /// Everything that is painted, with strokes and filters.
    case paint
    /// Outlines without strokes and filters: the bounding box that SVG's regions refer to.
    case outlines
  }

  /// The bounds of sprites in one frame, in their parent's space.
  func bounds(of sprites: [Sprite], in frame: Int, _ measure: Measure) -> Rect {
    var bounds = Rect.empty
    // By index, because a copy of a sprite costs several reference counts; and without closures, each of which would copy
    // the builder.
    for index in sprites.indices {
      let state = sprites[index].frames[frame]
      guard state.isVisible else { continue }
      var own: Rect
      if let shapes = state.shapes {
        own = self.bounds(of: shapes, measure)
      } else {
        own = contentBounds(of: sprites, index, in: frame, measure)
      }
      if measure == .paint, let filters = state.filters { own = self[filters].bounds(of: own) }
      if !own.isEmpty { bounds = bounds.union(state.transform.apply(own)) }
    }
    return bounds
  }

  /// The bounds of a sprite without shapes of its own.
  private func contentBounds(of sprites: [Sprite], _ index: Int, in frame: Int, _ measure: Measure) -> Rect {
    switch sprites[index].content {
    case .image(let id):
      let image = self[id]
      return Rect(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
    case .vector: return .empty
    case .group(let children): return bounds(of: children, in: frame, measure)
    }
  }

  private func bounds(of shapes: ShapeListID, _ measure: Measure) -> Rect {
    switch measure {
    case .paint: bounds(of: shapes)
    case .outlines: outlineBounds(of: shapes)
    }
  }
}
