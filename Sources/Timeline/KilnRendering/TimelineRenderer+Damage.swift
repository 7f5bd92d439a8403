public import KilnGeometry
public import KilnPixels
internal import KilnTimeline

extension TimelineRenderer {
  /// Damage rectangle: the pixels outside of it are equal in two frames; empty if nothing changes.
  ///
  /// Conservative, computed from the states and bounds of sprites without rendering.
  ///
  /// - Parameters:
  ///   - transform: canvas → pixels, for both frames.
  ///   - bounds: Clip rectangle of the result.
  public func damage(from first: Int, to second: Int, transform: Affine, in bounds: PixelRect) -> PixelRect {
    damage(timeline.sprites, first, second, transform, in: bounds)
  }

  /// Clears a rectangle of the target and renders a frame inside of it; pixels outside are unchanged.
  ///
  /// - Parameters:
  ///   - frame: 0 ..< `frameCount` of the timeline.
  ///   - transform: canvas → pixels of the target.
  public mutating func redraw(frame: Int, in rect: PixelRect, transform: Affine, into target: inout Pixmap) {
    let rect = rect.intersection(target.bounds)
    guard !rect.isEmpty else { return }
    target.clear(rect)
    draw(timeline.sprites[...], frame: frame, transform: transform, in: rect, into: &target)
  }

  private func damage(
    _ sprites: [Sprite], _ first: Int, _ second: Int, _ transform: Affine, in bounds: PixelRect
  ) -> PixelRect {
    var damage = PixelRect(x: 0, y: 0, width: 0, height: 0)
    for sprite in sprites { damage = damage.union(self.damage(sprite, first, second, transform, in: bounds)) }
    return damage
  }

  /// Damage rectangle of one sprite.
  ///
  /// - Parameters:
  ///   - painted: Pixels that the sprite may paint in the first frame, if they are known; updated.
  func damage(
    _ sprite: Sprite, _ first: Int, _ second: Int, _ transform: Affine, in bounds: PixelRect,
    painted: inout PixelRect?
  ) -> PixelRect {
    let nothing = PixelRect(x: 0, y: 0, width: 0, height: 0)
    let (state, other) = (sprite.frames[first], sprite.frames[second])
    if !state.isVisible && !other.isVisible { return nothing }
    var inside: PixelRect?
    if state == other, sprite.matte.map({ damage($0.sprites, first, second, transform, in: bounds).isEmpty }) ?? true {
      guard case .group(let children) = sprite.content else { return nothing }
      let changed = damage(children, first, second, transform * state.transform, in: bounds)
      if changed.isEmpty { return nothing }
      inside = changed
    }
    let before = painted ?? pixels(of: sprite, frame: first, transform, in: bounds)
    painted = before
    let everything = before.union(pixels(of: sprite, frame: second, transform, in: bounds))
    guard let inside else { return everything }
    // A change may affect any pixel of a filter's result.
    return state.filters == nil ? inside.intersection(everything) : everything
  }

  /// Damage rectangle of a sprite whose painted pixels are unknown.
  func damage(
    _ sprite: Sprite, _ first: Int, _ second: Int, _ transform: Affine, in bounds: PixelRect
  ) -> PixelRect {
    var unknown: PixelRect?
    return damage(sprite, first, second, transform, in: bounds, painted: &unknown)
  }
}
