internal import KilnGeometry
public import KilnPixels

/// Draws consecutive frames of a timeline into one picture, each over the one before. Each thread needs a copy.
///
/// A run of frames needs nothing of the runs before it: it begins by drawing the frame before its first. So runs can be
/// drawn in any order and side by side.
public struct FrameRunRenderer: Sendable {
  private var renderer: TimelineRenderer
  private let transform: Affine
  /// Pixels of the frame that was drawn last.
  public private(set) var picture: Pixmap
  /// The frame that the picture holds.
  private var drawn: Int?

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
    } else if drawn != frame - 1 {
      renderer.render(frame: frame - 1, replacing: drawn, transform: transform, into: &picture)
      drawn = frame - 1
    }
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
    return damage
  }
}
