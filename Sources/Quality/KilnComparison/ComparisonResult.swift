/// Differences of two animations, frame by frame.
public struct ComparisonResult: Sendable {
  /// The difference at one moment.
  public struct Frame: Sendable, Hashable {
    /// Time and frame numbers.
    public var moment: AnimationComparison.Moment
    /// Difference of the two pictures.
    public var difference: PictureDifference
  }

  /// All compared frames, by time.
  public internal(set) var frames: [Frame] = []

  /// Mean similarity of the whole pictures (`PictureDifference.similarity`).
  public var similarity: Double { mean(\.similarity) }
  /// Mean similarity of the content (`PictureDifference.contentSimilarity`).
  public var contentSimilarity: Double { mean(\.contentSimilarity) }
  /// Mean peak signal-to-noise ratio in decibels.
  public var psnr: Double { mean(\.psnr) }
  /// Mean share of bad pixels, 0…1.
  public var badPixels: Double { mean(\.badPixels) }
  /// Largest difference of a channel in any frame, 0…255.
  public var largestDifference: Int { frames.map(\.difference.largestDifference).max() ?? 0 }

  /// Indices of the frames that differ, the least similar content first.
  public var worst: [Int] {
    frames.indices.filter { frames[$0].difference.contentSimilarity < 1 }
      .sorted {
        (frames[$0].difference.contentSimilarity, $0) < (frames[$1].difference.contentSimilarity, $1)
      }
  }

  /// Mean over the frames in which something is visible; over all if there are none.
  private func mean(_ value: (PictureDifference) -> Double) -> Double {
    let visible = frames.map(\.difference).filter { !$0.isBlank }
    let counted = visible.isEmpty ? frames.map(\.difference) : visible
    return counted.isEmpty ? 1 : counted.reduce(0) { $0 + value($1) } / Double(counted.count)
  }
}
