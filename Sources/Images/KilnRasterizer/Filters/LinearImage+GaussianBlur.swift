internal import KilnGeometry

/// Gaussian blur as in browsers: by the true kernel for small deviations, else by three successive box blurs (Filter
/// Effects Module Level 1, `feGaussianBlur`). Pixels outside of the image count as transparent.
extension LinearImage {
  /// The image blurred with a standard deviation in pixels along each axis; 0 or less does nothing.
  func blurred(deviationX: Double, deviationY: Double) -> LinearImage {
    var image = self
    if deviationX > 0 { image.blurRows(deviationX) }
    if deviationY > 0 {
      image = image.transposed
      image.blurRows(deviationY)
      image = image.transposed
    }
    return image
  }

  mutating func blurRows(_ deviation: Double) {
    guard width > 0 else { return }
    if deviation < BoxBlur.smallestDeviation {
      let kernel = Self.kernel(deviation)
      forEachRow { row, scratch in Self.convolve(&row, &scratch, kernel) }
    } else {
      // Windows much wider than the image blur all of it alike.
      let boxes = BoxBlur(deviation: deviation, maximumWindow: 4 * width).boxes
      forEachRow { row, scratch in
        for (before, after) in boxes { Self.average(&row, &scratch, before: before, after: after) }
      }
    }
  }

  private mutating func forEachRow(_ body: (_ row: inout [SIMD4<UInt16>], _ scratch: inout [SIMD4<UInt16>]) -> Void) {
    var row: [SIMD4<UInt16>] = []
    var scratch: [SIMD4<UInt16>] = []
    for start in stride(from: 0, to: pixels.count, by: width) {
      let range = start..<start + width
      if pixels[range].allSatisfy({ $0 == .zero }) { continue }
      row.removeAll(keepingCapacity: true)
      row.append(contentsOf: pixels[range])
      body(&row, &scratch)
      pixels.replaceSubrange(range, with: row)
    }
  }

  /// Weights of a Gaussian kernel from its centre outwards; the sum of the symmetric kernel is 1.
  private static func kernel(_ deviation: Double) -> [Float] {
    let reach = Int(clamping: (deviation * 3).rounded(.up), to: 0...Int(BoxBlur.smallestDeviation * 3))
    let weights = (0...reach).map { distance in
      Scalar.exponential(-Double(distance * distance) / (2 * deviation * deviation))
    }
    let sum = 2 * weights.reduce(0, +) - weights[0]
    return weights.map { Float($0 / sum) }
  }

  private static func convolve(_ row: inout [SIMD4<UInt16>], _ source: inout [SIMD4<UInt16>], _ kernel: [Float]) {
    swap(&row, &source)
    row.removeAll(keepingCapacity: true)
    for column in source.indices {
      var sum = float(source[column]) * kernel[0]
      for distance in 1..<kernel.count {
        if column - distance >= 0 { sum += float(source[column - distance]) * kernel[distance] }
        if column + distance < source.count { sum += float(source[column + distance]) * kernel[distance] }
      }
      row.append(rounded(pointwiseMin(sum, SIMD4(repeating: 65535))))
    }
  }

  /// Box blur: each pixel becomes the mean of `before` pixels to its left, itself, and `after` pixels to its right.
  private static func average(
    _ row: inout [SIMD4<UInt16>], _ source: inout [SIMD4<UInt16>], before: Int, after: Int
  ) {
    swap(&row, &source)
    row.removeAll(keepingCapacity: true)
    var sum = SIMD4<UInt32>.zero
    for column in 0..<min(after, source.count) { sum &+= SIMD4(truncatingIfNeeded: source[column]) }
    let share = 1 / Float(before + 1 + after)
    for column in source.indices {
      if column + after < source.count { sum &+= SIMD4(truncatingIfNeeded: source[column + after]) }
      row.append(rounded(float(sum) * share))
      if column - before >= 0 { sum &-= SIMD4(truncatingIfNeeded: source[column - before]) }
    }
  }

  // Conversions by initializers check for traps lane by lane, which took four fifths of the time.

  /// Rounds numbers in 0…65535 to nearest: adding 2²³ leaves the rounded value in the low bits of the mantissa.
  @inline(__always)
  private static func rounded(_ values: SIMD4<Float>) -> SIMD4<UInt16> {
    SIMD4(truncatingIfNeeded: unsafeBitCast(values + 8_388_608, to: SIMD4<UInt32>.self))
  }

  @inline(__always)
  private static func float(_ values: SIMD4<UInt16>) -> SIMD4<Float> { float(half: SIMD4(truncatingIfNeeded: values)) }

  /// Converts the two halves of each number exactly; only their sum is rounded.
  @inline(__always)
  private static func float(_ values: SIMD4<UInt32>) -> SIMD4<Float> {
    float(half: values &>> 16) * 65536 + float(half: values & 0xFFFF)
  }

  /// Converts numbers below 2¹⁶, as the low mantissa bits of 2²³.
  @inline(__always)
  private static func float(half values: SIMD4<UInt32>) -> SIMD4<Float> {
    unsafeBitCast(values | 0x4B00_0000, to: SIMD4<Float>.self) - 8_388_608
  }

  private var transposed: LinearImage {
    var turned: [SIMD4<UInt16>] = []
    turned.reserveCapacity(pixels.count)
    for column in 0..<width {
      for row in 0..<height { turned.append(pixels[row * width + column]) }
    }
    return LinearImage(width: height, height: width, pixels: turned)
  }
}
