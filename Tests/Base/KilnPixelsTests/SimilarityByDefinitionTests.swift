import KilnPixels
import KilnTestSupport
import Testing

/// The similarity in its textbook form, pixel by pixel in doubles, against the one in blocks.
@Suite struct SimilarityByDefinitionTests {
  private static let grounds = [255.0, 118.0]

  @Test(arguments: [(1, 1), (7, 3), (8, 8), (11, 40), (33, 21), (65, 19), (130, 26)])
  func blocksMeasureWhatTheDefinitionSays(width: Int, height: Int) throws {
    var random = SplitMix64(seed: UInt64(width * 1000 + height))
    for opacity in [0, 0.4, 1] {
      let a = picture(width, height, opacity, &random)
      var b = a
      for _ in 0..<max(1, width * height / 40) {
        let at = Int.random(in: 0..<width * height, using: &random)
        b.pixels[at] = pixel(opacity, &random)
      }
      guard let measured = StructuralSimilarity.ofContentAndWhole(a, b) else {
        #expect(a == b)
        continue
      }
      let maps = Self.grounds.map { similarities(a, b, over: $0) }
      let content = grownContent(a, b)
      let whole = width > 10 && height > 10 ? inner(width, height) : Array(0..<width * height)
      #expect(abs(measured.content - least(maps, at: content)) < 2e-4, "\(width) × \(height), \(opacity)")
      #expect(abs(measured.whole - least(maps, at: whole)) < 2e-4, "\(width) × \(height), \(opacity)")
    }
  }

  private func least(_ maps: [[Double]], at pixels: [Int]) -> Double {
    maps.map { map in pixels.reduce(0) { $0 + map[$1] } / Double(pixels.count) }.min() ?? 1
  }

  private func inner(_ width: Int, _ height: Int) -> [Int] {
    (5..<height - 5).flatMap { y in (5..<width - 5).map { y * width + $0 } }
  }

  /// Left and right halves that are transparent, opaque, or both in turns.
  private func picture(_ width: Int, _ height: Int, _ opacity: Double, _ random: inout SplitMix64) -> Pixmap {
    var result = Pixmap(width: width, height: height)
    for at in result.pixels.indices where opacity == 1 || at % width < width / 2 {
      result.pixels[at] = pixel(opacity, &random)
    }
    return result
  }

  private func pixel(_ opacity: Double, _ random: inout SplitMix64) -> UInt32 {
    let alpha = Double.random(in: 0...1, using: &random) < opacity ? 255 : UInt32.random(in: 0...255, using: &random)
    let color = { (random: inout SplitMix64) in UInt32.random(in: 0...alpha, using: &random) }
    return color(&random) | color(&random) << 8 | color(&random) << 16 | alpha << 24
  }

  /// Pixels at most five steps from a visible one, by counting steps outwards.
  private func grownContent(_ a: Pixmap, _ b: Pixmap) -> [Int] {
    var inside = zip(a.pixels, b.pixels).map { ($0 | $1) >> 24 > 0 }
    for _ in 0..<5 {
      let last = inside
      for at in inside.indices {
        let (x, y) = (at % a.width, at / a.width)
        let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        inside[at] =
          last[at]
          || near.contains {
            (0..<a.width).contains($0.0) && (0..<a.height).contains($0.1) && last[$0.1 * a.width + $0.0]
          }
      }
    }
    return inside.indices.filter { inside[$0] }
  }

  private func similarities(_ a: Pixmap, _ b: Pixmap, over ground: Double) -> [Double] {
    let (p, q) = (luma(a, over: ground), luma(b, over: ground))
    let (width, height) = (a.width, a.height)
    func blurred(_ plane: [Double]) -> [Double] {
      blur(blur(plane, width, height, along: 1), width, height, along: width)
    }
    let (meanP, meanQ) = (blurred(p), blurred(q))
    let (squaresP, squaresQ) = (blurred(p.map { $0 * $0 }), blurred(q.map { $0 * $0 }))
    let products = blurred(zip(p, q).map { $0 * $1 })
    return p.indices.map { at in
      let covariance = products[at] - meanP[at] * meanQ[at]
      let variances = squaresP[at] - meanP[at] * meanP[at] + squaresQ[at] - meanQ[at] * meanQ[at]
      return (2 * meanP[at] * meanQ[at] + 6.5025) * (2 * covariance + 58.5225)
        / ((meanP[at] * meanP[at] + meanQ[at] * meanQ[at] + 6.5025) * (variances + 58.5225))
    }
  }

  private func luma(_ picture: Pixmap, over ground: Double) -> [Double] {
    picture.pixels.map {
      0.299 * Double($0 & 255) + 0.587 * Double($0 >> 8 & 255) + 0.114 * Double($0 >> 16 & 255)
        + Double(255 - $0 >> 24) * ground / 255
    }
  }

  /// A plane blurred along rows (1) or columns (the width), with its ends repeated.
  private func blur(_ plane: [Double], _ width: Int, _ height: Int, along direction: Int) -> [Double] {
    let weights = [0.26601173, 0.21300554, 0.10936069, 0.03600077, 0.00759876, 0.00102838]
    return plane.indices.map { at in
      let (x, y) = (at % width, at / width)
      return (-5...5).reduce(0) { sum, offset in
        let from =
          direction == 1
          ? y * width + min(max(x + offset, 0), width - 1) : min(max(y + offset, 0), height - 1) * width + x
        return sum + weights[abs(offset)] * plane[from]
      }
    }
  }
}
