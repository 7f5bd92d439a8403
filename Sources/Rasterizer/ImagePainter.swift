internal import Geometry
internal import Pixels

/// Paints an image through an affine transform, sampled bilinearly; samples outside are clamped to the edge pixels.
struct ImagePainter: SpanPainter {
  /// Fixed-point unit of positions, with 32 fraction bits: errors along the longest row stay far below the 2⁻⁸ of the
  /// interpolation weights.
  private static let one = 4_294_967_296.0

  private let image: UnsafePointer<UInt32>
  private let width: Int
  private let height: Int
  /// Target pixels → image pixels, with integers at pixel centres.
  private let back: Affine
  private let stepX: Int
  private let stepY: Int
  let fullWeight: Float

  init(_ image: UnsafePointer<UInt32>, width: Int, height: Int, back: Affine, opacity: Double) {
    self.image = image
    self.width = width
    self.height = height
    self.back = .translation(-0.5, -0.5) * back * .translation(0.5, 0.5)
    stepX = Self.fixed(back.a)
    stepY = Self.fixed(back.b)
    fullWeight = Float(max(0, min(1, opacity)) * 255)
  }

  /// Fixed point; values are clamped to ±10⁸ pixels.
  @inline(__always)
  private static func fixed(_ value: Double) -> Int { Int(max(-1e8, min(1e8, value)) * one) }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    let start = back.apply(Point(Double(x), Double(y)))
    let (startX, startY) = (Self.fixed(start.x), Self.fixed(start.y))
    let weights = SIMD4<UInt32>(repeating: weight)
    forEachBlock(pixels, count) { below, index in
      let sources = samples(startX &+ index &* stepX, startY &+ index &* stepY)
      if sources == .zero { return below }
      if weight < 255 { return PixelArithmetic.over(sources, weights: weights, below) }
      return PixelArithmetic.isOpaque(sources) ? sources : PixelArithmetic.over(sources, below)
    }
  }

  @inline(__always)
  func painted(_ below: SIMD4<UInt32>, x: Int, y: Int, weights: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let start = back.apply(Point(Double(x), Double(y)))
    let sources = samples(Self.fixed(start.x), Self.fixed(start.y))
    return PixelArithmetic.over(sources, weights: weights, below)
  }

  /// Samples for four adjacent target pixels, the first at an image position in fixed point.
  @inline(__always)
  private func samples(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    let (lastX, lastY) = (x &+ 3 &* stepX, y &+ 3 &* stepY)
    let isInside =
      min(x, lastX) >= 0 && min(y, lastY) >= 0 && max(x, lastX) &>> 32 < width &- 1
      && max(y, lastY) &>> 32 < height &- 1
    guard isInside else { return samplesAtEdge(x, y) }
    var (upperLeft, upperRight) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
    var (lowerLeft, lowerRight) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
    var (weightX, weightY) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
    for lane in 0..<4 {
      let (atX, atY) = (x &+ lane &* stepX, y &+ lane &* stepY)
      let upper = image + ((atY &>> 32) &* width &+ (atX &>> 32))
      let lower = upper + width
      upperLeft[lane] = upper[0]
      upperRight[lane] = upper[1]
      lowerLeft[lane] = lower[0]
      lowerRight[lane] = lower[1]
      weightX[lane] = UInt32(truncatingIfNeeded: atX) &>> 24
      weightY[lane] = UInt32(truncatingIfNeeded: atY) &>> 24
    }
    if upperLeft | upperRight | lowerLeft | lowerRight == .zero { return .zero }
    return PixelArithmetic.mix(
      PixelArithmetic.mix(upperLeft, upperRight, weightX), PixelArithmetic.mix(lowerLeft, lowerRight, weightX), weightY)
  }

  @inline(never)
  private func samplesAtEdge(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    var result = SIMD4<UInt32>.zero
    for lane in 0..<4 { result[lane] = sample(x &+ lane &* stepX, y &+ lane &* stepY) }
    return result
  }

  private func sample(_ x: Int, _ y: Int) -> UInt32 {
    let x = max(0, min((width &- 1) &<< 32, x))
    let y = max(0, min((height &- 1) &<< 32, y))
    let (column, row) = (x &>> 32, y &>> 32)
    let right = min(column &+ 1, width &- 1)
    let upper = image + row &* width
    let lower = image + min(row &+ 1, height &- 1) &* width
    let left = SIMD4(upper[column], lower[column], 0, 0)
    let mixed = PixelArithmetic.mix(
      left, SIMD4(upper[right], lower[right], 0, 0), SIMD4(repeating: UInt32(truncatingIfNeeded: x) &>> 24))
    return PixelArithmetic.mix(
      mixed, SIMD4(repeating: mixed[1]), SIMD4(repeating: UInt32(truncatingIfNeeded: y) &>> 24))[0]
  }
}

extension PixelArithmetic {
  /// `a + (b - a) * weight / 256` in all channels, rounded to nearest.
  @inline(__always)
  fileprivate static func mix(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ weight: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let rest = 256 &- weight
    let low = weighted(a & 0xFF00FF, rest, b & 0xFF00FF, weight) &>> 8 & 0xFF00FF
    let high = weighted(a &>> 8 & 0xFF00FF, rest, b &>> 8 & 0xFF00FF, weight) & 0xFF00_FF00
    return low | high
  }

  /// In 16-bit lanes, which cannot overflow, because weights add up to 256.
  @inline(__always)
  private static func weighted(
    _ a: SIMD4<UInt32>, _ weightA: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ weightB: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    func halves(_ words: SIMD4<UInt32>) -> SIMD8<UInt16> { unsafeBitCast(words, to: SIMD8<UInt16>.self) }
    let sum =
      halves(a) &* halves(weightA | weightA &<< 16) &+ halves(b) &* halves(weightB | weightB &<< 16) &+ 128
    return unsafeBitCast(sum, to: SIMD4<UInt32>.self)
  }
}
