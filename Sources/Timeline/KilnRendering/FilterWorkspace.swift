internal import KilnGeometry
internal import KilnPixels
internal import KilnRasterizer
internal import KilnTimeline

/// The pixels in which a sprite's filters are applied before the result is placed on a layer.
///
/// Spatial filters are applied along the sprite's own axes at the scale of the output; the rest of the transform is
/// applied to their result.
struct FilterWorkspace {
  /// Sprite space → workspace.
  let space: Affine
  /// Workspace → layer; nil if they are the same.
  let placement: Affine?
  /// The part of the workspace that influences the layer.
  let bounds: Rect
  /// Surface on which the sprite's content is drawn: the whole workspace.
  let surface: Surface

  /// The workspace of a sprite's filters in one frame.
  ///
  /// - Parameters:
  ///   - content: Bounds of what is filtered, in sprite space.
  ///   - transform: Sprite space → layer.
  ///   - layer: Bounds of the layer.
  ///   - outer: Surface of which the layer is a part. The scale of the workspace depends on it and not on the layer, so that
  ///     a part of a frame that is drawn anew fits to the rest.
  /// - Returns: nil if nothing is visible.
  init?(_ chain: FilterChain, content: Rect, transform: Affine, layer: PixelRect, of outer: Surface) {
    let visible = chain.workspace(of: content)
    let isStraight = !chain.isSpatial || transform.b == 0 && transform.c == 0
    let exact = isStraight ? transform : transform.axisScale
    guard !visible.isEmpty, let all = Self.needed(for: outer.bounds, by: chain, transform, exact) else { return nil }
    let whole = exact.apply(visible)
    let size = Size(min(whole.width, all.width), min(whole.height, all.height))
    let scale = chain.isSpatial ? outer.scale(ofWorkspace: size) : Size(1, 1)
    let space = scale == Size(1, 1) ? exact : .scale(scale.width, scale.height) * exact
    guard let back = space.inverse, let needed = Self.needed(for: Rect(layer), by: chain, transform, space) else {
      return nil
    }
    self.space = space
    placement = space == transform ? nil : transform * back
    bounds = space.apply(visible).intersection(needed)
    surface = Surface(size: Size(size.width * scale.width, size.height * scale.height), of: outer)
  }

  /// The part of a workspace that influences some pixels; nil if the transform has no inverse.
  private static func needed(
    for pixels: Rect, by chain: FilterChain, _ transform: Affine, _ space: Affine
  ) -> Rect? {
    guard let back = space.inverse, let toSpace = (transform * back).inverse else { return nil }
    let reach = chain.reach(in: space, side: max(pixels.width, pixels.height))
    return toSpace.apply(pixels).outset(x: reach.width, y: reach.height)
  }

  /// Surface of which a layer is a part: the output, or the workspace of a filter around it.
  struct Surface {
    /// In pixels.
    private let size: Size
    /// Side of a square that has as many pixels as the largest workspace. What a single filter needs fits into it, also if
    /// it is rotated; strong skews and filters inside of filters might need any number of pixels.
    private let maximumSide: Double

    /// An output of a size in pixels.
    init(width: Int, height: Int) {
      size = Size(Double(width), Double(height))
      maximumSide = size.width + size.height + 2 * FilterChain.maximumReach(side: max(size.width, size.height))
    }

    /// The workspace of a filter whose result is drawn on another surface.
    fileprivate init(size: Size, of outer: Surface) {
      self.size = size
      maximumSide = outer.maximumSide
    }

    fileprivate var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

    /// Factors, at most 1, that make a workspace of a size small enough.
    fileprivate func scale(ofWorkspace size: Size) -> Size {
      // Extended to whole pixels, each side can have two more.
      if (size.width + 2) * (size.height + 2) <= maximumSide * maximumSide { return Size(1, 1) }
      return Size(min(1, maximumSide / size.width), min(1, maximumSide / size.height))
    }
  }
}
