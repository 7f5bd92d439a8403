internal import KilnGeometry
internal import KilnTimeline

/// Merges neighbouring vector sprites that would each be bitmaps, and that move and are cut alike, into one that becomes
/// one bitmap: half of the pixels are stored and drawn.
struct BitmapMerger {
  private let conformance: SVGAConformance
  private let bitmaps: BitmapFallback
  private let ramps: RampSelection

  init(_ conformance: SVGAConformance, _ bitmaps: BitmapFallback, _ ramps: RampSelection) {
    self.conformance = conformance
    self.bitmaps = bitmaps
    self.ramps = ramps
  }

  /// A sprite, or several as a group.
  struct Merged {
    var sprite: Sprite
    /// Whether it becomes a bitmap because that is faster, where shapes would do.
    var savesTime: Bool
  }

  /// The sprites, back to front, with those that can be one bitmap as groups.
  ///
  /// - Parameter chosen: Indices of sprites that become bitmaps though shapes would do.
  func merged(_ sprites: [Sprite], chosen: Set<Int>) -> [Merged] {
    var result: [Merged] = []
    // Sprites that may become one, and the group that they would be.
    var run: [Merged] = []
    var group: Sprite?
    func finish() {
      let savesTime = run.allSatisfy(\.savesTime)
      result += group.map { [Merged(sprite: $0, savesTime: savesTime)] } ?? run
      (run, group) = ([], nil)
    }
    for (index, sprite) in sprites.enumerated() {
      let sprite = Merged(sprite: sprite, savesTime: chosen.contains(index))
      if let last = run.last, last.sprite.movesLike(sprite.sprite), isBitmap(last), isBitmap(sprite) {
        let joined = Self.group((run + [sprite]).map(\.sprite))
        if cost(joined) < cost(group ?? last.sprite) + cost(sprite.sprite) {
          run.append(sprite)
          group = joined
          continue
        }
      }
      finish()
      run = [sprite]
    }
    finish()
    return result
  }

  private func isBitmap(_ sprite: Merged) -> Bool { sprite.savesTime || needsBitmap(sprite.sprite) }

  /// Whether nothing but a bitmap can stand for a sprite in any frame.
  private func needsBitmap(_ sprite: Sprite) -> Bool {
    let frames = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    let isOther = frames.allSatisfy { !conformance.unsupportedFeatures(ofVector: sprite.frames[$0]).isEmpty }
    return isOther
      && ramps.instances(of: sprite, in: frames, insteadOf: bitmaps.estimate(of: sprite, in: frames)) == nil
  }

  private func cost(_ sprite: Sprite) -> Double {
    let bitmaps = bitmaps.estimate(of: sprite, in: sprite.frames.indices.filter { sprite.frames[$0].isVisible })
    return bitmaps.cost + bitmaps.playing
  }

  /// A group that moves and is cut as its children, which stand still in it.
  private static func group(_ sprites: [Sprite]) -> Sprite {
    let children = sprites.map { sprite in
      var child = sprite
      child.frames.update { _, state in
        if state.isVisible { state = FrameState(opacity: 1, transform: .identity, shapes: state.shapes) }
      }
      return child
    }
    var group = Sprite(sprites[0].origin, content: .group(children), frames: Array(sprites[0].frames))
    group.frames.update { _, state in state.shapes = nil }
    return group
  }
}

extension Sprite {
  /// Whether both are visible in the same frames, where they are opaque and have the same transform and the same clip.
  fileprivate func movesLike(_ other: Sprite) -> Bool {
    guard isMergeable, other.isMergeable else { return false }
    var isSeen = false
    for (own, state) in zip(frames, other.frames) {
      guard own.isVisible == state.isVisible else { return false }
      guard own.isVisible else { continue }
      isSeen = true
      guard own.opacity == 1, state.opacity == 1, own.transform == state.transform, own.clip == state.clip,
        own.filters == nil, state.filters == nil
      else { return false }
    }
    return isSeen
  }

  private var isMergeable: Bool { isJoinable && content == .vector }
}
