internal import KilnGeometry
internal import KilnPixels
internal import KilnRasterizer
internal import KilnTimeline
internal import KilnRendering

/// A bitmap of a sprite for one or several frames, before it is drawn.
struct BitmapView: Sendable {
  /// The bitmap as one frame shows it.
  struct Instance: Sendable {
    var frame: Int
    /// Bitmap's source space → canvas.
    var transform: Affine
    /// Clip in the bitmap's source space.
    var clip: Path?
  }

  /// The frames that show the bitmap.
  let instances: [Instance]
  /// The sprite in source space, and the frame that is drawn.
  private let sprite: Sprite
  private let frame: Int
  /// Source space → pixels.
  private let toPicture: Affine
  private let back: Affine
  /// Whether the bitmap has a transparent edge of one pixel.
  private let hasEdge: Bool
  /// Pixels that a bitmap reaches beyond the clip of players, so that its smoothed edge is cut off.
  static let clipMargin = 2.0
  /// Maximum of pixels along a side.
  private static let maximumSide = 4096
  /// Size in pixels, before transparent edges are cut off.
  let width: Int
  let height: Int

  /// The visible part of a sprite on the canvas, for frames that are all equal; nil if nothing is visible.
  ///
  /// - Parameter isBlurred: Whether fewer pixels than the canvas has are enough. Players clip what these would make soft.
  init?(_ sprite: Sprite, onCanvasOf timeline: Timeline, _ frames: [Int], scale: Double, isBlurred: Bool = false) {
    guard let first = frames.first else { return nil }
    let canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    let state = sprite.frames[first]
    var drawn = sprite
    var visible = timeline.visibleBounds(of: sprite, frame: first)
    var clip: Path?
    if isBlurred, let path = state.clip.map({ timeline[$0] }) {
      clip = path.transformed(by: state.transform)
      drawn.frames[first].clip = nil
      visible = visible.outset(x: Self.clipMargin / scale, y: Self.clipMargin / scale)
    }
    if isBlurred, let chain = state.filters.map({ timeline[$0] }) {
      // Inset, so that rounding errors do not include another pixel.
      visible = visible.intersection(state.transform.apply(chain.region).insetBy(0.001))
    }
    visible = visible.intersection(canvas)
    guard !visible.isEmpty else { return nil }
    // At whole pixels, so that at full resolution the bitmap's pixels are the canvas'.
    let overhang = timeline.hasAlignedLetters && !isBlurred ? Letter.overhang : 0
    let region = Rect(PixelRect(covering: visible.outset(x: overhang, y: overhang).intersection(canvas)))
    let grid = PixelGrid(region, scale: scale, isFitted: isBlurred)
    self.init(
      drawn, first, frames.map { Instance(frame: $0, transform: .identity, clip: clip) },
      width: grid.width, height: grid.height, toPicture: grid.toPixels, hasEdge: false)
  }

  /// The sprite alone, for frames that differ in transform and clip only; nil if the bitmap would be too large.
  ///
  /// - Parameters:
  ///   - frame: The frame that is drawn; there the sprite stands in source space.
  ///   - bounds: The part that is drawn, in source space.
  ///   - scale: Pixels for a unit of source space.
  ///   - isBlurred: Whether fewer pixels than the canvas has are enough.
  init?(
    _ sprite: Sprite, _ frame: Int, _ instances: [Instance], bounds: Rect, scale: Double, isBlurred: Bool = false
  ) {
    guard let bounds = bounds.checked, scale > 0, scale.isFinite else { return nil }
    let grid = PixelGrid(bounds, scale: scale, isFitted: isBlurred)
    // A transparent pixel on every side lets players smooth the edges. What is blurred has none, or is cut there.
    let edge = isBlurred ? 0.0 : 1
    self.init(
      sprite, frame, instances, width: grid.width.rounded(.up) + 2 * edge,
      height: grid.height.rounded(.up) + 2 * edge, toPicture: .translation(edge, edge) * grid.toPixels,
      hasEdge: !isBlurred)
  }

