public import Geometry

/// How a canvas lies in a picture of another size.
public struct CanvasFit: Sendable, Hashable {
  /// What happens when the aspects differ.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// The canvas is as large as fits, centred; the rest stays transparent.
    case contain
    /// The canvas covers the picture, centred; what sticks out is cut.
    case cover
    /// The canvas is stretched.
    case fill
  }

  /// Columns of the picture.
  public let width: Int
  /// Rows of the picture.
  public let height: Int
  /// Canvas → pixels.
  public let transform: Affine

  /// Bytes of the picture with four channels of a byte.
  public var decodedBytes: Int { width * height * 4 }

  /// The canvas at its own size, rounded to whole pixels.
  public init(canvas: Size) {
    self.init(canvas: canvas, width: nil, height: nil)
  }

  /// The canvas in a picture of a given size; a side that is nil keeps the aspect.
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
