internal import KilnPixels

/// Fewer levels of an alpha channel, which then takes fewer bytes beside lossily coded colours.
///
/// The levels of least squared error, by Lloyd's iteration from evenly spaced ones; the least and the greatest stay, so that
/// what is transparent or opaque stays so.
struct AlphaQuantizer {
  /// Number of levels for a quality below 100 (that of `WebPConfig.alpha_quality`).
  static func count(quality: Int) -> Int {
    quality <= 70 ? 2 + max(0, quality) / 5 : 16 + (min(quality, 100) - 70) * 8
  }

  private static let iterations = 8

  /// The new level of each; nil if there are no more than asked for.
  private let table: [UInt32]?

  init(of pixmap: Pixmap, count: Int) {
    var histogram = [Int](repeating: 0, count: 256)
    for pixel in pixmap.pixels { histogram[Int(pixel >> 24)] += 1 }
    let used = histogram.indices.filter { histogram[$0] > 0 }
    guard count > 1, used.count > count, let least = used.first, let greatest = used.last else {
      table = nil
      return
    }
    var levels = (0..<count).map { Double(least) + Double(greatest - least) * Double($0) / Double(count - 1) }
    for _ in 0..<Self.iterations {
      let nearest = Self.nearest(levels)
      var (sums, weights) = ([Double](repeating: 0, count: count), [Double](repeating: 0, count: count))
      for alpha in used {
        sums[nearest[alpha]] += Double(alpha * histogram[alpha])
        weights[nearest[alpha]] += Double(histogram[alpha])
      }
      let moved = levels.indices.map { index in
        index == 0 || index == count - 1 || weights[index] == 0 ? levels[index] : sums[index] / weights[index]
      }
      if moved == levels { break }
      levels = moved
    }
    table = Self.nearest(levels).map { UInt32(levels[$0].rounded()) }
  }

  /// The index of the level that is nearest to each alpha.
  private static func nearest(_ levels: [Double]) -> [Int] {
    var index = 0
    return (0...255).map { alpha in
      while index + 1 < levels.count, levels[index] + levels[index + 1] < 2 * Double(alpha) { index += 1 }
      return index
    }
  }

  /// The alpha of a pixel, at one of the levels.
  func applied(to alpha: UInt32) -> UInt32 { table.map { $0[Int(alpha & 255)] } ?? alpha }
}
