internal import KilnGeometry
internal import KilnPixels

/// Fills an axis-aligned rectangle without accumulation, because all rows but the first and the last are equal. A third
/// faster on animations with a backdrop.
///
/// - Parameters:
///   - region: The rectangle's pixels, clipped to the target.
///   - rows: Rows of the region to fill, counted from its top.
@inline(never)
func fillRect(
  _ rect: Rect, _ region: PixelRect, _ rows: Range<Int>, with painter: some SpanPainter,
  into pixels: UnsafeMutablePointer<UInt32>, width: Int
) {
  /// The part of a pixel or row between two edges, 0…1.
  func share(_ index: Int, _ low: Double, _ high: Double) -> Double {
    max(0, min(Double(index + 1), high) - max(Double(index), low))
  }
  let left = share(region.minX, rect.minX, rect.maxX)
  let right = share(region.maxX - 1, rect.minX, rect.maxX)
  // Columns that are covered over their full width.
  let minX = left < 1 ? region.minX + 1 : region.minX
  let maxX = right < 1 ? max(minX, region.maxX - 1) : region.maxX
  for y in region.minY + rows.lowerBound..<region.minY + rows.upperBound {
    let height = share(y, rect.minY, rect.maxY) * Double(painter.fullWeight)
    func paint(_ from: Int, _ to: Int, _ share: Double) {
      let weight = UInt32(height * share + 0.5)
      guard to > from, weight > 0 else { return }
      painter.paint(pixels + (y * width + from), to - from, x: from, y: y, weight: weight)
    }
    paint(region.minX, minX, left)
    paint(minX, maxX, 1)
    paint(max(minX, maxX), region.maxX, right)
  }
}
