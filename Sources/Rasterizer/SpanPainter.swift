/// What colours covered pixels. Chosen once a shape, so that inner loops are specialized for it.
protocol SpanPainter {
  /// Paints the pixels `run`, which lie side by side from column `x` of row `y`; `coverage` is 1…255 for all of them.
  func paint(_ pixels: inout MutableSpan<UInt32>, _ run: Range<Int>, x: Int, y: Int, coverage: UInt32)

  /// One pixel, painted over what is there.
  func blended(over destination: UInt32, x: Int, y: Int, coverage: UInt32) -> UInt32
}

/// One colour.
struct SolidPainter: SpanPainter {
  let color: UInt32

  @inline(__always)
  func paint(_ pixels: inout MutableSpan<UInt32>, _ run: Range<Int>, x: Int, y: Int, coverage: UInt32) {
    let source = coverage == 255 ? color : PixelArithmetic.scale(color, by: coverage)
    if source >> 24 == 255 {
      for index in run { pixels[index] = source }
    } else {
      for index in run { pixels[index] = PixelArithmetic.over(source, pixels[index]) }
    }
  }

  @inline(__always)
  func blended(over destination: UInt32, x: Int, y: Int, coverage: UInt32) -> UInt32 {
    PixelArithmetic.over(PixelArithmetic.scale(color, by: coverage), destination)
  }
}
