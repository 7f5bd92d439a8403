internal import Pixels

/// How alike the contents of two pictures are: structural similarity (SSIM, Wang et al. 2004) in windows of 8 × 8 pixels
/// every 4 pixels, of red, green and blue, on white and on grey; the lower of both counts. Windows in which neither
/// picture has anything are left out, so that a small thing on a large canvas counts as much as one that fills it.
struct PictureSimilarity {
  private static let window = 8
  private static let step = 4
  /// The constants of SSIM for values of 0…255.
  private static let c1 = 6.5025
  private static let c2 = 58.5225

  /// The similarity of the contents, up to 1 for equal ones; 1 if both pictures are empty, 0 if the sizes differ.
  static func ofContent(_ a: Pixmap, _ b: Pixmap) -> Double {
    guard a.width == b.width, a.height == b.height, a.width > 0, a.height > 0 else { return 0 }
    guard a.pixels != b.pixels else { return 1 }
    return min(ofContent(a, b, background: 255), ofContent(a, b, background: 128))
  }

  private static func ofContent(_ a: Pixmap, _ b: Pixmap, background: Int) -> Double {
    var sum = 0.0
    var count = 0
    for y in stride(from: 0, to: max(1, a.height - window + step), by: step) {
      for x in stride(from: 0, to: max(1, a.width - window + step), by: step) {
        let area = (x: x..<min(x + window, a.width), y: y..<min(y + window, a.height))
        guard hasContent(a, area) || hasContent(b, area) else { continue }
        sum += (0..<3).reduce(0) { $0 + similarity(a, b, area, shift: UInt32($1) * 8, background) } / 3
        count += 1
      }
    }
    return count == 0 ? 1 : sum / Double(count)
  }

  private static func hasContent(_ picture: Pixmap, _ area: (x: Range<Int>, y: Range<Int>)) -> Bool {
    area.y.contains { y in area.x.contains { x in picture[x, y] >> 24 > 8 } }
  }

  /// SSIM of a channel in a window.
  private static func similarity(
    _ a: Pixmap, _ b: Pixmap, _ area: (x: Range<Int>, y: Range<Int>), shift: UInt32, _ background: Int
  ) -> Double {
    var (sumA, sumB, squareA, squareB, product) = (0, 0, 0, 0, 0)
    for y in area.y {
      for x in area.x {
        let (p, q) = (value(a[x, y], shift, background), value(b[x, y], shift, background))
        sumA += p
        sumB += q
        squareA += p * p
        squareB += q * q
        product += p * q
      }
    }
    let count = Double(area.x.count * area.y.count)
    let (meanA, meanB) = (Double(sumA) / count, Double(sumB) / count)
    let varianceA = max(0, Double(squareA) / count - meanA * meanA)
    let varianceB = max(0, Double(squareB) / count - meanB * meanB)
    let covariance = Double(product) / count - meanA * meanB
    return (2 * meanA * meanB + c1) * (2 * covariance + c2)
      / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  }

  /// A channel of a premultiplied pixel over the background.
  private static func value(_ pixel: UInt32, _ shift: UInt32, _ background: Int) -> Int {
    Int(pixel >> shift & 255) + background * (255 - Int(pixel >> 24)) / 255
  }
}
