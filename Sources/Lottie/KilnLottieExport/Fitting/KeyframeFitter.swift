internal import KilnGeometry

/// Fits keyframes to samples: few of them, such that every sample is met within a tolerance.
///
/// Segments between keyframes are made as long as possible, one after the other, by galloping and bisection: a part of a
/// cubic is a cubic, so that what can be fitted as a whole can be fitted in part. See `SegmentFitter` for one segment.
package struct KeyframeFitter: Sendable {
  /// Largest deviation of each dimension from its samples.
  package var tolerance: [Double]
  /// Decimals to which values are rounded; the tolerance holds for the rounded ones. It should be at least ten times the
  /// last decimal.
  package var decimals: Int
  /// Decimals of easings at most. As few of them are used as the tolerance allows.
  package var easeDecimals = 5

  /// A fitter with a tolerance for each dimension; missing ones are those of the last given.
  package init(tolerance: [Double], decimals: Int = 3) {
    self.tolerance = tolerance
    self.decimals = decimals
  }

  /// Keyframes of a row for each frame from `firstFrame` on; one keyframe if the value is constant.
  package static func fit(
    _ rows: [[Double]], firstFrame: Double, tolerance: [Double], decimals: Int = 3
  ) -> [FittedKeyframe] {
    KeyframeFitter(tolerance: tolerance, decimals: decimals).fit(SampledValues(rows, firstFrame: firstFrame))
  }

  /// The value that all samples are within half of the tolerance of, rounded; nil if there is none.
  package func constant(_ samples: SampledValues) -> [Double]? {
    let dimensions = samples.dimensions
    var result: [Double] = []
    for dimension in 0..<dimensions {
      var (low, high) = (Double.infinity, -Double.infinity)
      for index in stride(from: dimension, to: samples.values.count, by: dimensions) {
        low = min(low, samples.values[index])
        high = max(high, samples.values[index])
      }
      guard low <= high, high - low <= limit(dimension) else { return nil }
      // Where values stay almost always, it is at the first one.
      let first = samples.values[dimension]
      let value = max(high - first, first - low) <= limit(dimension) / 2 ? first : (low + high) / 2
      result.append(value.rounded(decimals: decimals))
    }
    return result
  }

  /// Keyframes of samples; one if the value is constant, none if there are no samples.
  ///
  /// - Parameters:
  ///   - holds: Ascending indices of rows after which the value is held until the next row.
  ///   - breaks: Ascending indices of rows that are keyframes in any case.
  package func fit(
    _ samples: SampledValues, holdAfter holds: [Int] = [], breakAt breaks: [Int] = []
  ) -> [FittedKeyframe] {
    guard samples.count > 0 else { return [] }
    if let constant = constant(samples) {
      return [FittedKeyframe(time: samples.times[0], value: constant, ease: .hold)]
    }
    let limits = (0..<samples.dimensions).map(limit)
    var fitter = SegmentFitter(samples, tolerance: limits, decimals: decimals, easeDecimals: easeDecimals)
    var keyframes: [FittedKeyframe] = []
    var start = 0
    var breaks = breaks[...]
    for end in holds.filter({ $0 >= 0 && $0 < samples.count - 1 }) + [samples.count - 1] where end >= start {
      while start < end {
        breaks = breaks.drop { $0 <= start }
        let stop = min(end, breaks.first ?? end)
        let (next, ease) = fitter.longestSegment(from: start, through: stop)
        fitter.remember(ease)
        append(FittedKeyframe(time: samples.times[start], value: fitter.value(start), ease: ease), to: &keyframes)
        start = next
      }
      append(FittedKeyframe(time: samples.times[end], value: fitter.value(end), ease: .hold), to: &keyframes)
      start = end + 1
    }
    return keyframes
  }

  /// Appends a keyframe unless the one before holds the same value as it does.
  private func append(_ keyframe: FittedKeyframe, to keyframes: inout [FittedKeyframe]) {
    if let last = keyframes.last, last.ease == .hold, keyframe.ease == .hold {
      let isSame = keyframe.value.indices.allSatisfy {
        abs(keyframe.value[$0] - last.value[$0]) <= limit($0) * SegmentFitter.equality
      }
      if isSame { return }
    }
    keyframes.append(keyframe)
  }

  private func limit(_ dimension: Int) -> Double {
    let limit = dimension < tolerance.count ? tolerance[dimension] : tolerance.last ?? 0
    return limit > 1e-9 ? limit : 1e-9
  }
}

extension Double {
  /// The number rounded to a number of decimals, 0…9; unchanged where doubles have no such decimals.
  package func rounded(decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<Swift.max(0, Swift.min(9, decimals)) { scale *= 10 }
    let scaled = self * scale
    return scaled.magnitude < 4e15 ? scaled.rounded() / scale : self
  }
}
