internal import KilnCompression
internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPNG
internal import KilnPixels
internal import KilnTimeline

/// Limits on the size of contents that become cells.
struct SpriteCellLimits: Sendable {
  private let side: Int
  /// Pixels of the canvas.
  private let canvas: Double

  /// - Parameters:
  ///   - scale: Factor on the resolution.
  ///   - side: The longest side of a cell.
  init(_ timeline: Timeline, scale: Double, side: Int) {
    // Pictures have two transparent pixels around them until they are trimmed.
    self.side = side - 4
    canvas = timeline.canvas.width * timeline.canvas.height * max(1, scale * scale)
  }

  /// The size of a picture in whole pixels; nil if it has more than twice those of the canvas, which shows only a part of it
  /// then, or is larger than a page.
  func size(_ width: Double, _ height: Double) -> (width: Int, height: Int)? {
    guard width.isFinite, height.isFinite, max(width, height) <= Double(side), width * height <= 2 * canvas else {
      return nil
    }
    return (Int(width.rounded(.up)), Int(height.rounded(.up)))
  }

  /// A side of a bitmap that is drawn smaller than it is.
  func side(_ asked: Double, of side: Int) -> Int {
    let limited = min(asked, Double(self.side))
    return limited > 0.9 * Double(side) && side <= self.side ? side : max(1, Int(limited.rounded(.up)))
  }

  /// Whether a picture takes much of a page, so that it has to be smaller than its shapes in bytes.
  func isLarge(_ width: Int, _ height: Int) -> Bool {
    Double(width) * Double(height) > max(canvas / Self.largeShare, Self.smallArea)
  }

  /// Pixels of the canvas divided by those of a picture up to which it is large.
  private static let largeShare = 16.0
  /// Pixels that a picture may have in any case.
  private static let smallArea = 1024.0

  /// Whether a picture may take fewer bytes than the shapes that it shows; without drawing it.
  func mayBeSmaller(_ width: Int, _ height: Int, _ list: ShapeList) -> Bool {
    Self.pictureBytes + (width + height) / 2 < Self.bytes(of: list)
  }

  /// Whether a picture takes fewer bytes than the shapes that it shows.
  static func isSmaller(_ picture: Pixmap, than list: ShapeList) throws(Diagnostic) -> Bool {
    let bytes = Self.bytes(of: list)
    guard pictureBytes < bytes else { return false }
    return try PNGEncoder.encode(picture, effort: .light).count - fileBytes + pictureBytes < bytes
  }

  /// Bytes of an image in the timeline file, and of the sprite that shows it.
  private static let pictureBytes = 150
  /// Bytes of a PNG file without its pixels.
  private static let fileBytes = 57

  /// Bytes of a shape list in a timeline file, about.
  private static func bytes(of list: ShapeList) -> Int {
    list.shapes.reduce(0) { sum, shape in
      let paints = bytes(of: shape.fill?.paint) + bytes(of: shape.stroke?.paint)
      guard case .path(let path) = shape.outline else { return sum + paints + 60 }
      return sum + paints + 40 + path.verbs.count + path.points.count * 13
    }
  }

  private static func bytes(of paint: Paint?) -> Int {
    guard case .gradient(let gradient) = paint else { return 0 }
    return 60 + gradient.stops.count * 25
  }
}
