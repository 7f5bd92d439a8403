internal import KilnGeometry
internal import KilnSVGAFormat

/// Bytes and losses of one sprite's outlines, from how far they are off.
struct OutlineCosts {
  /// Width of the band of pixels that SSIM compares around an edge.
  private static let band = 6.0
  /// Square of the distance in pixels at which half is lost of what can be.
  private static let halfLoss = 3.0
  /// Mean distance by which rounding moves a point, relative to the largest.
  private static let meanRounding = 0.4
  /// Part of what a sprite shows that lies at edges, where it only moves.
  private static let edgeShare = 0.25

  private let track: OutlineTrack
  /// Bytes of the sprite as it is, deflated alone, and the size of its text.
  private let plainBytes: Int
  private let plainSize: Double
  private let tolerance: Double
  private let scale: Double

  /// - Parameter tolerance: Maximum distance by which rounding moves a point, in pixels.
  init(_ track: OutlineTrack, plainBytes: Int, tolerance: Double) {
    self.track = track
    self.plainBytes = plainBytes
    self.tolerance = tolerance
    scale = track.scale
    plainSize = track.size(
      sources: Array(track.steps.indices), decimals: Self.decimals(tolerance, scale), coarser: 1)
  }

  /// Bytes when deflated alone, about.
  ///
  /// - Parameters:
  ///   - sources: For each step of the track the one whose outline it shows.
  ///   - factor: Factor on the tolerance.
  func bytes(sources: [Int], coarser factor: Double) -> Int {
    let decimals = Self.decimals(tolerance * factor, scale)
    let share = track.size(sources: sources, decimals: decimals, coarser: factor) / max(1, plainSize)
    return max(SVGACosts.Text.leastSprite, Int(Double(plainBytes) * min(1, share)))
  }

  /// Loss of held and rounded outlines, as a share of the visible content.
  ///
  /// - Parameter factor: Factor on the tolerance; nil if nothing is rounded that is not anyway.
  func loss(stepErrors: [OutlineTrack.StepError], coarser factor: Double?) -> Double {
    let rounding = factor.map { tolerance * $0 * Self.meanRounding } ?? 0
    var sum = 0.0
    for (step, stepError) in zip(track.steps, stepErrors) {
      // Huge coordinates would make it infinite.
      let square = min(1e12, stepError.outline * stepError.outline + rounding * rounding)
      let moved = min(1e12, stepError.bitmap * stepError.bitmap)
      guard square + moved > 0 else { continue }
      // Bands around edges overlap where there are many.
      let covered = 1 - Scalar.exponential(-step.density * (Self.band + min(stepError.outline, 30)))
      sum +=
        step.share
        * min(1, covered * square / (square + Self.halfLoss) + track.detail * moved / (moved + Self.halfLoss))
    }
    return sum
  }

  /// Bytes of a sprite that only moves, with its transforms rounded to coarser steps.
  static func bytes(ofMotion plainBytes: Int, coarser factor: Double) -> Int {
    Int(Double(plainBytes) * motionShare(coarser: factor))
  }

  /// Share of what is seen that is lost of a sprite that only moves.
  ///
  /// - Parameter share: Part of what is seen that the sprite covers.
  static func loss(ofMotion share: Double, tolerance: Double, coarser factor: Double) -> Double {
    let stepError = tolerance * factor * meanRounding
    return share * edgeShare * stepError * stepError / (stepError * stepError + halfLoss)
  }

  /// Bytes of transforms whose numbers are rounded to coarser steps, as a share.
  fileprivate static func motionShare(coarser factor: Double) -> Double {
    1 - SVGACosts.Text.savedByCoarserTransform * Scalar.logarithm(factor) / Scalar.logarithm(2)
  }

  /// Decimals with which outlines are written.
  private static func decimals(_ tolerance: Double, _ scale: Double) -> Int {
    var options = SVGAExporter.Options()
    options.tolerance = tolerance
    return SpritePrecision(extent: 1, scale: scale, options: options).decimals
  }
}

extension OutlineTrack {
  /// Bytes of the text, before what all forms have in common is packed away.
  ///
  /// - Parameters:
  ///   - sources: For each step, the source step of its outline.
  ///   - factor: By which the steps of transforms are coarser.
  fileprivate func size(sources: [Int], decimals: Int, coarser factor: Double) -> Double {
    var sum = 0.0
    var last: DrawnOutlineCache.Key?
    let motion = SVGACosts.Text.transform * OutlineCosts.motionShare(coarser: factor)
    for source in sources {
      let step = steps[source]
      let text = Double(step.outline.points.count) * (SVGACosts.Text.point + Double(decimals))
      sum += motion
      if step.key != last {
        sum += text
      } else if case .clip = step.key {
        sum += text / SVGACosts.Text.repeatedClip
      }
      last = step.key
    }
    return sum
  }
}
