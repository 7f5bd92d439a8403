extension Pixmap {
  /// The rectangle of all pixels.
  public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The smallest rectangle that contains every pixel with an alpha above 0; empty if there is none.
  public var contentBounds: PixelRect {
    var minX = width
    var maxX = 0
    var minY = height
    var maxY = 0
    for y in 0..<height {
      let row = y * width
      guard let first = pixels[row..<row + width].firstIndex(where: { $0 >> 24 != 0 }),
        let last = pixels[row..<row + width].lastIndex(where: { $0 >> 24 != 0 })
      else { continue }
      minX = min(minX, first - row)
      maxX = max(maxX, last - row + 1)
      minY = min(minY, y)
      maxY = y + 1
    }
    return PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
  }

  /// A copy of a rectangle inside the pixmap. The whole of it shares its memory until one of the two changes.
  ///
  /// - Precondition: `rect` lies inside `bounds`.
  public func cropped(to rect: PixelRect) -> Pixmap {
    guard rect != bounds else { return self }
    var result: [UInt32] = []
    result.reserveCapacity(rect.width * rect.height)
    if !rect.isEmpty {
      for y in rect.minY..<rect.maxY { result += pixels[y * width + rect.minX..<y * width + rect.maxX] }
    }
    return Pixmap(width: rect.width, height: rect.height, pixels: result)
  }

  /// Replaces a rectangle of pixels by another pixmap, without blending.
  ///
  /// - Parameters:
  ///   - x: Column of the source's first column.
  ///   - y: Row of the source's first row.
  /// - Precondition: The source lies inside `bounds` there.
  public mutating func copy(_ source: Pixmap, x: Int, y: Int) {
    for row in 0..<source.height {
      let start = (y + row) * width + x
      pixels.replaceSubrange(
        start..<start + source.width, with: source.pixels[row * source.width..<(row + 1) * source.width])
    }
  }

  /// Copies the pixels of a rectangle from the same position of another pixmap; the rectangle is clipped to both.
  public mutating func copy(_ rect: PixelRect, of source: Pixmap) {
    let rect = rect.intersection(bounds).intersection(source.bounds)
    guard !rect.isEmpty else { return }
    for y in rect.minY..<rect.maxY {
      let row = y * width + rect.minX..<y * width + rect.maxX
      pixels.replaceSubrange(row, with: source.pixels[y * source.width + rect.minX..<y * source.width + rect.maxX])
    }
  }
}
