public import KilnDiagnostics
public import KilnGeometry
internal import KilnPixels
public import KilnTimeline

extension CanvasFit {
  /// A timeline without what lies outside of its canvas, as far as the fitted picture would show that; the timeline
  /// itself if there is nothing of that kind.
  ///
  /// - Throws: `limit.exceeded`.
  public func clipped(
    _ timeline: Timeline, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    try timeline.clippedToCanvas(
      seenThrough: transform, in: Size(Double(width), Double(height)), limits: limits, log: &log)
  }
}

extension Timeline {
  /// The timeline on a canvas of another size, with all sprites mapped by `transform` and clipped to the canvas they
  /// come from.
  ///
  /// - Parameters:
  ///   - transform: The canvas → the new one; without rotation.
  ///   - canvas: Size of the new canvas.
  /// - Throws: `limit.exceeded`.
  public func fitted(
    by transform: Affine, canvas: Size, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    try clippedToCanvas(seenThrough: transform, in: canvas, limits: limits, log: &log)
      .mapped(by: transform, canvas: canvas)
  }

  fileprivate func clippedToCanvas(
    seenThrough transform: Affine, in size: Size, limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    guard let clipper = CanvasClipper(self, transform, size) else { return self }
    let places = sprites.map(clipper.places)
    guard places.contains(where: { !$0.isEmpty }) else { return self }
    var builder = try TimelineBuilder(editing: self, limits: limits)
    builder.sprites = []
    for (sprite, places) in zip(sprites, places) {
      builder.sprites.append(places.isEmpty ? sprite : try clipper.clipped(sprite, places, in: &builder))
    }
    return builder.build(log: &log)
  }
}

/// Clips the sprites that reach beyond the canvas into parts of a picture that shows more than the canvas.
private struct CanvasClipper {
  /// Position of a sprite that reaches beyond the canvas: across its edge, or completely outside.
  enum Place {
    case across, outside
  }

  /// Pixels of the picture beside the canvas that come from rounding its size, at most.
  private static let roundingError = 0.5
  /// Pixels of the picture by which a sprite may reach beyond the canvas unnoticed.
  private static let tolerance = 0.02

  private let timeline: Timeline
  /// Area that the picture shows, in the space of the canvas.
  private let seen: Rect
  /// The canvas, without bounds on the sides where the picture ends with it.
  private let area: Rect
  /// In the space of the canvas.
  private let tolerance: Double

  /// Nil if the picture shows nothing beside the canvas.
  init?(_ timeline: Timeline, _ transform: Affine, _ size: Size) {
    let canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    let (shown, picture) = (transform.apply(canvas), Rect(x: 0, y: 0, width: size.width, height: size.height))
    guard let back = transform.inverse, shown.isFinite else { return nil }
    var area = canvas
    var isOpen = (left: false, right: false, top: false, bottom: false)
    isOpen.left = shown.minX <= Self.roundingError
    isOpen.right = shown.maxX >= picture.maxX - Self.roundingError
    isOpen.top = shown.minY <= Self.roundingError
    isOpen.bottom = shown.maxY >= picture.maxY - Self.roundingError
    if isOpen == (true, true, true, true) { return nil }
    seen = back.apply(picture)
    // Far enough outside that no edge is smoothed.
    let far = max(canvas.width, canvas.height)
    if isOpen.left { area.minX = min(canvas.minX, seen.minX) - far }
    if isOpen.right { area.maxX = max(canvas.maxX, seen.maxX) + far }
    if isOpen.top { area.minY = min(canvas.minY, seen.minY) - far }
    if isOpen.bottom { area.maxY = max(canvas.maxY, seen.maxY) + far }
    self.timeline = timeline
    self.area = area
    tolerance = Self.tolerance / max(1e-9, transform.stretch.smallest)
  }

  // MARK: - Places

