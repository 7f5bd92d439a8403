public import KilnPixels

/// Colour quantizer for indexed PNG.
///
/// Median cut on premultiplied colours, refined by a few iterations of k-means. There is no dithering unless it is asked
/// for, and then only where the picture is smooth, because its noise costs bytes.
public struct ColorQuantizer: Sendable, Hashable {
  /// Maximum number of colours, 2…256, transparent included.
  public var colors: Int
  /// Maximum root mean square error, in units of an 8-bit channel; transparent pixels are ignored.
  public var maximumError: Double

  /// Differences that are hardly visible.
  public static let mild = ColorQuantizer(colors: 256, maximumError: 3)

  /// A quantizer with a maximum number of colours and a maximum error.
  ///
  /// - Precondition: `colors` is in 2…256.
  public init(colors: Int, maximumError: Double) {
    precondition((2...256).contains(colors), "an index has 8 bits")
    self.colors = colors
    self.maximumError = maximumError
  }

  /// The quantized pixmap and its root mean square error; nil if there are few enough colours already, or the error would
  /// exceed `maximumError`.
  ///
  /// - Parameter dithersSmoothParts: Whether smooth parts are dithered, so that no bands are seen. Not in the error.
  public func quantized(
    _ pixmap: Pixmap, dithersSmoothParts: Bool = false
  ) -> (picture: Pixmap, error: Double)? {
    var counts: [UInt32: Int] = [:]
    for pixel in pixmap.pixels { counts[pixel, default: 0] += 1 }
    guard counts.count > colors else { return nil }
    // Transparent stays transparent.
    counts[0] = nil
    let entries = counts.sorted { $0.key < $1.key }.map { ColorEntry($0.key, count: $0.value) }
    let palette = ColorClusters.means(of: entries, count: colors - 1, rounds: Self.rounds)
    var nearest: [UInt32: UInt32] = [0: 0]
    var error = 0.0
    var weight = 0.0
    for entry in entries {
      let mean = palette[ColorClusters.nearest(to: entry.color, in: palette)].rounded(.toNearestOrEven)
      nearest[entry.word] = mean.word
      let difference = entry.color - mean
      error += Double((difference * difference).sum() * entry.count)
      weight += Double(entry.count)
    }
    let rootMeanSquare = (error / 4 / weight).squareRoot()
    guard rootMeanSquare <= maximumError else { return nil }
    if dithersSmoothParts {
      var dither = SmoothDither(palette)
      return (dither.dithered(pixmap), rootMeanSquare)
    }
    let pixels = pixmap.pixels.map { nearest[$0] ?? $0 }
    return (Pixmap(width: pixmap.width, height: pixmap.height, pixels: pixels), rootMeanSquare)
  }

  /// Number of k-means iterations.
  private static let rounds = 3
}
