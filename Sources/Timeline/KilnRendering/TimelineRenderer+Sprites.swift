package import KilnGeometry
package import KilnPixels
package import KilnTimeline

extension TimelineRenderer {
  /// Area in which a sprite changes from the frame before; in the first frame, all that it covers.
  package func changedArea(of sprite: Sprite, at frame: Int, transform: Affine, in bounds: PixelRect) -> PixelRect {
    guard frame > 0 else {
      return sprite.frames[frame].isVisible ? pixels(of: sprite, frame: frame, transform, in: bounds) : .empty
    }
    return damage(sprite, frame - 1, frame, transform, in: bounds)
  }

  /// Draws one sprite into a cleared rectangle of a pixmap.
  package mutating func draw(
    alone sprite: Sprite, frame: Int, transform: Affine, in area: PixelRect, into target: inout Pixmap
  ) {
    target.clear(area)
    draw([sprite][...], frame: frame, transform: transform, in: area, into: &target)
  }
}
