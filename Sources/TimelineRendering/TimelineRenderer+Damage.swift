public import Geometry
public import Pixels
internal import Rasterizer
internal import TimelineModel

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
  func damage(
    _ sprite: Sprite, _ first: Int, _ second: Int, _ transform: Affine, in bounds: PixelRect
  ) -> PixelRect {
    let nothing = PixelRect(x: 0, y: 0, width: 0, height: 0)
    let state = sprite.frames[first]
    if !state.isVisible && !sprite.frames[second].isVisible { return nothing }
    let everything = pixels(of: sprite, frame: first, transform, in: bounds)
      .union(pixels(of: sprite, frame: second, transform, in: bounds))
    guard state == sprite.frames[second] else { return everything }
    if let matte = sprite.matte, !damage(matte.sprites, first, second, transform, in: bounds).isEmpty {
      return everything
    }
    guard case .group(let children) = sprite.content else { return nothing }
    let inside = damage(children, first, second, transform * state.transform, in: bounds)
    if inside.isEmpty { return nothing }
    // A change may affect any pixel of a filter's result.
    return state.filters == nil ? inside.intersection(everything) : everything
  }
}
