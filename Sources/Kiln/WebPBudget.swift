/// How large a WebP file may become, and what may be given up for that.
///
/// As asked, if that fits. Otherwise quality is lowered, as little as possible; if the lowest is not enough, the frame
/// rate goes down to two thirds and then to half of what was asked, and after that the size in steps to a quarter.
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

  /// Factors on the frame rate and on the size, in the order in which they are tried.
  static let reductions =
    [1, 2.0 / 3, 0.5].map { Reduction(frameRate: $0) }
    + [0.75, 0.5, 0.35, 0.25].map { Reduction(frameRate: 0.5, scale: $0) }
  /// Below it, pictures fall apart while files hardly shrink.
  static let lowestQuality = 20.0
  /// How often the range of qualities is halved.
  static let qualitySteps = 5
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
