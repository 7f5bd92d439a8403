public import KilnPixels

/// A picture that is drawn apart before it is composited. Like a `Canvas` it may hold only some of its rows.
public struct Layer: Sendable {
  /// Rows of the whole layer.
  public let height: Int
  /// The rows that it holds.
  public let rows: Range<Int>
  /// The pixels of these rows.
  public var pixmap: Pixmap

  /// A layer of all rows of a pixmap.
  public init(_ pixmap: Pixmap) {
    height = pixmap.height
    rows = 0..<pixmap.height
    self.pixmap = pixmap
  }

  /// A transparent layer that reuses the memory of an array.
  ///
  /// - Parameters:
  ///   - rows: The rows that it holds.
  public init(width: Int, height: Int, rows: Range<Int>, reusing memory: consuming [UInt32] = []) {
    self.height = height
    self.rows = rows
    pixmap = Pixmap(width: width, height: rows.count, reusing: memory)
  }

  /// Columns of the layer.
  public var width: Int { pixmap.width }
  /// The rectangle of the whole layer.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The held rows of a rectangle, counted from its top.
  public func rows(of rect: PixelRect) -> Range<Int> {
    guard !rect.isEmpty else { return 0..<0 }
    let rows = rows.clamped(to: rect.minY..<rect.maxY)
    return rows.lowerBound - rect.minY..<rows.upperBound - rect.minY
  }

  /// Calls `body` with a canvas of the rows that the layer holds, which is valid until `body` returns; not at all if there
  /// are no pixels.
  @inline(__always)
  public mutating func withCanvas(_ body: (Canvas) -> Void) {
    let (rows, height) = (rows, height)
    pixmap.withCanvas { canvas in
      let origin = canvas.origin - rows.lowerBound &* canvas.width
      body(Canvas(width: canvas.width, height: height, rows: rows, origin: origin))
    }
  }

  /// Calls `body` with the address of the first pixel, or where it would be if that row is missing.
  @inline(__always)
  func withOrigin(_ body: (UnsafePointer<UInt32>) -> Void) {
    let before = rows.lowerBound &* pixmap.width
    pixmap.pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress, !pixels.isEmpty else { return }
      body(first - before)
    }
  }
}
