/// Paints spans of covered pixels. Chosen once for each fill, so that inner loops are specialized for it.
///
/// Pixels are raw pointers; the caller has clipped spans to the target.
protocol SpanPainter {
  /// Weight of a fully covered pixel, 0…255; opacity is included.
  var fullWeight: Float { get }

  /// Paints `count` adjacent pixels from column `x` of row `y`, all with weight 1…255.
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32)

  /// Returns four adjacent pixels painted over `below`. Weights are 0…255; columns with weight 0 may lie outside of the
  /// target.
  func painted(_ below: SIMD4<UInt32>, x: Int, y: Int, weights: SIMD4<UInt32>) -> SIMD4<UInt32>

  /// Paints four adjacent pixels with their weights, or the `left` remaining ones of the row.
  func paintBlock(_ pixels: UnsafeMutablePointer<UInt32>, x: Int, y: Int, _ weights: SIMD4<UInt32>, _ left: Int)
}

/// Paints a solid colour.
struct SolidPainter: SpanPainter {
  let color: UInt32

  var fullWeight: Float { 255 }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    if weight == 255 && color &>> 24 == 255 { return pixels.update(repeating: color, count: count) }
    let (sources, weights) = (SIMD4<UInt32>(repeating: color), SIMD4<UInt32>(repeating: weight))
    forEachBlock(pixels, count) { below, _ in PixelArithmetic.over(sources, weights: weights, below) }
  }

  @inline(__always)
  func painted(_ below: SIMD4<UInt32>, x: Int, y: Int, weights: SIMD4<UInt32>) -> SIMD4<UInt32> {
    PixelArithmetic.over(SIMD4(repeating: color), weights: weights, below)
  }
}

/// Paints an opaque colour.
struct OpaquePainter: SpanPainter {
  let color: UInt32

  var fullWeight: Float { 255 }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    if weight == 255 { return pixels.update(repeating: color, count: count) }
    let (sources, weights) = (SIMD4<UInt32>(repeating: color), SIMD4<UInt32>(repeating: weight))
    forEachBlock(pixels, count) { below, _ in PixelArithmetic.mix(sources, weights: weights, below) }
  }

  @inline(__always)
  func painted(_ below: SIMD4<UInt32>, x: Int, y: Int, weights: SIMD4<UInt32>) -> SIMD4<UInt32> {
    PixelArithmetic.mix(SIMD4(repeating: color), weights: weights, below)
  }
}

/// Replaces pixels in blocks of four, the last one padded with zeros. `paint` gets a block and the index of its first
/// pixel.
@inline(__always)
func forEachBlock(
  _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ paint: (SIMD4<UInt32>, Int) -> SIMD4<UInt32>
) {
  let raw = UnsafeMutableRawPointer(pixels)
  var index = 0
  while index &+ 4 <= count {
    let block = raw + index &* 4
    block.storeBytes(of: paint(block.loadUnaligned(as: SIMD4<UInt32>.self), index), as: SIMD4<UInt32>.self)
    index &+= 4
  }
  guard index < count else { return }
  var rest = SIMD4<UInt32>.zero
  for lane in 0..<count &- index { rest[lane] = pixels[index &+ lane] }
  let result = paint(rest, index)
  for lane in 0..<count &- index { pixels[index &+ lane] = result[lane] }
}

/// Four pixels, or as many as there are, padded with zeros.
@inline(__always)
func loadBlock(_ pixels: UnsafePointer<UInt32>, _ count: Int) -> SIMD4<UInt32> {
  if count >= 4 { return UnsafeRawPointer(pixels).loadUnaligned(as: SIMD4<UInt32>.self) }
  var result = SIMD4<UInt32>.zero
  for lane in 0..<max(0, count) { result[lane] = pixels[lane] }
  return result
}
