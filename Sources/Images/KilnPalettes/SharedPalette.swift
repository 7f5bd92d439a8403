package import KilnPixels

/// Few colours, translucent ones among them, for all frames of an animation.
///
/// The result for a pixel depends on its colour and position only, so that pixels that do not change from frame to
/// frame do not change in the result either.
package struct SharedPalette: Sendable {
  /// Premultiplied pixels, transparent ones not among them.
  package let colors: [UInt32]
  private let means: [SIMD4<Float>]
  private let isDithered: Bool

  private struct Mixture {
    var first: UInt32 = 0
    var second: UInt32 = 0
    /// Share of the pixels that get the second colour, in 64ths.
    var share: Float = 0
  }

  /// Number of k-means iterations.
  private static let rounds = 4
  /// Difference of two colours, as a sum of squares, up to which they are mixed: more would be seen as noise.
  private static let largestStep: Float = 2400

  /// A palette for the pixels that were counted.
  ///
  /// - Parameters:
  ///   - count: Number of colours at most, without transparent.
  ///   - isDithered: Whether pairs of similar opaque colours imitate what lies between them, by a pattern that stands still.
  package init(_ histogram: ColorHistogram, count: Int, isDithered: Bool) {
    let means = ColorClusters.means(
      of: histogram.entries(scaledBy: SIMD4(repeating: 1)), count: max(1, count), rounds: Self.rounds)
    colors = Set(means.map(Self.word)).sorted()
    self.means = colors.map(\.channels)
    self.isDithered = isDithered
  }

  /// A mean as a premultiplied pixel, of which no channel exceeds alpha.
  private static func word(_ mean: SIMD4<Float>) -> UInt32 {
    let whole = mean.rounded(.toNearestOrEven).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    return whole.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: whole.w)).word
  }

  /// A picture of the whole canvas in these colours.
  package func applied(to picture: Pixmap) -> Pixmap {
    var result = picture
    // Direct-mapped cache of mixtures by pixel.
    var cache = [(pixel: UInt32, mixture: Mixture)](repeating: (0, Mixture()), count: 1 << 12)
    var (last, mixture): (UInt32, Mixture) = (0, Mixture())
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let index = y * picture.width + x
        let pixel = picture.pixels[index]
        guard pixel != 0 else { continue }
        if pixel != last {
          let place = Int(truncatingIfNeeded: (pixel &* 0x9E37_79B1) >> 20)
          if cache[place].pixel != pixel { cache[place] = (pixel, self.mixture(for: pixel)) }
          (last, mixture) = cache[place]
        }
        result.pixels[index] = mixture.share > BayerMatrix.threshold(x, y) ? mixture.second : mixture.first
      }
    }
    return result
  }

  private func mixture(for pixel: UInt32) -> Mixture {
    guard !means.isEmpty else { return Mixture() }
    let mayMix = isDithered && pixel >> 24 == 255
    let (first, second, share) = ColorClusters.mixture(
      for: pixel.channels, in: means, tolerance: mayMix ? 0.5 : .infinity, largestStep: Self.largestStep)
    guard colors[second] >> 24 == 255 else { return Mixture(first: colors[first], second: colors[first]) }
    return Mixture(first: colors[first], second: colors[second], share: share)
  }
}