  /// The frames in which a sprite reaches outside.
  func places(of sprite: Sprite) -> [Int: Place] {
    var places: [Int: Place] = [:]
    var last: (state: FrameState, place: Place?)?
    let isSteady = sprite.matte == nil && sprite.children == nil
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      if isSteady, let last, last.state == state {
        places[frame] = last.place
        continue
      }
      let place = place(of: sprite, frame)
      places[frame] = place
      last = (state, place)
    }
    return places
  }

  private func place(of sprite: Sprite, _ frame: Int) -> Place? {
    func place(_ bounds: Rect) -> Place? {
      let visible = bounds.intersection(seen)
      if area.contains(visible, tolerance: tolerance) { return nil }
      return visible.intersection(area).isEmpty ? .outside : .across
    }
    // Most sprites are inside by bounds that are known.
    guard place(timeline.visibleBounds(of: sprite, frame: frame)) != nil else { return nil }
    return place(tightBounds(of: sprite, frame, .identity))
  }

  /// Bounds of what a sprite paints in a frame, on the canvas: curves, strokes and turned shapes at their true size.
  ///
  /// - Parameter parent: The space that the sprite stands in → canvas.
  private func tightBounds(of sprite: Sprite, _ frame: Int, _ parent: Affine) -> Rect {
    let state = sprite.frames[frame]
    guard state.isVisible else { return .empty }
    let transform = parent * state.transform
    var bounds = Rect.empty
    if state.filters != nil {
      bounds = transform.apply(timeline.contentBounds(of: sprite, frame: frame))
    } else if let children = sprite.children {
      for child in children { bounds = bounds.union(tightBounds(of: child, frame, transform)) }
    } else if let list = state.shapes {
      for shape in timeline[list].shapes { bounds = bounds.union(shape.tightBounds(transformedBy: transform)) }
    } else {
      bounds = transform.apply(timeline.contentBounds(of: sprite, frame: frame))
    }
    if let clip = state.clip { bounds = bounds.intersection(timeline[clip].bounds(transformedBy: transform)) }
    if let matte = sprite.matte, !matte.mode.isInverted {
      let seen = matte.sprites.reduce(Rect.empty) { $0.union(tightBounds(of: $1, frame, parent)) }
      bounds = bounds.intersection(seen)
    }
    return bounds
  }

  // MARK: - Clips

  /// A sprite that is cut in the frames in which it reaches outside, and hidden where it is outside.
  func clipped(
    _ sprite: Sprite, _ places: [Int: Place], in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    var sprite = sprite
    // Apps may show something larger in place of an image.
    if !sprite.hasKey { sprite.frames.update { frame, state in if places[frame] == .outside { state = .hidden } } }
    let cut = sprite.frames.indices.filter { places[$0] != nil && sprite.frames[$0].isVisible }
    if cut.isEmpty { return sprite }
    // A sprite that blends keeps its kind; all others keep their own clips, and one rectangle serves all frames.
    if sprite.blendMode != .normal, cut.allSatisfy({ sprite.frames[$0].clip == nil }) {
      for frame in cut {
        guard let back = sprite.frames[frame].transform.inverse else { continue }
        sprite.frames[frame].clip = try builder.intern(clip: Path.rect(area).transformed(by: back))
      }
      return sprite
    }
    let clip = try builder.intern(clip: .rect(area))
    var frames = sprite.frames.map { $0.isVisible ? FrameState(opacity: 1, transform: .identity) : .hidden }
    for frame in cut { frames[frame].clip = clip }
    try builder.reserveSprite()
    var inner = sprite
    inner.blendMode = .normal
    return Sprite(sprite.origin, content: .group([inner]), blendMode: sprite.blendMode, frames: frames)
  }
}

extension Sprite {
  fileprivate var children: [Sprite]? {
    guard case .group(let children) = content else { return nil }
    return children
  }

  /// Whether apps may replace it, or something inside of it.
  fileprivate var hasKey: Bool { replacementKey != nil || children?.contains(where: \.hasKey) == true }
}

extension Shape {
  /// Bounds of what is painted, in the space that sprite space is mapped to.
  fileprivate func tightBounds(transformedBy transform: Affine) -> Rect {
    let transform = transform * self.transform
    let path = outline.path
    var bounds = fill == nil ? Rect.empty : path.bounds(transformedBy: transform)
    if let stroke {
      let tolerance = 0.05 / max(1e-6, transform.stretch.largest)
      bounds = bounds.union(
        path.strokeOutline(stroke.style, tolerance: tolerance).path.bounds(transformedBy: transform))
    }
    return bounds
  }
}
