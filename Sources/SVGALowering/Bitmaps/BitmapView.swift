internal import Geometry
internal import Pixels
internal import Rasterizer
internal import TimelineModel
internal import TimelineRendering

/// How a sprite is drawn as one bitmap for one or several frames.
struct BitmapView: Sendable {
  /// A frame that shows the bitmap.
  struct Showing: Sendable {
    var frame: Int
    /// The space that is drawn → canvas.
    var transform: Affine
    /// Cuts the bitmap when it is shown, in the space that is drawn.
    var clip: Path?
  }

  /// The frames that show the bitmap.
  let showings: [Showing]
  /// The sprite in the space that is drawn, in the frame of which a picture is taken.
  private let sprite: Sprite
  private let frame: Int
  /// The space that is drawn → pixels of the picture.
  private let toPicture: Affine
  private let back: Affine
  /// Whether the picture gets a transparent edge.
  private let hasEdge: Bool
  /// Pixels along a side at most.
  private static let longestSide = 4096
  let width: Int
  let height: Int

  /// What the canvas shows of a sprite in frames that are all the same; nil if that is nothing.
  init?(_ sprite: Sprite, onCanvasOf timeline: Timeline, _ frames: [Int], scale: Double) {
    guard let first = frames.first else { return nil }
    let canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    let visible = timeline.visibleBounds(of: sprite, frame: first).intersection(canvas)
    guard !visible.isEmpty else { return nil }
    // At whole pixels, so that at full resolution the bitmap's pixels are the canvas'.
    let region = PixelRect(covering: visible)
    let corner = Affine.translation(-Double(region.minX), -Double(region.minY))
    self.init(
      sprite, first, frames.map { Showing(frame: $0, transform: .identity) }, width: Double(region.width) * scale,
      height: Double(region.height) * scale, toPicture: .scale(scale, scale) * corner, hasEdge: false)
  }

  /// The sprite alone, for frames in which it is the same but for transform and clip.
  ///
  /// - Parameters:
  ///   - frame: The frame of which the picture is taken, with the sprite in the space that is drawn.
  ///   - bounds: What is drawn, in that space.
  ///   - scale: Pixels to a unit of that space.
  init?(_ sprite: Sprite, _ frame: Int, _ showings: [Showing], bounds: Rect, scale: Double) {
    guard let bounds = bounds.checked, scale > 0, scale.isFinite else { return nil }
    // A transparent pixel on every side lets players smooth the edges.
    self.init(
      sprite, frame, showings, width: (bounds.width * scale).rounded(.up) + 2,
      height: (bounds.height * scale).rounded(.up) + 2,
      toPicture: .translation(1, 1) * .scale(scale, scale) * .translation(-bounds.minX, -bounds.minY), hasEdge: true)
  }

  private init?(
    _ sprite: Sprite, _ frame: Int, _ showings: [Showing], width: Double, height: Double, toPicture: Affine,
    hasEdge: Bool
  ) {
    let longest = Double(Self.longestSide)
    guard let back = toPicture.inverse, width <= longest, height <= longest else { return nil }
    self.sprite = sprite
    self.frame = frame
    self.showings = showings
    self.toPicture = toPicture
    self.back = back
    self.hasEdge = hasEdge
    self.width = Int(clamping: width.rounded(.up), to: 0...Self.longestSide)
    self.height = Int(clamping: height.rounded(.up), to: 0...Self.longestSide)
  }

  /// The picture, cut to what is not transparent, and where that lies in the whole one.
  func picture(_ renderer: inout TimelineRenderer) -> (picture: Pixmap, bounds: PixelRect) {
    var pixmap = Pixmap(width: width, height: height)
    renderer.render([sprite], frame: frame, transform: toPicture, into: &pixmap)
    var bounds = pixmap.contentBounds
    if hasEdge, !bounds.isEmpty {
      let edge = PixelRect(
        minX: bounds.minX - 1, minY: bounds.minY - 1, maxX: bounds.maxX + 1, maxY: bounds.maxY + 1)
      bounds = edge.intersection(pixmap.bounds)
    }
    return (pixmap.cropped(to: bounds), bounds)
  }

  /// Pixels of the cut picture → canvas.
  func placement(_ showing: Showing, at bounds: PixelRect) -> Affine {
    showing.transform * back * .translation(Double(bounds.minX), Double(bounds.minY))
  }

  /// What cuts the cut picture when it is shown, in its pixels.
  func clip(_ showing: Showing, at bounds: PixelRect) -> Path? {
    showing.clip?.transformed(by: .translation(-Double(bounds.minX), -Double(bounds.minY)) * toPicture)
  }
}
