package import KilnPalettes

/// The colours that the indices of a GIF stand for; none is transparent.
package struct GIFPalette: Sendable {
  /// Opaque words, at most 255, those of most pixels first.
  package let colors: [UInt32]
  /// Root of the mean squared difference between the colours of the histogram and those that stand for them, in steps
  /// of an 8-bit channel; 0 if all are there.
  package let error: Double
  /// The colours in the space in which differences count.
  private let means: [SIMD4<Float>]
  /// Index of each colour in its own table, for exact ones.
  private let isExact: Bool

  /// Visual weight of differences in each channel. The squares are near the weights of luma.
  private static let weights = SIMD4<Float>(0.55, 0.77, 0.34, 0) / 0.59

  /// A palette for the colours of a histogram: these if they are no more than `count`, else means of clusters.
  package init(_ histogram: ColorHistogram, count: Int) {
    let entries = histogram.entries(scaledBy: Self.weights)
    isExact = entries.count <= count && histogram.isExact
    let words =
      isExact
      ? entries.map(\.word)
      : Set(ColorClusters.means(of: entries, count: count, rounds: 8).map(Self.word)).sorted()
    colors = Self.sortedByPixelCount(words, entries)
    means = colors.map { $0.channels * Self.weights }
    error = isExact ? 0 : Self.error(of: means, histogram)
  }

  /// Colours by descending number of pixels that they stand for.
  private static func sortedByPixelCount(_ words: [UInt32], _ entries: [ColorEntry]) -> [UInt32] {
    let means = words.map { $0.channels * weights }
    var uses = [Float](repeating: 0, count: words.count)
    for entry in entries { uses[ColorClusters.nearest(to: entry.color, in: means)] += entry.count }
    return words.indices.sorted { (-uses[$0], $0) < (-uses[$1], $1) }.map { words[$0] }
  }

  /// Error of this palette for the colours of a histogram, measured like `error`.
  package func error(of histogram: ColorHistogram) -> Double { Self.error(of: means, histogram) }

  private static func error(of means: [SIMD4<Float>], _ histogram: ColorHistogram) -> Double {
    var (sum, weight) = (0.0, 0.0)
    for (color, count) in histogram.entries {
      let channels = color.channels * weights
      let difference = means.isEmpty ? channels : means[ColorClusters.nearest(to: channels, in: means)] - channels
      sum += Double((difference * difference).sum()) * Double(count)
      weight += Double(count)
    }
    return weight > 0 ? (sum / 3 / weight).squareRoot() : 0
  }

  private static func word(_ mean: SIMD4<Float>) -> UInt32 {
    var color = mean / SIMD4(weights.x, weights.y, weights.z, 1)
    color.w = 255
    return color.rounded(.toNearestOrEven).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255)).word
  }

  /// Index of the nearest colour.
  func nearest(to channels: SIMD4<Float>) -> Int { ColorClusters.nearest(to: channels * Self.weights, in: means) }

  /// The two colours between which one lies, and how much of the second makes up for what the first lacks, 0…1/2.
  func mixture(for channels: SIMD4<Float>) -> (first: UInt8, second: UInt8, share: Float) {
    let (first, second, share) = ColorClusters.mixture(for: channels * Self.weights, in: means, tolerance: 0.25)
    return (UInt8(first), UInt8(second), share)
  }
}
