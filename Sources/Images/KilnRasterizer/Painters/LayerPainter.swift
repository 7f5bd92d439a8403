/// Paints another pixmap without scaling.
struct LayerPainter: SpanPainter {
  /// Address of the layer's pixel that would lie on the target's first pixel; may be outside of the layer.
  private let origin: UnsafePointer<UInt32>
  private let width: Int
  /// Column of the target after the layer's last column.
  private let maxX: Int
  let fullWeight: Float

  /// A painter of a layer whose first pixel lies at column `x` and row `y` of the target; opacity is clamped to 0…1.
  init(_ layer: UnsafePointer<UInt32>, x: Int, y: Int, width: Int, opacity: Double) {
    origin = layer - (y &* width &+ x)
    self.width = width
    maxX = x &+ width
    fullWeight = Float(max(0, min(1, opacity)) * 255)
  }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    let row = origin + (y &* width &+ x)
    let weights = SIMD4<UInt32>(repeating: weight)
    var start = 0
    // Most pixels of a layer are transparent, and most others opaque.
    while true {
      start = firstPainted(row, from: start, to: count)
      guard start < count else { return }
      let row = row + start
      let length = min(count &- start, Self.paintedAtOnce)
      forEachBlock(pixels + start, length) { below, index in
        let sources = loadBlock(row + index, length &- index)
        if sources == .zero { return below }
        if weight < 255 { return PixelArithmetic.over(sources, weights: weights, below) }
        return PixelArithmetic.isOpaque(sources) ? sources : PixelArithmetic.over(sources, below)
      }
      start &+= length
    }
  }

  /// Number of pixels painted before transparent ones are searched again.
  private static let paintedAtOnce = 64

  /// Index of a pixel before which all are transparent, tested sixteen at a time.
  @inline(__always)
  private func firstPainted(_ row: UnsafePointer<UInt32>, from start: Int, to end: Int) -> Int {
    var start = start
    while start &+ 16 <= end {
      let raw = UnsafeRawPointer(row + start)
      let words =
        raw.loadUnaligned(as: SIMD4<UInt32>.self) | raw.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self)
        | raw.loadUnaligned(fromByteOffset: 32, as: SIMD4<UInt32>.self)
        | raw.loadUnaligned(fromByteOffset: 48, as: SIMD4<UInt32>.self)
      if words != .zero { return start }
      start &+= 16
    }
    return start
  }

  /// Paints adjacent pixels, each also weighted by a mask's alpha.
  func paint(
    _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, mask: UnsafePointer<UInt32>, weight: UInt32
  ) {
    let row = origin + (y &* width &+ x)
    let weights = SIMD4<UInt32>(repeating: weight)
    forEachBlock(pixels, count) { below, index in
      let alphas = loadBlock(mask + index, count &- index) &>> 24
      if alphas == .zero { return below }
      let sources = loadBlock(row + index, count &- index)
      if sources == .zero { return below }
      // Most blocks that a mask does not hide it leaves as they are.
      if weight == 255 && alphas == SIMD4(repeating: 255) {
        return PixelArithmetic.isOpaque(sources) ? sources : PixelArithmetic.over(sources, below)
      }
      let weighed = weight == 255 ? alphas : PixelArithmetic.scale(alphas, by: weights)
      return PixelArithmetic.over(sources, weights: weighed, below)
    }
  }

  @inline(__always)
  func painted(_ below: SIMD4<UInt32>, x: Int, y: Int, weights: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let sources = loadBlock(origin + (y &* width &+ x), maxX &- x)
    return PixelArithmetic.over(sources, weights: weights, below)
  }
}
