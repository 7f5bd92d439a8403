internal import KilnGeometry
public import KilnPixels

/// Draws frames of a timeline as whole pictures, as an exporter stores them. Each thread needs a copy.
public struct FramePainter: Sendable {
  private var renderer: TimelineRenderer
  private let transform: Affine
  private let prepare: @Sendable (Pixmap) -> Pixmap
  /// The last picture as it was drawn, before it was prepared.
  public private(set) var canvas: Pixmap
  /// The frame that the canvas holds.
  private var drawn: Int?

  /// A painter of pictures of a given size.
  ///
  /// - Parameter prepare: Conversion of a picture by the format, before it is compared with others.
  public init(
    renderer: TimelineRenderer, fit: CanvasFit, prepare: @escaping @Sendable (Pixmap) -> Pixmap = { $0 }
  ) {
    self.renderer = renderer
    self.prepare = prepare
    transform = fit.transform
    canvas = Pixmap(width: fit.width, height: fit.height)
  }

  /// The picture of a frame.
  public mutating func picture(of frame: Int) -> Pixmap {
    renderer.render(frame: frame, replacing: drawn, transform: transform, into: &canvas)
    drawn = frame
    return prepare(canvas)
  }

  /// Whether the picture of a frame is the one that was drawn last, as far as this is known without drawing it.
  public func holds(_ frame: Int) -> Bool {
    guard let drawn else { return false }
    return renderer.damage(from: drawn, to: frame, transform: transform, in: canvas.bounds).isEmpty
  }
}

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
