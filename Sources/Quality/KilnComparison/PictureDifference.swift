internal import KilnGeometry
public import KilnPixels

/// Difference measures of two pictures of the same content. All numbers but `largestDifference` are the worse ones of
/// two backgrounds behind both pictures, white and mid grey.
public struct PictureDifference: Sendable, Hashable {
  /// Largest difference of a channel that does not count as a bad pixel, 0…255.
  private static let tolerance: Float = 32
  /// Peak signal-to-noise ratio of equal pictures, and the highest one.
  public static let highestPSNR = 99.0

  /// Mean structural similarity of the luma (SSIM, Gaussian window of 11 × 11 pixels) at all pixels whose window lies
  /// inside the picture, up to 1.
  public private(set) var similarity = 1.0
  /// Mean structural similarity of the content (`StructuralSimilarity.ofContent`), up to 1.
  public private(set) var contentSimilarity = 1.0
  /// Peak signal-to-noise ratio of red, green and blue in decibels, at most 99.
  public private(set) var psnr = highestPSNR
  /// Share of the pixels in which a channel differs by more than 32 of 255, 0…1.
  public private(set) var badPixels = 0.0
  /// Largest difference of a channel of a pixel over white or grey, 0…255.
  public private(set) var largestDifference = 0
  /// Whether no pixel of either picture is visible.
  public private(set) var isBlank = false

  /// Compares two pictures.
  ///
  /// - Precondition: Both have the same size.
  public init(_ a: Pixmap, _ b: Pixmap) {
    guard let similarities = StructuralSimilarity.ofContentAndWhole(a, b) else {
      isBlank = a.contentBounds.isEmpty
      return
    }
    (contentSimilarity, similarity) = similarities
    compareChannels(a, b, in: a.differenceBounds(from: b))
  }

  private mutating func compareChannels(_ a: Pixmap, _ b: Pixmap, in area: PixelRect) {
    var squares = SIMD2<Double>.zero
    var bad = SIMD2<Int>.zero
    var largest: Float = 0
    for y in area.minY..<area.maxY {
      let columns = y * a.width + area.minX..<y * a.width + area.maxX
      let (first, second) = (a.pixels.span.extracting(columns), b.pixels.span.extracting(columns))
      var line = SIMD2<Float>.zero
      for x in first.indices where first[x] != second[x] {
        let difference = Self.channels(first[x]) - Self.channels(second[x])
        // Difference over an opaque background: difference of the premultiplied colours − difference of alpha ×
        // background.
        let white = difference - difference.w
        let grey = difference - difference.w * (118 / 255)
        let most = SIMD2(Self.largest(white), Self.largest(grey))
        largest = max(largest, most.max())
        if most.x > Self.tolerance { bad.x += 1 }
        if most.y > Self.tolerance { bad.y += 1 }
        line += SIMD2(Self.square(white), Self.square(grey))
      }
      squares += SIMD2<Double>(line)
    }
    let count = Double(max(1, a.pixels.count))
    badPixels = Double(max(bad.x, bad.y)) / count
    largestDifference = Int(largest.rounded())
    let error = squares.max() / (count * 3)
    psnr =
      error > 0
      ? min(Self.highestPSNR, 10 * Scalar.logarithm(255 * 255 / error) / Scalar.logarithm(10)) : Self.highestPSNR
  }

  private static func channels(_ pixel: UInt32) -> SIMD4<Float> {
    SIMD4<Float>(
      SIMD4<UInt32>(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24))
  }

  private static func largest(_ color: SIMD4<Float>) -> Float { max(abs(color.x), abs(color.y), abs(color.z)) }

  private static func square(_ color: SIMD4<Float>) -> Float {
    color.x * color.x + color.y * color.y + color.z * color.z
  }
}
