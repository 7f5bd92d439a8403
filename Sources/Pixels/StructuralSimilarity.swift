/// How similar two pictures of the same content are.
///
/// Structural similarity (SSIM, Wang et al. 2004) of the luma with a Gaussian window of 11 × 11 pixels and a deviation of
/// 1.5, over white and over mid grey, whichever is worse, averaged over the content only: what is not transparent in
/// either picture, grown by five pixels. Backgrounds so do not count as similar.
public enum StructuralSimilarity {
  /// Mean similarity of the content, up to 1; 1 if no pixel differs.
  ///
  /// - Parameter step: Distance in pixels of the places at which it is measured, along rows and columns. Of two, a quarter
  ///   of the time is needed, and the mean changes in the third or fourth decimal.
  /// - Precondition: Both have the same size.
  public static func ofContent(_ a: Pixmap, _ b: Pixmap, step: Int = 1) -> Double {
    let changed = a.differenceBounds(from: b)
    guard !changed.isEmpty else { return 1 }
    let content = GrownContent(a, b, by: SimilarityMap.radius)
    let step = max(1, step)
    var map = SimilarityMap(a, b, changed: changed, step: step)
    map.measure(in: content)
    return map.mean(map.content, of: content.count, step: step)
  }

  /// Mean similarity of the content, and of the whole pictures, each up to 1.
  ///
  /// The whole is measured at the pixels whose window lies inside the picture, as in the paper: at all but the outer five
  /// rows and columns, or at all pixels of pictures of at most ten rows or columns.
  ///
  /// - Precondition: Both have the same size.
  public static func ofContentAndWhole(_ a: Pixmap, _ b: Pixmap) -> (content: Double, whole: Double) {
    let changed = a.differenceBounds(from: b)
    guard !changed.isEmpty else { return (1, 1) }
    let content = GrownContent(a, b, by: SimilarityMap.radius)
    var map = SimilarityMap(a, b, changed: changed, step: 1)
    map.measure(in: content, andWhole: true)
    return (map.mean(map.content, of: content.count, step: 1), map.mean(map.whole, of: map.wholeCount, step: 1))
  }
}

/// Sums of 1 − SSIM over white and over grey, around the pixels in which two pictures differ.
private struct SimilarityMap {
  /// What the blurred planes of both pictures hold for each background: a, b, a² + b², a × b.
  private typealias Planes = SIMD8<Float>

  static let radius = 5
  /// exp(−x² / 4.5) for x = 0…5, the first once and the others twice adding up to 1.
  private static let window: [Float] = [
    0.26601173, 0.21300554, 0.10936069, 0.03600077, 0.00759876, 0.00102838,
  ]

  private let a: Pixmap
  private let b: Pixmap
  /// Pixels whose windows reach one that differs.
  private let area: PixelRect
  /// Pixels whose windows lie inside the pictures.
  private let inner: PixelRect
  private let step: Int
  /// Sums over the content: over white, over grey.
  private(set) var content = SIMD2<Double>.zero
  /// Sums over the inner pixels.
  private(set) var whole = SIMD2<Double>.zero

  init(_ a: Pixmap, _ b: Pixmap, changed: PixelRect, step: Int) {
    (self.a, self.b, self.step) = (a, b, step)
    let margin = 2 * Self.radius + 1
    area = PixelRect(
      minX: max(0, changed.minX - margin), minY: max(0, changed.minY - margin),
      maxX: min(a.width, changed.maxX + margin), maxY: min(a.height, changed.maxY + margin))
    let inner = PixelRect(
      minX: Self.radius, minY: Self.radius, maxX: a.width - Self.radius, maxY: a.height - Self.radius)
    self.inner = inner.isEmpty ? a.bounds : inner
  }

  /// Number of the inner pixels.
  var wholeCount: Int { inner.width * inner.height }

  /// Mean similarity of a number of pixels, the lower one of both backgrounds.
  func mean(_ sums: SIMD2<Double>, of count: Int, step: Int) -> Double {
    1 - sums.max() * Double(step * step) / Double(max(1, count))
  }

  /// Adds up the pixels of the content, and, if wanted, the inner ones.
  mutating func measure(in content: GrownContent, andWhole measuresWhole: Bool = false) {
    let columns = Array(stride(from: 0, to: area.width, by: step))
    // The last rows, blurred along x; a row is found at its number modulo 16.
    var rows = [[Planes]](repeating: [Planes](repeating: .zero, count: columns.count), count: 16)
    var line = [Planes](repeating: .zero, count: area.width + 2 * Self.radius)
    var next = 0
    let last = area.height - 1
    for y in stride(from: 0, to: area.height, by: step) {
      while next <= min(y + Self.radius, last) {
        read(row: area.minY + next, into: &line)
        blur(line, into: &rows[next & 15])
        next += 1
      }
      let order = (0...Self.radius).map { (max(0, y - $0) & 15, min(last, y + $0) & 15) }
      let top = (area.minY + y) * a.width + area.minX
      let isInner = measuresWhole && (inner.minY..<inner.maxY).contains(area.minY + y)
      var sums = (content: SIMD2<Float>.zero, whole: SIMD2<Float>.zero)
      for (index, x) in columns.enumerated() {
        let isContent = content.isInside[top + x]
        let isWhole = isInner && area.minX + x >= inner.minX && area.minX + x < inner.maxX
        guard isContent || isWhole else { continue }
        var planes = rows[order[0].0][index] * Self.window[0]
        for offset in 1...Self.radius {
          planes += (rows[order[offset].0][index] + rows[order[offset].1][index]) * Self.window[offset]
        }
        let lost = Self.dissimilarity(planes)
        if isContent { sums.content += lost }
        if isWhole { sums.whole += lost }
      }
      self.content += SIMD2<Double>(sums.content)
      whole += SIMD2<Double>(sums.whole)
    }
  }

  /// 1 − SSIM over white and over grey.
  private static func dissimilarity(_ planes: Planes) -> SIMD2<Float> {
    let (c1, c2): (Float, Float) = (6.5025, 58.5225)
    func values(_ plane: Int) -> SIMD2<Float> { SIMD2(planes[plane], planes[plane + 4]) }
    let (a, b) = (values(0), values(1))
    let product = a * b
    let squares = a * a + b * b
    let variances = values(2) - squares
    let covariance = values(3) - product
    let ones = SIMD2<Float>(repeating: 1)
    let luminance = (product + product + c1) / (squares + c1)
    let structure = (covariance + covariance + c2) / (variances + c2)
    return ones - luminance * structure
  }

  /// The planes of one row, with its ends repeated.
  private func read(row: Int, into line: inout [Planes]) {
    let start = row * a.width + area.minX
    for x in 0..<area.width {
      let (p, q) = (Self.luma(a.pixels[start + x]), Self.luma(b.pixels[start + x]))
      let (white, grey) = (p.value + p.rest * 255, p.value + p.rest * 118)
      let (white2, grey2) = (q.value + q.rest * 255, q.value + q.rest * 118)
      line[Self.radius + x] = Planes(
        white, white2, white * white + white2 * white2, white * white2,
        grey, grey2, grey * grey + grey2 * grey2, grey * grey2)
    }
    for end in 0..<Self.radius {
      line[end] = line[Self.radius]
      line[Self.radius + area.width + end] = line[Self.radius + area.width - 1]
    }
  }

  private func blur(_ line: [Planes], into row: inout [Planes]) {
    for index in row.indices {
      let x = index * step + Self.radius
      var sum = line[x] * Self.window[0]
      for offset in 1...Self.radius { sum += (line[x - offset] + line[x + offset]) * Self.window[offset] }
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
