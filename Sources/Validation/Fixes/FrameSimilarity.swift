internal import Pixels

/// How similar two pictures of one frame are.
///
/// Structural similarity (SSIM) of the luma with a Gaussian window of 11 × 11 pixels and a deviation of 1.5, over white and
/// over mid grey, whichever is worse, averaged over the content only: what is not transparent in either picture, grown by
/// five pixels. Backgrounds so do not count as similar.
struct FrameSimilarity {
  /// Mean similarity of the content, up to 1.
  private(set) var content = 1.0
  /// Largest difference of a channel of a pixel over white or grey, 0…255.
  private(set) var largestDifference = 0

  private static let radius = 5
  private static let window: [Float] = {
    // exp(−x² / 4.5) for x = −5…5, which add up to 1.
    let values: [Float] = [0.00102838, 0.00759876, 0.03600077, 0.10936069, 0.21300554, 0.26601173]
    return values + values.dropLast().reversed()
  }()

  /// - Precondition: Both have the same size.
  init(_ a: Pixmap, _ b: Pixmap) {
    let changed = a.differenceBounds(from: b)
    guard !changed.isEmpty else { return }
    let margin = 2 * Self.radius + 1
    let area = PixelRect(
      minX: max(0, changed.minX - margin), minY: max(0, changed.minY - margin),
      maxX: min(a.width, changed.maxX + margin), maxY: min(a.height, changed.maxY + margin))
    let grown = Self.grownContent(a, b)
    let contentCount = grown.count { $0 }
    for background in [255, 118] as [Int32] {
      var planes = (a: [Float](), b: [Float]())
      planes.a.reserveCapacity(area.width * area.height)
      planes.b.reserveCapacity(area.width * area.height)
      for y in area.minY..<area.maxY {
        for x in area.minX..<area.maxX {
          let (p, q) = (a.pixels[y * a.width + x], b.pixels[y * a.width + x])
          let (colorP, colorQ) = (Self.color(p, over: background), Self.color(q, over: background))
          if p != q {
            let difference = colorP &- colorQ
            largestDifference = max(
              largestDifference, Int(max(abs(difference.x), abs(difference.y), abs(difference.z))))
          }
          planes.a.append(Self.luma(colorP))
          planes.b.append(Self.luma(colorQ))
        }
      }
      let lost = Self.dissimilarity(planes.a, planes.b, area, grown, width: a.width)
      content = min(content, 1 - lost / Double(max(1, contentCount)))
    }
  }

  private static func color(_ pixel: UInt32, over background: Int32) -> SIMD4<Int32> {
    let rest = background * Int32(255 - (pixel >> 24)) / 255
    return SIMD4(
      Int32(pixel & 255) + rest, Int32(pixel >> 8 & 255) + rest, Int32(pixel >> 16 & 255) + rest, 0)
  }

  private static func luma(_ color: SIMD4<Int32>) -> Float {
    0.299 * Float(color.x) + 0.587 * Float(color.y) + 0.114 * Float(color.z)
  }

  /// Pixels at most five steps along rows and columns from one that is not transparent.
  private static func grownContent(_ a: Pixmap, _ b: Pixmap) -> [Bool] {
    let (width, height) = (a.width, a.height)
    // Steps to the nearest content, found by one pass in each direction.
    var distance = (0..<width * height).map { (a.pixels[$0] | b.pixels[$0]) >> 24 > 0 ? 0 : radius + 1 }
    for y in 0..<height {
      for x in 0..<width {
        let at = y * width + x
        if x > 0 { distance[at] = min(distance[at], distance[at - 1] + 1) }
        if y > 0 { distance[at] = min(distance[at], distance[at - width] + 1) }
      }
    }
    for y in (0..<height).reversed() {
      for x in (0..<width).reversed() {
        let at = y * width + x
        if x + 1 < width { distance[at] = min(distance[at], distance[at + 1] + 1) }
        if y + 1 < height { distance[at] = min(distance[at], distance[at + width] + 1) }
      }
    }
    return distance.map { $0 <= radius }
  }

  /// Sum of 1 − SSIM over the content inside an area.
  private static func dissimilarity(
    _ a: [Float], _ b: [Float], _ area: PixelRect, _ content: [Bool], width: Int
  ) -> Double {
    func blur(_ values: [Float]) -> [Float] {
      blurred(blurred(values, area.width, area.height, step: 1), area.width, area.height, step: area.width)
    }
    let (meanA, meanB) = (blur(a), blur(b))
    let (squareA, squareB) = (blur(zip(a, a).map { $0 * $1 }), blur(zip(b, b).map { $0 * $1 }))
    let product = blur(zip(a, b).map { $0 * $1 })
    let (c1, c2): (Float, Float) = (6.5025, 58.5225)
    var sum = 0.0
    for y in 0..<area.height {
      for x in 0..<area.width where content[(area.minY + y) * width + area.minX + x] {
        let at = y * area.width + x
        let (ma, mb) = (meanA[at], meanB[at])
        let (va, vb, cab) = (squareA[at] - ma * ma, squareB[at] - mb * mb, product[at] - ma * mb)
        let similarity = (2 * ma * mb + c1) * (2 * cab + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2))
        sum += Double(1 - similarity)
      }
    }
    return sum
  }

  /// Values averaged along rows (`step` 1) or columns (`step` the width); the edge is repeated beyond it.
  private static func blurred(_ values: [Float], _ width: Int, _ height: Int, step: Int) -> [Float] {
    let isRow = step == 1
    let (length, lines) = isRow ? (width, height) : (height, width)
    var result = values
    for line in 0..<lines {
      let start = isRow ? line * width : line
      for position in 0..<length {
        var sum: Float = 0
        for offset in -radius...radius {
          let at = max(0, min(length - 1, position + offset))
          sum += window[offset + radius] * values[start + at * step]
        }
        result[start + position * step] = sum
      }
    }
    return result
  }
}
