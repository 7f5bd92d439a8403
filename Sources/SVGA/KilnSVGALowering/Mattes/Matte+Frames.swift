internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

extension Matte {
  /// Whether the matte cuts by the alpha of one solid fill or stroke in every frame.
  func isOneOutline(in timeline: Timeline) -> Bool {
    guard mode == .alpha, sprites.count == 1, case .vector = sprites[0].content, sprites[0].matte == nil,
      sprites[0].blendMode == .normal
    else { return false }
    return sprites[0].frames.allSatisfy { state in
      guard state.isVisible else { return true }
      guard let list = state.shapes, state.clip == nil, state.filters == nil else { return false }
      let paints = timeline[list].shapes.flatMap(\.paints)
      if paints.count == 1, case .solid = paints[0].onlyPaint { return true }
      return false
    }
  }

  /// The states of all of its sprites in a frame, those of groups and of mattes inside of it, too. Where they are equal, so
  /// is what the matte shows.
  func states(in frame: Int) -> [FrameState] { sprites.flatMap { $0.states(in: frame) } }

  /// Applies a transform to one frame of the matte and of its own mattes.
  mutating func map(_ frame: Int, by transform: Affine) {
    for index in sprites.indices {
      sprites[index].frames[frame].transform = transform * sprites[index].frames[frame].transform
      sprites[index].matte?.map(frame, by: transform)
    }
  }
}

extension Sprite {
  fileprivate func states(in frame: Int) -> [FrameState] {
    var states = [frames[frame]]
    if case .group(let children) = content { states += children.flatMap { $0.states(in: frame) } }
    if let matte { states += matte.states(in: frame) }
    return states
  }
}
