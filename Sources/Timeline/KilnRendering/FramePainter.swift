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

  /// Whether a frame's picture is known, without drawing it, to be the one drawn last.
  public func holds(_ frame: Int) -> Bool {
    guard let drawn else { return false }
    return renderer.damage(from: drawn, to: frame, transform: transform, in: canvas.bounds).isEmpty
  }
}
