internal import KilnGeometry
internal import KilnTimeline

/// The frames in which a sprite is seen, with its states there.
struct SpriteVisibility {
  /// The frames, ascending.
  private(set) var frames: [Int] = []
  /// The states in these frames.
  private(set) var states: [FrameState] = []

  init(_ sprite: Sprite) {
    let isVector = if case .vector = sprite.content { true } else { false }
    for (frame, state) in sprite.frames.enumerated() where state.isVisible && (!isVector || state.shapes != nil) {
      frames.append(frame)
      states.append(state)
    }
  }

  /// From the first to the last frame in which the sprite is seen; nil if it never is.
  var lifetime: ClosedRange<Int>? {
    guard let first = frames.first, let last = frames.last else { return nil }
    return first...last
  }

  /// Keyframes of the opacity in percent, which is 0 in frames between others in which the sprite is not seen.
  func opacity(tolerance: Double) -> [FittedKeyframe] {
    guard let lifetime else { return [] }
    var samples = SampledValues(dimensions: 1)
    samples.reserveRows(lifetime.count)
    var holds: Set<Int> = []
    var next = 0
    var wasSeen = true
    for frame in lifetime {
      let isSeen = frames[next] == frame
      let opacity = isSeen ? states[next].opacity : 0
      // Below a tenth the sprite fades in or out, above it is switched.
      if isSeen != wasSeen, max(opacity, samples.values.last.map { $0 / 100 } ?? 0) >= 0.1 {
        holds.insert(samples.count - 1)
      }
      samples.append([opacity * 100], at: Double(frame))
      wasSeen = isSeen
      if isSeen { next += 1 }
    }
    holds.formUnion(samples.jumps(least: [25]))
    return KeyframeFitter(tolerance: [tolerance], decimals: 2).fit(samples, holdAfter: holds.sorted())
  }
}

extension Timeline {
  /// Bounds of a sprite's content in its own space, over the frames in which it is seen.
  func contentBounds(_ sprite: Sprite, _ visibility: SpriteVisibility) -> Rect {
    switch sprite.content {
    case .image(let id): return Rect(x: 0, y: 0, width: Double(self[id].width), height: Double(self[id].height))
    case .vector:
      var (bounds, last) = (Rect.empty, ShapeListID?.none)
      for state in visibility.states where state.shapes != last {
        last = state.shapes
        if let id = state.shapes { bounds = bounds.union(self[id].bounds) }
      }
      return bounds
    case .group(let children): return bounds(children)
    }
  }

  /// Bounds of sprites in their parent's space, over all frames.
  func bounds(_ sprites: [Sprite]) -> Rect {
    var bounds = Rect.empty
    for sprite in sprites {
      let visibility = SpriteVisibility(sprite)
      let content = contentBounds(sprite, visibility)
      var last: Affine?
      for state in visibility.states where state.transform != last {
        bounds = bounds.union(state.transform.apply(content))
        last = state.transform
      }
    }
    return bounds
  }
}
