public import KilnPixels
public import KilnRendering

/// Draws the pixels of deltas. Each thread needs a copy; fastest if deltas come in order.
public struct FrameDeltaPainter: Sendable {
  private var painter: FramePainter
  /// The frame that was drawn last.
  private var last: (frame: Int, picture: Pixmap)?

  /// A painter of an animation's deltas.
  public init(_ painter: FramePainter) {
    self.painter = painter
  }

  /// The pixels of a delta's rectangle after it is drawn, and of the same rectangle before.
  public mutating func pixels(of delta: FrameDelta) -> (after: Pixmap, before: Pixmap) {
    let rect = delta.rect
    var before =
      delta.before.frame.map { picture(of: $0).cropped(to: rect) }
      ?? Pixmap(width: rect.width, height: rect.height)
    let cleared = delta.before.cleared
    before.clear(
      PixelRect(x: cleared.minX - rect.minX, y: cleared.minY - rect.minY, width: cleared.width, height: cleared.height))
    return (picture(of: delta.frames.lowerBound).cropped(to: rect), before)
  }

  private mutating func picture(of frame: Int) -> Pixmap {
    if let last, last.frame == frame { return last.picture }
    // Else the painter would have to copy what it draws on.
    last = nil
    let picture = painter.picture(of: frame)
    last = (frame, picture)
    return picture
  }
}