  private init?(
    _ sprite: Sprite, _ frame: Int, _ instances: [Instance], width: Double, height: Double, toPicture: Affine,
    hasEdge: Bool
  ) {
    let longest = Double(Self.maximumSide)
    guard let back = toPicture.inverse, width <= longest, height <= longest else { return nil }
    self.sprite = sprite
    self.frame = frame
    self.instances = instances
    self.toPicture = toPicture
    self.back = back
    self.hasEdge = hasEdge
    self.width = Int(clamping: width.rounded(.up), to: 0...Self.maximumSide)
    self.height = Int(clamping: height.rounded(.up), to: 0...Self.maximumSide)
  }

  /// Whether what is not blurred has the pixels of the canvas, at full resolution.
  var isOnCanvas: Bool { !hasEdge }

  /// Cost of drawing the bitmap as players do.
  ///
  /// - Parameter frameCount: Frames of the timeline.
  func playing(frameCount: Int) -> Double {
    let area = Double(width) * Double(height) / max(1e-9, abs(toPicture.determinant))
    return instances.reduce(0) { sum, instance in
      let pixels = area * abs(instance.transform.determinant)
      return sum + LoweringCost.playing(pixels: pixels, isCopied: isOnCanvas, share: 1 / Double(max(1, frameCount)))
    }
  }

  /// Draws the bitmap. Transparent edges are cut off; `bounds` is what is left of the whole bitmap.
  func picture(_ renderer: inout TimelineRenderer) -> (picture: Pixmap, bounds: PixelRect) {
    cut(wholePicture(&renderer))
  }

  /// Draws the bitmap with its transparent edges.
  func wholePicture(_ renderer: inout TimelineRenderer) -> Pixmap {
    var pixmap = Pixmap(width: width, height: height)
    renderer.render([sprite], frame: frame, transform: toPicture, into: &pixmap)
    return pixmap
  }

  /// Whether an instance is the one that the bitmap is drawn from, so that no resampling is needed.
  func isDrawn(as instance: Instance) -> Bool {
    instance.frame == frame && instance.transform == .identity && instance.clip == nil
  }

  /// Canvas → pixels of the whole bitmap as an instance shows it; nil if it shows nothing.
  func toPicture(of instance: Instance) -> Affine? { instance.transform.inverse.map { toPicture * $0 } }

  /// Cuts transparent edges off a picture of the size of the whole bitmap.
  func cut(_ pixmap: Pixmap) -> (picture: Pixmap, bounds: PixelRect) {
    var bounds = pixmap.contentBounds
    if hasEdge, !bounds.isEmpty {
      let edge = PixelRect(
        minX: bounds.minX - 1, minY: bounds.minY - 1, maxX: bounds.maxX + 1, maxY: bounds.maxY + 1)
      bounds = edge.intersection(pixmap.bounds)
    }
    return (pixmap.cropped(to: bounds), bounds)
  }

  /// Pixels of the cut bitmap → canvas.
  func placement(_ instance: Instance, at bounds: PixelRect) -> Affine {
    instance.transform * back * .translation(Double(bounds.minX), Double(bounds.minY))
  }

  /// Clip of an instance in pixels of the cut bitmap.
  func clip(_ instance: Instance, at bounds: PixelRect) -> Path? {
    instance.clip?.transformed(by: .translation(-Double(bounds.minX), -Double(bounds.minY)) * toPicture)
  }
}

/// The pixels of a bitmap over a rectangle.
private struct PixelGrid {
  /// Size in pixels.
  let width: Double
  let height: Double
  /// Space of the rectangle → pixels.
  let toPixels: Affine

  /// - Parameters:
  ///   - scale: Pixels for a unit of the rectangle's space.
  ///   - isFitted: Whether the rectangle's edges must be edges of pixels: players would show parts of large ones as soft
  ///     edges.
  init(_ rectangle: Rect, scale: Double, isFitted: Bool) {
    let (width, height) = (rectangle.width * scale, rectangle.height * scale)
    self.width = isFitted ? max(1, width.rounded(.up)) : width
    self.height = isFitted ? max(1, height.rounded(.up)) : height
    let fitted = Affine.scale(self.width / max(1e-9, rectangle.width), self.height / max(1e-9, rectangle.height))
    toPixels = (isFitted ? fitted : .scale(scale, scale)) * .translation(-rectangle.minX, -rectangle.minY)
  }
}
