public import Pixels

/// Colour quantizer for indexed PNG.
///
/// Median cut on premultiplied colours, refined by a few iterations of k-means. There is no dithering, because its noise
/// costs more bytes than the reduced palette saves.
public struct ColorQuantizer: Sendable, Hashable {
  /// Maximum number of colours, 2…256, transparent included.
  public var colors: Int
  /// Maximum root mean square error, in units of an 8-bit channel; transparent pixels are ignored.
  public var maximumError: Double

  /// Differences that are hardly visible.
  public static let mild = ColorQuantizer(colors: 256, maximumError: 3)
  /// Differences that are visible beside the original.
  public static let strong = ColorQuantizer(colors: 64, maximumError: 8)

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
  public func quantized(_ pixmap: Pixmap) -> (picture: Pixmap, error: Double)? {
    var counts: [UInt32: Int] = [:]
    for pixel in pixmap.pixels { counts[pixel, default: 0] += 1 }
    guard counts.count > colors else { return nil }
    // Transparent stays transparent.
    counts[0] = nil
    let entries = counts.sorted { $0.key < $1.key }.map { ColorEntry($0.key, count: $0.value) }
    var palette = ColorBoxes(entries).means(count: colors - 1)
    for _ in 0..<Self.rounds { palette = Self.refined(palette, entries) }
    var nearest: [UInt32: UInt32] = [0: 0]
    var error = 0.0
    var weight = 0.0
    for entry in entries {
      let mean = palette[Self.nearest(to: entry.color, in: palette)].rounded(.toNearestOrEven)
      nearest[entry.word] = mean.word
      let difference = entry.color - mean
      error += Double((difference * difference).sum() * entry.count)
      weight += Double(entry.count)
    }
    let rootMeanSquare = (error / 4 / weight).squareRoot()
    guard rootMeanSquare <= maximumError else { return nil }
    let pixels = pixmap.pixels.map { nearest[$0] ?? $0 }
    return (Pixmap(width: pixmap.width, height: pixmap.height, pixels: pixels), rootMeanSquare)
  }

  /// Number of k-means iterations.
  private static let rounds = 3

  /// The means of the colours that are nearest to each colour of a palette.
  private static func refined(_ palette: [SIMD4<Float>], _ entries: [ColorEntry]) -> [SIMD4<Float>] {
    var sums = [SIMD4<Float>](repeating: .zero, count: palette.count)
    var weights = [Float](repeating: 0, count: palette.count)
    for entry in entries {
      let index = nearest(to: entry.color, in: palette)
      sums[index] += entry.color * entry.count
      weights[index] += entry.count
    }
    return palette.indices.map { weights[$0] > 0 ? sums[$0] / weights[$0] : palette[$0] }
  }

  private static func nearest(to color: SIMD4<Float>, in palette: [SIMD4<Float>]) -> Int {
    var best = 0
    var least = Float.infinity
    for index in palette.indices {
      let difference = palette[index] - color
      let distance = (difference * difference).sum()
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }
}

/// A colour of a picture, and how many pixels have it.
private struct ColorEntry {
  /// Premultiplied RGBA.
  let word: UInt32
  /// Its channels.
  let color: SIMD4<Float>
  let count: Float

  init(_ word: UInt32, count: Int) {
    self.word = word
    color = SIMD4(Float(word & 255), Float(word >> 8 & 255), Float(word >> 16 & 255), Float(word >> 24))
    self.count = Float(count)
  }
}

extension SIMD4<Float> {
  /// The colour as a word; channels are whole numbers of 0…255.
  fileprivate var word: UInt32 { UInt32(x) | UInt32(y) << 8 | UInt32(z) << 16 | UInt32(w) << 24 }
}

/// Colours in boxes that are cut in two, again and again.
private struct ColorBoxes {
  private struct Box {
    var range: Range<Int>
    var mean: SIMD4<Float>
    /// Squared differences from the mean, by channel.
    var spread: SIMD4<Float>
  }

  private var entries: [ColorEntry]
  private var boxes: [Box] = []

  init(_ entries: [ColorEntry]) {
    self.entries = entries
    boxes = [box(entries.indices)]
  }

  /// The means of at most so many boxes.
  consuming func means(count: Int) -> [SIMD4<Float>] {
    while boxes.count < count, let widest = boxes.indices.max(by: { boxes[$0].spread.max() < boxes[$1].spread.max() }),
      boxes[widest].spread.max() > 0, boxes[widest].range.count > 1
    {
      cut(widest)
    }
    return boxes.map(\.mean)
  }

  /// Cuts a box where its widest channel has its mean.
  private mutating func cut(_ index: Int) {
    let box = boxes[index]
    let channel = (0..<4).max { box.spread[$0] < box.spread[$1] } ?? 0
    entries[box.range].sort { ($0.color[channel], $0.word) < ($1.color[channel], $1.word) }
    let middle = entries[box.range].firstIndex { $0.color[channel] > box.mean[channel] } ?? box.range.lowerBound
    let place = max(box.range.lowerBound + 1, min(box.range.upperBound - 1, middle))
    boxes[index] = self.box(box.range.lowerBound..<place)
    boxes.append(self.box(place..<box.range.upperBound))
  }

  private func box(_ range: Range<Int>) -> Box {
    var sum = SIMD4<Float>.zero
    var weight: Float = 0
    for entry in entries[range] {
      sum += entry.color * entry.count
      weight += entry.count
    }
    let mean = sum / max(1, weight)
    var spread = SIMD4<Float>.zero
    for entry in entries[range] {
      let difference = entry.color - mean
      spread += difference * difference * entry.count
    }
    return Box(range: range, mean: mean, spread: spread)
  }
}
