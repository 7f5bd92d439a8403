internal import KilnGeometry
public import KilnPixels

/// Draws consecutive frames of a timeline into one picture, each over the one before. Each thread needs a copy.
///
/// A run of frames needs nothing of the runs before it: it begins with the whole frame before its first. So runs can be
/// drawn in any order and side by side, and have the same pixels whichever thread draws them.
public struct FrameRunRenderer: Sendable {
  private var renderer: TimelineRenderer
  private let transform: Affine
  /// Pixels of the frame that was drawn last.
  public private(set) var picture: Pixmap
  /// The frame that the picture holds.
  private var drawn: Int?
  /// Whether the picture was drawn as a whole. One that was drawn in parts may differ from it by a level, because
  /// coverage is rounded from the corner of what is drawn.
  private var isWhole = true

  /// A renderer of frames in pictures of a given size.
  public init(renderer: TimelineRenderer, fit: CanvasFit) {
    self.renderer = renderer
    transform = fit.transform
    picture = Pixmap(width: fit.width, height: fit.height)
  }

  /// Prepares drawing a frame: the picture becomes the frame before it, or transparent before the first.
  public mutating func start(at frame: Int) {
    if frame == 0 {
      picture.clear()
      drawn = nil
    } else if drawn != frame - 1 || !isWhole {
      renderer.render(frame: frame - 1, replacing: isWhole ? drawn : nil, transform: transform, into: &picture)
      drawn = frame - 1
    }
    isWhole = true
  }

  /// Draws a frame over the one before it. Returns a rectangle that holds all changes.
  public mutating func draw(_ frame: Int) -> PixelRect {
    defer { drawn = frame }
    guard let drawn else {
      renderer.render(frame: frame, transform: transform, into: &picture)
      return picture.bounds
    }
    let damage = renderer.damage(from: drawn, to: frame, transform: transform, in: picture.bounds)
    renderer.redraw(frame: frame, in: damage, transform: transform, into: &picture)
    if !damage.isEmpty { isWhole = damage == picture.bounds }
    return damage
  }
}
