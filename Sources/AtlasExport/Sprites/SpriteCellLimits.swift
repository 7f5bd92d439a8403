internal import Compression
internal import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Pixels
internal import TimelineModel

/// Which contents become cells.
struct SpriteCellLimits: Sendable {
  private let side: Int
  private let area: Double

  /// - Parameters:
  ///   - scale: Factor on the resolution.
  ///   - side: The longest side of a cell.
  init(_ timeline: Timeline, scale: Double, side: Int) {
    // Pictures have two transparent pixels around them until they are trimmed.
    self.side = side - 4
    area = timeline.canvas.width * timeline.canvas.height * max(1, scale * scale) * 2
  }

  /// The size of a picture in whole pixels; nil if it has more than twice those of the canvas, which shows only a part of it
  /// then, or is larger than a page.
  func size(_ width: Double, _ height: Double) -> (width: Int, height: Int)? {
    guard width.isFinite, height.isFinite, max(width, height) <= Double(side), width * height <= area else {
      return nil
    }
    return (Int(width.rounded(.up)), Int(height.rounded(.up)))
  }

  /// A side of a bitmap that is drawn smaller than it is.
  func side(_ asked: Double, of side: Int) -> Int {
    let limited = min(asked, Double(self.side))
    return limited > 0.9 * Double(side) && side <= self.side ? side : max(1, Int(limited.rounded(.up)))
  }

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
      guard case .path(let path) = shape.outline else { return sum + 60 }
      return sum + 40 + path.verbs.count + path.points.count * 13
    }
  }
}
