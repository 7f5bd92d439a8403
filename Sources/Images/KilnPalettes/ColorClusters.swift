/// A colour of a picture and its number of pixels.
package struct ColorEntry {
  /// The pixel.
  package let word: UInt32
  /// Its channels, in the space in which differences count.
  package let color: SIMD4<Float>
  package let count: Float

  /// A pixel whose channels are all worth the same.
  init(_ word: UInt32, count: Int) { self.init(word, color: word.channels, count: Float(count)) }

  /// A pixel whose channels are weighted.
  package init(_ word: UInt32, color: SIMD4<Float>, count: Float) {
    self.word = word
    self.color = color
    self.count = count
  }
}

extension UInt32 {
  /// The four channels of a pixel, red first.
  package var channels: SIMD4<Float> {
    SIMD4(Float(self & 255), Float(self >> 8 & 255), Float(self >> 16 & 255), Float(self >> 24))
  }
}

extension SIMD4<Float> {
  /// The colour as a word; channels are whole numbers of 0…255.
  package var word: UInt32 { UInt32(x) | UInt32(y) << 8 | UInt32(z) << 16 | UInt32(w) << 24 }
}

/// Clustering of colours into a small palette.
///
/// The box of colours that vary most is cut in two until there are as many as are allowed; then each colour joins the
/// nearest mean, a few times over (k-means).
package enum ColorClusters {
  /// Means of `count` clusters, or of fewer.
  ///
  /// - Parameter rounds: Maximum number of k-means iterations; fewer if nothing changes any more.
  package static func means(of entries: [ColorEntry], count: Int, rounds: Int) -> [SIMD4<Float>] {
    var means = ColorBoxes(entries).means(count: count)
    for _ in 0..<rounds {
      let refined = refined(means, entries)
      if refined == means { break }
      means = refined
    }
    return means
  }

  /// Index of the mean that is nearest to a colour.
  package static func nearest(to color: SIMD4<Float>, in means: [SIMD4<Float>]) -> Int {
    var best = 0
    var least = Float.infinity
    for index in means.indices {
      let difference = means[index] - color
      let distance = (difference * difference).sum()
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }

  /// Indices of the two means between which a colour lies, and the part of the pixels, 0…1/2, that get the second so that
  /// it makes up for what the first lacks.
  ///
  /// - Parameters:
  ///   - tolerance: Squared difference from the nearest mean up to which the second is the first.
  ///   - largestStep: Squared difference of the two above which the second is the first.
  package static func mixture(
    for color: SIMD4<Float>, in means: [SIMD4<Float>], tolerance: Float, largestStep: Float = .infinity
  ) -> (first: Int, second: Int, share: Float) {
    let first = nearest(to: color, in: means)
    let missing = color - means[first]
    guard (missing * missing).sum() > tolerance else { return (first, first, 0) }
    // The first colour mirrored at the target.
    let second = nearest(to: color + missing, in: means)
    let way = means[second] - means[first]
    let length = (way * way).sum()
    guard length > 0, length <= largestStep else { return (first, first, 0) }
    return (first, second, max(0, min(0.5, (missing * way).sum() / length)))
  }

  /// The means of the colours that are nearest to each colour of a palette.
  private static func refined(_ means: [SIMD4<Float>], _ entries: [ColorEntry]) -> [SIMD4<Float>] {
    var sums = [SIMD4<Float>](repeating: .zero, count: means.count)
    var weights = [Float](repeating: 0, count: means.count)
    for entry in entries {
      let index = nearest(to: entry.color, in: means)
      sums[index] += entry.color * entry.count
      weights[index] += entry.count
    }
    return means.indices.map { weights[$0] > 0 ? sums[$0] / weights[$0] : means[$0] }
  }
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

  /// Means of `count` boxes, or of fewer.
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
