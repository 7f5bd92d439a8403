extension Pixmap {
  /// The smallest rectangle that contains every pixel in which two pixmaps differ; empty if they are equal.
  ///
  /// - Precondition: Both have the same size.
  public func differenceBounds(from other: Pixmap) -> PixelRect { differenceBounds(from: other, in: bounds) }

  /// The smallest rectangle that contains every pixel of `area` in which two pixmaps differ; empty if they are equal
  /// there.
  ///
  /// Rows are compared as a whole by vector instructions; single pixels only outside of the columns found so far.
  ///
  /// - Precondition: Both have the same size.
  public func differenceBounds(from other: Pixmap, in area: PixelRect) -> PixelRect {
    precondition(width == other.width && height == other.height, "sizes must match")
    let area = area.intersection(bounds)
    guard !area.isEmpty else { return area }
    let (mine, others, stride) = (pixels.span, other.pixels.span, width)
    var result = PixelRect(minX: area.maxX, minY: area.maxY, maxX: area.minX, maxY: area.minY)
    for y in area.minY..<area.maxY {
      let a = mine.extracting(y * stride + area.minX..<y * stride + area.maxX)
      let b = others.extracting(y * stride + area.minX..<y * stride + area.maxX)
      guard !a.equals(b) else { continue }
      result.minY = min(result.minY, y)
      result.maxY = y + 1
      var first = 0
      let known = max(0, min(result.minX - area.minX, a.count))
      while first < known, a[first] == b[first] { first += 1 }
      result.minX = min(result.minX, area.minX + first)
      var last = a.count
      while area.minX + last > result.maxX, a[last - 1] == b[last - 1] { last -= 1 }
      result.maxX = max(result.maxX, area.minX + last)
    }
    return result
  }
}

extension Span<UInt32> {
  /// Whether two spans of the same length are equal. Without early exit, so that it is vectorized.
  fileprivate func equals(_ other: Span<UInt32>) -> Bool {
    var difference: UInt32 = 0
    for index in 0..<Swift.min(count, other.count) { difference |= self[index] ^ other[index] }
    return difference == 0
  }
}
