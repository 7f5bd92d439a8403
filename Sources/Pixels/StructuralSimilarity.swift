/// How similar two pictures of the same content are.
///
/// Structural similarity (SSIM, Wang et al. 2004) of the luma with a Gaussian window of 11 × 11 pixels and a deviation of
/// 1.5, over white and over mid grey, whichever is worse, averaged over the content only: what is not transparent in
/// either picture, grown by five pixels. Backgrounds so do not count as similar.
public enum StructuralSimilarity {
  /// What the blurred planes of both pictures hold for each background: a, b, a², b², a × b.
  private typealias Planes = SIMD16<Float>

  private static let radius = 5
  /// exp(−x² / 4.5) for x = 0…5, the first once and the others twice adding up to 1.
  private static let window: [Float] = [
    0.26601173, 0.21300554, 0.10936069, 0.03600077, 0.00759876, 0.00102838,
  ]

  /// Mean similarity of the content, up to 1; 1 if no pixel differs.
  ///
  /// - Parameter step: Distance in pixels of the places at which it is measured, along rows and columns. Of two, a quarter
  ///   of the time is needed, and the mean changes in the third or fourth decimal.
  /// - Precondition: Both have the same size.
  public static func ofContent(_ a: Pixmap, _ b: Pixmap, step: Int = 1) -> Double {
    let changed = a.differenceBounds(from: b)
    guard !changed.isEmpty else { return 1 }
    let margin = 2 * radius + 1
    let area = PixelRect(
      minX: max(0, changed.minX - margin), minY: max(0, changed.minY - margin),
      maxX: min(a.width, changed.maxX + margin), maxY: min(a.height, changed.maxY + margin))
    let content = GrownContent(a, b, by: radius)
    let lost = dissimilarity(a, b, in: area, content, step: max(1, step))
    let total = max(lost.white, lost.grey) * Double(max(1, step) * max(1, step))
    return 1 - total / Double(max(1, content.count))
  }

  /// Sums of 1 − SSIM over the content of an area, over white and over grey.
  private static func dissimilarity(
    _ a: Pixmap, _ b: Pixmap, in area: PixelRect, _ content: GrownContent, step: Int
  ) -> (white: Double, grey: Double) {
    let columns = Array(stride(from: 0, to: area.width, by: step))
    // The last rows, blurred along x; a row is found at its number modulo 16.
    var rows = [[Planes]](repeating: [Planes](repeating: .zero, count: columns.count), count: 16)
    var line = [Planes](repeating: .zero, count: area.width + 2 * radius)
    var sums = SIMD2<Double>.zero
    var next = 0
    for y in stride(from: 0, to: area.height, by: step) {
      while next <= min(y + radius, area.height - 1) {
        read(a, b, row: area.minY + next, area, into: &line)
        blur(line, step: step, into: &rows[next & 15])
        next += 1
      }
      let top = (area.minY + y) * a.width + area.minX
      var lineSums = SIMD2<Float>.zero
      let last = area.height - 1
      let order = (0...radius).map { (max(0, y - $0) & 15, min(last, y + $0) & 15) }
      for (index, x) in columns.enumerated() where content.isInside[top + x] {
        var planes = rows[order[0].0][index] * window[0]
        for offset in 1...radius {
          planes += (rows[order[offset].0][index] + rows[order[offset].1][index]) * window[offset]
        }
        lineSums += dissimilarity(planes)
      }
      sums += SIMD2<Double>(lineSums)
    }
    return (sums.x, sums.y)
  }

  /// 1 − SSIM over white and over grey.
  private static func dissimilarity(_ planes: Planes) -> SIMD2<Float> {
    let (c1, c2): (Float, Float) = (6.5025, 58.5225)
    func values(_ plane: Int) -> SIMD2<Float> { SIMD2(planes[plane], planes[plane + 8]) }
    let (a, b) = (values(0), values(1))
    let varianceA = values(2) - a * a
    let varianceB = values(3) - b * b
    let covariance = values(4) - a * b
    let product = a * b
    let squares = a * a + b * b
    let ones = SIMD2<Float>(repeating: 1)
    let luminance = (product + product + c1) / (squares + c1)
    let structure = (covariance + covariance + c2) / (varianceA + varianceB + c2)
    return ones - luminance * structure
  }

  /// The planes of one row, with its ends repeated.
  private static func read(_ a: Pixmap, _ b: Pixmap, row: Int, _ area: PixelRect, into line: inout [Planes]) {
    let start = row * a.width + area.minX
    for x in 0..<area.width {
      let (p, q) = (luma(a.pixels[start + x]), luma(b.pixels[start + x]))
      let (white, grey) = (p.value + p.rest * 255, p.value + p.rest * 118)
      let (white2, grey2) = (q.value + q.rest * 255, q.value + q.rest * 118)
      line[radius + x] = Planes(
        lowHalf: SIMD8(white, white2, white * white, white2 * white2, white * white2, 0, 0, 0),
        highHalf: SIMD8(grey, grey2, grey * grey, grey2 * grey2, grey * grey2, 0, 0, 0))
    }
    for end in 0..<radius {
      line[end] = line[radius]
      line[radius + area.width + end] = line[radius + area.width - 1]
    }
  }

  private static func blur(_ line: [Planes], step: Int, into row: inout [Planes]) {
    for index in row.indices {
      let x = index * step + radius
      var sum = line[x] * window[0]
      for offset in 1...radius { sum += (line[x - offset] + line[x + offset]) * window[offset] }
      row[index] = sum
    }
  }

  /// Luma of a premultiplied pixel over black, and how much of a background is seen, 0…1.
  private static func luma(_ pixel: UInt32) -> (value: Float, rest: Float) {
    (
      0.299 * Float(pixel & 255) + 0.587 * Float(pixel >> 8 & 255) + 0.114 * Float(pixel >> 16 & 255),
      Float(255 - pixel >> 24) / 255
    )
  }
}

/// Pixels that are at most some steps along rows and columns from one that is not transparent in either picture.
private struct GrownContent {
  /// By pixel, row by row.
  let isInside: [Bool]
  /// Number of pixels inside.
  let count: Int

  init(_ a: Pixmap, _ b: Pixmap, by radius: Int) {
    let (width, height) = (a.width, a.height)
    // Steps to the nearest content, found by one pass in each direction.
    var distance = [UInt8](repeating: UInt8(radius + 1), count: width * height)
    for at in distance.indices where (a.pixels[at] | b.pixels[at]) >> 24 > 0 { distance[at] = 0 }
    for y in 0..<height {
      for x in 0..<width {
        let at = y * width + x
        if x > 0 { distance[at] = min(distance[at], distance[at - 1] + 1) }
        if y > 0 { distance[at] = min(distance[at], distance[at - width] + 1) }
      }
    }
    var count = 0
    for y in (0..<height).reversed() {
      for x in (0..<width).reversed() {
        let at = y * width + x
        if x + 1 < width { distance[at] = min(distance[at], distance[at + 1] + 1) }
        if y + 1 < height { distance[at] = min(distance[at], distance[at + width] + 1) }
        if distance[at] <= radius { count += 1 }
      }
    }
    self.count = count
    isInside = distance.map { $0 <= radius }
  }
}
