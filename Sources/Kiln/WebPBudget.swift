/// How large a WebP file may become, and what may be given up for that.
///
/// As asked, if that fits. Otherwise quality is lowered, as little as possible; if the lowest is not enough, the frame
/// rate goes down to two thirds and then to half of what was asked, and after that the size in steps to a quarter.
/// Of a size that was asked for nothing is given up before the quality of the alpha channel, ever more frames and the
/// last of the quality.
public struct WebPBudget: Sendable, Hashable {
  /// The largest size that is right.
  public var bytes: Int
  /// Whether frames that were to be lossless may become lossy.
  public var mayTurnLossy: Bool

  /// A budget.
  public init(bytes: Int, mayTurnLossy: Bool) {
    self.bytes = bytes
    self.mayTurnLossy = mayTurnLossy
  }

  /// How much is given up at most.
  struct Step: Hashable {
    /// What the picture and the frame rate lose.
    var reduction = Reduction()
    /// The lowest quality of lossy frames that is tried.
    var leastQuality = 20.0
    /// The quality of their alpha channel, unless a lower one was asked for.
    var alphaQuality = 100
  }

  /// The steps of an animation, in the order in which they are tried.
  ///
  /// - Parameters:
  ///   - frameRate: Frames per second without a reduction.
  ///   - keepsSize: Whether the size is the last thing to be reduced.
  static func steps(frameRate: Double, keepsSize: Bool) -> [Step] {
    var steps = [1, 2.0 / 3, 0.5].map { Step(reduction: Reduction(frameRate: $0)) }
    var lowest = Step(reduction: Reduction(frameRate: 0.5))
    if keepsSize {
      lowest.alphaQuality = 50
      steps.append(lowest)
      for factor in [1.0 / 3, 1.0 / 4, 1.0 / 6, 1.0 / 8, 1.0 / 12] where frameRate * factor >= leastFrameRate {
        lowest.reduction.frameRate = factor
        steps.append(lowest)
      }
      steps.append(Step(reduction: lowest.reduction, leastQuality: 0, alphaQuality: 20))
    }
    return steps + lowest.atSmallerSizes
  }

  /// The steps of a still image.
  static func stillSteps(keepsSize: Bool) -> [Step] {
    let reduced = keepsSize ? [Step(alphaQuality: 50), Step(leastQuality: 0, alphaQuality: 20)] : []
    return [Step()] + reduced + (reduced.first ?? Step()).atSmallerSizes
  }

  /// Frames per second below which motion falls apart into pictures, so that a smaller size is better.
  private static let leastFrameRate = 5.0
  /// How often the range of qualities is halved.
  static let qualitySteps = 5
}

extension WebPBudget.Step {
  /// The same at parts of the size, the largest first.
  fileprivate var atSmallerSizes: [WebPBudget.Step] {
    [0.75, 0.5, 0.35, 0.25].map { scale in
      var step = self
      step.reduction.scale = scale
      return step
    }
  }
}

/// What is given up of a picture's size and its frame rate.
struct Reduction: Hashable {
  /// Factor on the frame rate.
  var frameRate = 1.0
  /// Factor on both sides.
  var scale = 1.0

  /// A side that was asked for, reduced.
  func side(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }
}
