internal import KilnPixels
internal import KilnTimeline

/// Losses from showing some pictures of a sequence in place of those after them.
///
/// Pictures that hardly differ so share a file, and fast sequences are thinned in time.
struct SequenceLadder: Sendable {
  /// For each hold, the position of the picture that each one is replaced by, and the loss of each. The first hold changes
  /// nothing.
  private(set) var holds: [Hold]

  /// A selection of the pictures of a sequence that are kept.
  struct Hold: Sendable, Hashable {
    /// For each position, the position of the picture shown there.
    var sources: [Int]
    /// For each position, 1 − SSIM of the picture shown there.
    var losses: [Double]
  }

  /// Losses up to which a picture is shown in place of one after it.
  private static let thresholds = [0.003, 0.01, 0.03, 0.08]
  /// Strides at which pictures are kept.
  private static let strides = [2, 3, 4]
  /// Pictures of a sequence at most: comparing more takes too long.
  private static let maximumCount = 160

  /// - Parameter pictures: The pictures in the order in which they are shown, at half of their resolution; nil for one that
  ///   cannot be decoded.
  init(_ pictures: [Pixmap?]) {
    let count = pictures.count
    let plain = Hold(sources: Array(0..<count), losses: Array(repeating: 0, count: count))
    holds = [plain]
    guard (2...Self.maximumCount).contains(count) else { return }
    var known: [Pair: Double] = [:]
    func loss(_ source: Int, _ index: Int) -> Double? {
      guard source != index else { return 0 }
      guard let a = pictures[source], let b = pictures[index], a.width == b.width, a.height == b.height else {
        return nil
      }
      if let loss = known[Pair(source, index)] { return loss }
      let loss = 1 - StructuralSimilarity.ofContent(a, b, step: 2)
      known[Pair(source, index)] = loss
      return loss
    }
    func hold(_ isShown: (_ steps: Int, _ loss: Double) -> Bool) -> Hold {
      var result = plain
      var source = 0
      for index in 1..<count {
        if let loss = loss(source, index), isShown(index - source, loss) {
          (result.sources[index], result.losses[index]) = (source, loss)
        } else {
          source = index
        }
      }
      return result
    }
    let found =
      Self.thresholds.map { limit in hold { $1 <= limit } }
      + Self.strides.map { step in hold { steps, _ in steps < step } }
    for hold in found where !holds.contains(hold) { holds.append(hold) }
  }

  private struct Pair: Hashable {
    var source: Int
    var index: Int

    init(_ source: Int, _ index: Int) { (self.source, self.index) = (source, index) }
  }
}
