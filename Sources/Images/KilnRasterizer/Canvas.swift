public import KilnPixels

/// Pixels to draw on: adjacent rows of a picture, in memory that somebody else owns.
///
/// Coordinates are those of the whole picture, and what is drawn into a row does not depend on which other rows there
/// are. So a picture can be drawn in bands of rows, also by several threads at a time.
public struct Canvas {
  /// Columns of the picture.
  public let width: Int
  /// Rows of the whole picture.
  public let height: Int
  /// The rows to draw on.
  public let rows: Range<Int>
  /// Address of the picture's first pixel, or where it would be if that row is missing.
  let origin: UnsafeMutablePointer<UInt32>

  /// The rectangle of the whole picture.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Whether no row is missing.
  public var isWhole: Bool { rows.count == height }

  /// A canvas of some of the rows, clipped to those of this one.
  public func band(_ rows: Range<Int>) -> Canvas {
    Canvas(width: width, height: height, rows: rows.clamped(to: self.rows), origin: origin)
  }

  /// The rows to draw on of a rectangle inside the picture, counted from its top.
  public func rows(of rect: PixelRect) -> Range<Int> {
    guard !rect.isEmpty else { return 0..<0 }
    let rows = rows.clamped(to: rect.minY..<rect.maxY)
    return rows.lowerBound - rect.minY..<rows.upperBound - rect.minY
  }

  /// Makes all pixels transparent.
  public func clear() { clear(bounds) }

  /// Makes the pixels of a rectangle transparent; the rectangle is clipped to the canvas.
  public func clear(_ rect: PixelRect) {
    let rect = rect.intersection(PixelRect(minX: 0, minY: rows.lowerBound, maxX: width, maxY: rows.upperBound))
    guard !rect.isEmpty else { return }
    if rect.width == width {
      return (origin + rect.minY * width).update(repeating: 0, count: rect.height * width)
    }
    for y in rect.minY..<rect.maxY { (origin + (y * width + rect.minX)).update(repeating: 0, count: rect.width) }
  }
}

/// A canvas may be handed to another thread, as long as no two threads draw on the same rows.
extension Canvas: @unchecked Sendable {}

extension Pixmap {
  /// Calls `body` with a canvas of all pixels, which is valid until `body` returns; not at all if there are none.
  @inline(__always)
  package mutating func withCanvas(_ body: (Canvas) -> Void) {
    let (width, height) = (width, height)
    pixels.withUnsafeMutableBufferPointer { pixels in
      guard let origin = pixels.baseAddress, !pixels.isEmpty else { return }
      body(Canvas(width: width, height: height, rows: 0..<height, origin: origin))
    }
  }

  /// A pixmap whose pixels `body` draws: it must clear or replace all of them, because the memory is not initialized.
  ///
  /// Unlike with a transparent pixmap, memory is first touched by the thread that draws.
  package init(width: Int, height: Int, drawnBy body: (Canvas) -> Void) {
    let (width, height) = (max(0, width), max(0, height))
    let pixels = [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
      guard let origin = pixels.baseAddress, width * height > 0 else { return }
      body(Canvas(width: width, height: height, rows: 0..<height, origin: origin))
      count = width * height
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
