public import Geometry

/// How a canvas lies in a picture of another size: as large as fits, centred.
public struct CanvasFit: Sendable, Hashable {
  /// Columns of the picture.
  public let width: Int
  /// Rows of the picture.
  public let height: Int
  /// Canvas → pixels.
  public let transform: Affine

  /// The canvas at its own size, rounded up to whole pixels.
  public init(canvas: Size) {
    self.init(canvas: canvas, width: nil, height: nil)
  }

  /// The canvas in a picture of a given size; a side that is nil keeps the aspect.
  public init(canvas: Size, width: Int?, height: Int?) {
    func pixels(_ value: Double) -> Int { max(1, Int(min(1e9, value.rounded()))) }
    switch (width, height) {
    case (nil, nil): (self.width, self.height) = (pixels(canvas.width), pixels(canvas.height))
    case (let width?, nil):
      (self.width, self.height) = (width, pixels(canvas.height * Double(width) / canvas.width))
    case (nil, let height?):
      (self.width, self.height) = (pixels(canvas.width * Double(height) / canvas.height), height)
    case (let width?, let height?): (self.width, self.height) = (width, height)
    }
    let scale = min(Double(self.width) / canvas.width, Double(self.height) / canvas.height)
    transform = Affine(
      a: scale, b: 0, c: 0, d: scale, tx: (Double(self.width) - canvas.width * scale) / 2,
      ty: (Double(self.height) - canvas.height * scale) / 2)
  }
}
