internal import KilnGeometry

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
  /// Fractions of the steps from a pixel to the next three.
  private let fractionsX: SIMD4<UInt32>
  private let fractionsY: SIMD4<UInt32>
  let fullWeight: Float

  init(_ image: UnsafePointer<UInt32>, width: Int, height: Int, back: Affine, opacity: Double) {
    self.image = image
    self.width = width
    self.height = height
    self.back = .translation(-0.5, -0.5) * back * .translation(0.5, 0.5)
    stepX = Self.fixed(back.a)
    stepY = Self.fixed(back.b)
    fractionsX = SIMD4(0, 1, 2, 3) &* UInt32(truncatingIfNeeded: stepX)
    fractionsY = SIMD4(0, 1, 2, 3) &* UInt32(truncatingIfNeeded: stepY)
    fullWeight = Float(max(0, min(1, opacity)) * 255)
  }

  /// Fixed point; values are clamped to ±10⁸ pixels.
  @inline(__always)
  private static func fixed(_ value: Double) -> Int { Int(max(-1e8, min(1e8, value)) * one) }

  @inline(__always)
  func paint(_ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, x: Int, y: Int, weight: UInt32) {
    let start = back.apply(Point(Double(x), Double(y)))
    let (startX, startY) = (Self.fixed(start.x), Self.fixed(start.y))
    let row = startY &>> 32
    guard stepY == 0, row >= 0, row < height &- 1 else {
      return paint(pixels, count, weight) { samples(startX &+ $0 &* stepX, startY &+ $0 &* stepY) }
    }
    // Neither turned nor slanted: all samples of the row are between the same two rows of the image.
    let rows = Rows(upper: image + row &* width, lower: image + (row &+ 1) &* width, weight: Self.weight(startY))
    let weightX = Self.weight(startX)
    if stepX == 1 &<< 32 {
      paint(pixels, count, weight) { index in
        let column = startX &>> 32 &+ index
        guard column >= 0, column &+ 4 < width else { return samplesAtEdge(startX &+ index &* stepX, startY) }
        return rows.samples(at: column, weightX)
      }
    } else {
      paint(pixels, count, weight) { index in
        let x = startX &+ index &* stepX
        guard isInsideColumns(x) else { return samplesAtEdge(x, startY) }
        return rows.samples(from: x, step: stepX, Self.weights(x, fractionsX))
      }
    }
  }

  /// Composites the samples that begin at an index of the span.
  @inline(__always)
  private func paint(
    _ pixels: UnsafeMutablePointer<UInt32>, _ count: Int, _ weight: UInt32, samples: (Int) -> SIMD4<UInt32>
  ) {
    let weights = SIMD4<UInt32>(repeating: weight)
    forEachBlock(pixels, count) { below, index in
      let sources = samples(index)
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

  /// The interpolation weights of a position in fixed point.
  @inline(__always)
  private static func weight(_ position: Int) -> SIMD4<UInt32> {
    SIMD4(repeating: UInt32(truncatingIfNeeded: position) &>> 24)
  }

  /// The interpolation weights of a position and of the next three, by the fractions of the steps to them.
  @inline(__always)
  private static func weights(_ position: Int, _ fractions: SIMD4<UInt32>) -> SIMD4<UInt32> {
    (SIMD4(repeating: UInt32(truncatingIfNeeded: position)) &+ fractions) &>> 24
  }

  /// Whether the samples of four adjacent target pixels lie between columns of the image.
  @inline(__always)
  private func isInsideColumns(_ x: Int) -> Bool {
    let lastX = x &+ 3 &* stepX
    return min(x, lastX) >= 0 && max(x, lastX) &>> 32 < width &- 1
  }

  /// Samples for four adjacent target pixels, the first at an image position in fixed point.
  @inline(__always)
  private func samples(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    let lastY = y &+ 3 &* stepY
    guard isInsideColumns(x), min(y, lastY) >= 0, max(y, lastY) &>> 32 < height &- 1 else { return samplesAtEdge(x, y) }
    var (upper, lower) = (SIMD4<UInt64>.zero, SIMD4<UInt64>.zero)
    for lane in 0..<4 {
      let (atX, atY) = (x &+ lane &* stepX, y &+ lane &* stepY)
      let pixel = image + ((atY &>> 32) &* width &+ (atX &>> 32))
      upper[lane] = Self.pair(pixel)
      lower[lane] = Self.pair(pixel + width)
    }
    return Self.mixed(upper, lower, Self.weights(x, fractionsX), Self.weights(y, fractionsY))
  }

  /// A pixel and the one to its right, in one load.
  @inline(__always)
  fileprivate static func pair(_ pixel: UnsafePointer<UInt32>) -> UInt64 {
    UnsafeRawPointer(pixel).loadUnaligned(as: UInt64.self)
  }

  /// Four samples between pairs of pixels of two rows.
  @inline(__always)
  fileprivate static func mixed(
    _ upper: SIMD4<UInt64>, _ lower: SIMD4<UInt64>, _ weightX: SIMD4<UInt32>, _ weightY: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    if upper | lower == .zero { return .zero }
    let (above, below) = (unsafeBitCast(upper, to: SIMD8<UInt32>.self), unsafeBitCast(lower, to: SIMD8<UInt32>.self))
    return PixelArithmetic.mix(
      PixelArithmetic.mix(above.evenHalf, above.oddHalf, weightX),
      PixelArithmetic.mix(below.evenHalf, below.oddHalf, weightX), weightY)
  }

  /// Two adjacent rows of the image, and where between them samples are taken.
  private struct Rows {
    let upper: UnsafePointer<UInt32>
    let lower: UnsafePointer<UInt32>
    let weight: SIMD4<UInt32>

    /// Samples at adjacent columns.
    @inline(__always)
    func samples(at column: Int, _ weightX: SIMD4<UInt32>) -> SIMD4<UInt32> {
      let (left, lowerLeft) = (Self.four(upper + column), Self.four(lower + column))
      if weightX | weight == .zero { return left }
      let (right, lowerRight) = (Self.four(upper + column + 1), Self.four(lower + column + 1))
      if left | right | lowerLeft | lowerRight == .zero { return .zero }
      return PixelArithmetic.mix(
        PixelArithmetic.mix(left, right, weightX), PixelArithmetic.mix(lowerLeft, lowerRight, weightX), weight)
    }

    /// Samples at columns in fixed point, a step apart, with the weights of their right neighbours.
    @inline(__always)
    func samples(from x: Int, step: Int, _ weightX: SIMD4<UInt32>) -> SIMD4<UInt32> {
      var (above, below) = (SIMD4<UInt64>.zero, SIMD4<UInt64>.zero)
      for lane in 0..<4 {
        let atX = x &+ lane &* step
        above[lane] = ImagePainter.pair(upper + atX &>> 32)
        below[lane] = ImagePainter.pair(lower + atX &>> 32)
      }
      return ImagePainter.mixed(above, below, weightX, weight)
    }

    @inline(__always)
    private static func four(_ pixel: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
      UnsafeRawPointer(pixel).loadUnaligned(as: SIMD4<UInt32>.self)
    }
  }

  /// Samples of which some lie outside of the image; these are clamped to its edge.
  @inline(never)
  private func samplesAtEdge(_ x: Int, _ y: Int) -> SIMD4<UInt32> {
    var (upperLeft, upperRight) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
    var (lowerLeft, lowerRight) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
    var (weightX, weightY) = (SIMD4<UInt32>.zero, SIMD4<UInt32>.zero)
    for lane in 0..<4 {
      let atX = max(0, min((width &- 1) &<< 32, x &+ lane &* stepX))
      let atY = max(0, min((height &- 1) &<< 32, y &+ lane &* stepY))
      let (left, row) = (atX &>> 32, atY &>> 32)
      let right = min(left &+ 1, width &- 1)
      let upper = image + row &* width
      let lower = image + min(row &+ 1, height &- 1) &* width
      (upperLeft[lane], upperRight[lane]) = (upper[left], upper[right])
      (lowerLeft[lane], lowerRight[lane]) = (lower[left], lower[right])
      weightX[lane] = UInt32(truncatingIfNeeded: atX) &>> 24
      weightY[lane] = UInt32(truncatingIfNeeded: atY) &>> 24
    }
    if upperLeft | upperRight | lowerLeft | lowerRight == .zero { return .zero }
    return PixelArithmetic.mix(
      PixelArithmetic.mix(upperLeft, upperRight, weightX), PixelArithmetic.mix(lowerLeft, lowerRight, weightX), weightY)
  }
}

extension PixelArithmetic {
  /// `a + (b - a) * weight / 256` in all channels, rounded to nearest, with weights below 256.
  @inline(__always)
  fileprivate static func mix(_ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ weight: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let weights = halves(weight | weight &<< 16)
    let low = mixed(halves(a & 0xFF00FF), halves(b & 0xFF00FF), weights)
    let high = mixed(halves(a &>> 8 & 0xFF00FF), halves(b &>> 8 & 0xFF00FF), weights)
    return unsafeBitCast(low &>> 8, to: SIMD4<UInt32>.self)
      | unsafeBitCast(high, to: SIMD4<UInt32>.self) & 0xFF00_FF00
  }

  /// 256 times the mean of bytes in 16-bit lanes. The difference and its product wrap around, the sum is right again.
  @inline(__always)
  private static func mixed(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>, _ weights: SIMD8<UInt16>) -> SIMD8<UInt16> {
    a &<< 8 &+ (b &- a) &* weights &+ 128
  }

  @inline(__always)
  private static func halves(_ words: SIMD4<UInt32>) -> SIMD8<UInt16> { unsafeBitCast(words, to: SIMD8<UInt16>.self) }
}
