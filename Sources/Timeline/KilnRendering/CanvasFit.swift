public import KilnGeometry

/// Output size in pixels, and the transform that fits a canvas into it.
public struct CanvasFit: Sendable, Hashable {
  /// Fit of the canvas if the aspect ratios differ, as CSS `object-fit`.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Scaled uniformly to fit inside, centred; the rest stays transparent.
    case contain
    /// Scaled uniformly to cover the output, centred; the excess is clipped.
    case cover
    /// Scaled to the output's size along each axis.
    case fill
  }

  /// Output width in pixels.
  public let width: Int
  /// Output height in pixels.
  public let height: Int
  /// Canvas → pixels of the output.
  public let transform: Affine

  /// Bytes of the decoded output, 4 a pixel.
  public var decodedBytes: Int { width * height * 4 }

  /// The canvas at its own size, rounded to whole pixels, at least 1 × 1.
  public init(canvas: Size) {
    self.init(canvas: canvas, width: nil, height: nil)
  }

  /// The canvas fitted into a size in pixels; a side that is nil keeps the aspect ratio, both nil the canvas' size.
  public init(canvas: Size, width: Int?, height: Int?, mode: Mode = .contain) {
    func pixels(_ value: Double) -> Int { Int(clamping: value.rounded(), to: 1...1_000_000_000) }
    switch (width, height) {
    case (nil, nil): (self.width, self.height) = (pixels(canvas.width), pixels(canvas.height))
    case (let width?, nil):
      (self.width, self.height) = (width, pixels(canvas.height * Double(width) / canvas.width))
    case (nil, let height?):
      (self.width, self.height) = (pixels(canvas.width * Double(height) / canvas.height), height)
    case (let width?, let height?): (self.width, self.height) = (width, height)
    }
    let (x, y) = (Double(self.width) / canvas.width, Double(self.height) / canvas.height)
    let (scaleX, scaleY) =
      switch mode {
      case .contain: (min(x, y), min(x, y))
      case .cover: (max(x, y), max(x, y))
      case .fill: (x, y)
      }
    transform = Affine(
      a: scaleX, b: 0, c: 0, d: scaleY, tx: (Double(self.width) - canvas.width * scaleX) / 2,
      ty: (Double(self.height) - canvas.height * scaleY) / 2)
  }
}
