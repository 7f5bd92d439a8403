public import Geometry
public import Pixels
internal import Rasterizer
internal import TimelineModel

extension TimelineRenderer {
  /// Draws a frame in place of what the target holds.
  ///
  /// Everything is drawn anew, but only what may hold pixels of the frame before is cleared, and of that not what an
  /// opaque backdrop covers. On icons that fill a tenth of their canvas clearing took three quarters of the time.
  ///
  /// - Parameters:
  ///   - frame: 0 ..< `frameCount` of the timeline.
  ///   - previous: The frame that the target holds, drawn by the same transform; nil for any other content.
  ///   - transform: canvas → pixels of the target.
  public mutating func render(frame: Int, replacing previous: Int?, transform: Affine, into target: inout Pixmap) {
    clear(&target, of: previous, before: frame, transform)
    render(frame: frame, transform: transform, into: &target)
  }

  private func clear(_ target: inout Pixmap, of previous: Int?, before frame: Int, _ transform: Affine) {
    let bounds = target.bounds
    let backdrop = backdrop(timeline.sprites, frame: frame, transform, in: bounds)
    func clear(_ rect: PixelRect) {
      guard let hidden = backdrop?.intersection(rect), !hidden.isEmpty else { return target.clear(rect) }
      target.clear(PixelRect(minX: rect.minX, minY: rect.minY, maxX: rect.maxX, maxY: hidden.minY))
      target.clear(PixelRect(minX: rect.minX, minY: hidden.minY, maxX: hidden.minX, maxY: hidden.maxY))
      target.clear(PixelRect(minX: hidden.maxX, minY: hidden.minY, maxX: rect.maxX, maxY: hidden.maxY))
      target.clear(PixelRect(minX: rect.minX, minY: hidden.maxY, maxX: rect.maxX, maxY: rect.maxY))
    }
    guard let previous else { return clear(bounds) }
    // Sprites one by one, unless they overlap so much that all of them at once are less.
    var all = PixelRect(x: 0, y: 0, width: 0, height: 0)
    var area = 0
    for sprite in timeline.sprites {
      let rect = pixels(of: sprite, frame: previous, transform, in: bounds)
      all = all.union(rect)
      area += rect.width * rect.height
    }
    if area >= all.width * all.height { return clear(all) }
    for sprite in timeline.sprites { clear(pixels(of: sprite, frame: previous, transform, in: bounds)) }
  }

  /// What a sprite may paint in a frame.
  func pixels(of sprite: Sprite, frame: Int, _ transform: Affine, in bounds: PixelRect) -> PixelRect {
    let visible = timeline.visibleBounds(of: sprite, frame: frame)
    guard !visible.isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(covering: transform.apply(visible)).intersection(bounds)
  }

  /// Pixels that the first visible sprite paints over, whatever is there.
  private func backdrop(_ sprites: [Sprite], frame: Int, _ transform: Affine, in bounds: PixelRect) -> PixelRect? {
    guard let sprite = sprites.first(where: { $0.frames[frame].isVisible }) else { return nil }
    let state = sprite.frames[frame]
    guard state.opacity == 1, state.filters == nil, sprite.matte == nil, sprite.blendMode == .normal else { return nil }
    let transform = transform * state.transform
    var bounds = bounds
    if let clip = state.clip {
      guard let pixels = timeline[clip].asRect?.innerPixels(transformedBy: transform, in: bounds) else { return nil }
      bounds = bounds.intersection(pixels.0)
    }
    switch sprite.content {
    case .image: return nil
    case .group(let children): return backdrop(children, frame: frame, transform, in: bounds)
    case .vector:
      guard let list = state.shapes, let shape = timeline[list].shapes.first,
        case .solid(let color) = shape.fill?.paint, color.alpha == 1
      else { return nil }
      return shape.outline.asRect?.innerPixels(transformedBy: transform * shape.transform, in: bounds)?.0
    }
  }
}
