internal import KilnGeometry

/// Fits one ease to the samples between two of them.
///
/// A segment from sample a to sample b is va + (vb − va) · ease(u), with one ease for all dimensions: samples are projected
/// on the chord, and what lies beside it is rejected at once.
struct SegmentFitter {
  /// Share of the tolerance up to which two neighbouring values are equal.
  static let equality = 0.02

  private let dimensions: Int
  private let times: [Double]
  private let samples: [Double]
  /// The samples as keyframes have them.
  private let rounded: [Double]
  private let tolerance: [Double]
  private let easeDecimals: Int
  /// Progress of the inner samples along the chord, and their times, 0…1.
  private var progress: [Double] = []
  private var shares: [Double] = []
  /// The tolerance as a share of the chord, in the dimension where the chord is longest.
  private var chordTolerance = 1.0
  private var search = EaseSearch()
  /// Easings that are tried first: once more they cost hardly anything in a packed file. At the start After Effects' own.
  private var known = [
    CubicEasing(Point(0.17, 0.17), Point(0.67, 1)), CubicEasing(Point(0.33, 0), Point(0.83, 0.83)),
    CubicEasing(Point(0.33, 0), Point(0.67, 1)),
  ]
  private static let knownLimit = 32

  init(_ samples: SampledValues, tolerance: [Double], decimals: Int, easeDecimals: Int) {
    dimensions = samples.dimensions
    times = samples.times
    self.samples = samples.values
    rounded = samples.values.map { $0.rounded(decimals: decimals) }
    self.tolerance = tolerance
    self.easeDecimals = easeDecimals
  }

  /// The rounded value of a sample.
  func value(_ index: Int) -> [Double] { Array(rounded[index * dimensions..<(index + 1) * dimensions]) }

  /// The longest segment that starts at a sample and ends at or before another one.
  mutating func longestSegment(from start: Int, through end: Int) -> (end: Int, ease: KeyframeEase) {
    var best = (end: start + 1, ease: ease(from: start, to: start + 1) ?? .linear)
    var step = 2
    var failed: Int?
    while best.end < end {
      let next = min(end, start + step)
      guard let ease = ease(from: start, to: next) else {
        failed = next
        break
      }
      best = (next, ease)
      step *= 2
    }
    guard var failed else { return best }
    while failed - best.end > 1 {
      let middle = (best.end + failed) / 2
      if let ease = ease(from: start, to: middle) { best = (middle, ease) } else { failed = middle }
    }
    return best
  }

  /// Notes that an ease was written.
  mutating func remember(_ ease: KeyframeEase) {
    guard case .cubic(let easing) = ease, !known.contains(easing) else { return }
    known.append(easing)
    if known.count > Self.knownLimit { known.removeFirst() }
  }

  /// An ease that meets all samples between two of them within the tolerance; nil if none is found.
  mutating func ease(from start: Int, to end: Int) -> KeyframeEase? {
    if end - start == 1 { return neighbourEase(start) }
    if isHeld(start, end) { return .hold }
    if isMet(start, end, { $0 }) { return .linear }
    guard project(start, end), !turnsTooOften() else { return nil }
    if let known = known.last(where: { isMet(start, end, by: $0) }) { return .cubic(known) }
    guard var found = search.ease(shares, progress, tolerance: chordTolerance) else { return nil }
    // The fewer decimals, the shorter the file; and some players round eases to two.
    for decimals in 1...max(2, easeDecimals) {
      let easing = found.rounded(decimals: decimals)
      if isMet(start, end, by: easing) { return .cubic(easing) }
    }
    guard search.refine(&found, shares, progress) else { return nil }
    let easing = found.rounded(decimals: easeDecimals)
    return isMet(start, end, by: easing) ? .cubic(easing) : nil
  }

  private func isMet(_ start: Int, _ end: Int, by easing: CubicEasing) -> Bool {
    isMet(start, end) { easing.value(at: $0) } && isCalm(easing, frame: 1 / (times[end] - times[start]))
  }

  /// Whether an easing stays near its samples between them, where few samples would let it go astray.
  ///
  /// - Parameter frame: Duration of a frame as a share of the segment.
  private func isCalm(_ easing: CubicEasing, frame: Double) -> Bool {
    var (share, value) = (0.0, 0.0)
    for index in 0...shares.count {
      let nextShare = index < shares.count ? shares[index] : 1
      let next = index < shares.count ? progress[index] : 1
      let middle = easing.value(at: (share + nextShare) / 2)
      let margin = abs(next - value) / 2 + 4 * chordTolerance
      guard middle >= min(value, next) - margin, middle <= max(value, next) + margin else { return false }
      if nextShare - share > 1.5 * frame {
        // What is seen last before unseen frames is seen for a whole frame.
        guard abs(easing.value(at: share + frame / 2) - value) <= 4 * chordTolerance else { return false }
      }
      (share, value) = (nextShare, next)
    }
    return true
  }

  /// Between neighbours, equal values are held, and so are those with unseen frames between them.
  private func neighbourEase(_ start: Int) -> KeyframeEase {
    let (a, b) = (start * dimensions, (start + 1) * dimensions)
    let isEqual = (0..<dimensions).allSatisfy {
      abs(samples[b + $0] - samples[a + $0]) <= tolerance[$0] * Self.equality
    }
    return isEqual || times[start + 1] - times[start] > 1.5 ? .hold : .linear
  }

  /// Whether all samples stay within the tolerance of the first, and the last within half of it.
  private func isHeld(_ start: Int, _ end: Int) -> Bool {
    for dimension in 0..<dimensions {
      let value = rounded[start * dimensions + dimension]
      guard abs(samples[end * dimensions + dimension] - value) <= tolerance[dimension] / 2 else { return false }
      for index in start + 1..<end
      where abs(samples[index * dimensions + dimension] - value) > tolerance[dimension] {
        return false
      }
    }
    return true
  }

  /// Whether all inner samples are met by an ease.
  private func isMet(_ start: Int, _ end: Int, _ ease: (Double) -> Double) -> Bool {
    let (first, last) = (start * dimensions, end * dimensions)
    let factor = 1 / (times[end] - times[start])
    for index in start + 1..<end {
      let progress = ease((times[index] - times[start]) * factor)
      let row = index * dimensions
      for dimension in 0..<dimensions {
        let from = rounded[first + dimension]
        let value = from + (rounded[last + dimension] - from) * progress
        if abs(samples[row + dimension] - value) > tolerance[dimension] { return false }
      }
    }
    return true
  }

  /// Projects the inner samples on the chord.
  ///
  /// - Returns: False if the chord is too short, or a sample lies beside it.
  private mutating func project(_ start: Int, _ end: Int) -> Bool {
    let (first, last) = (start * dimensions, end * dimensions)
    var (square, scale) = (0.0, 0.0)
    for dimension in 0..<dimensions {
      let length = (rounded[last + dimension] - rounded[first + dimension]) / tolerance[dimension]
      square += length * length
      scale = max(scale, abs(length))
    }
    guard square >= 1, square.isFinite else { return false }
    chordTolerance = 1 / scale
    progress.removeAll(keepingCapacity: true)
    shares.removeAll(keepingCapacity: true)
    let duration = times[end] - times[start]
    for index in start + 1..<end {
      let row = index * dimensions
      var dot = 0.0
      for dimension in 0..<dimensions {
        let unit = 1 / (tolerance[dimension] * tolerance[dimension])
        let from = rounded[first + dimension]
        dot += (samples[row + dimension] - from) * (rounded[last + dimension] - from) * unit
      }
      let share = dot / square
      for dimension in 0..<dimensions where dimensions > 1 {
        let from = rounded[first + dimension]
        let value = from + (rounded[last + dimension] - from) * share
        if abs(samples[row + dimension] - value) > tolerance[dimension] { return false }
      }
      progress.append(share)
      shares.append((times[index] - times[start]) / duration)
    }
    return true
  }

  /// Whether progress changes its direction more than twice, which a cubic cannot.
  private func turnsTooOften() -> Bool {
    let threshold = 2 * chordTolerance
    var (turns, direction, extreme) = (0, 0.0, 0.0)
    for value in progress + [1] {
      let change = value - extreme
      if change * direction >= 0, abs(change) > threshold || direction != 0 {
        if direction == 0 { direction = change > 0 ? 1 : -1 }
        extreme = value
      } else if abs(change) > threshold {
        turns += 1
        if turns > 2 { return true }
        direction = -direction
        extreme = value
      }
    }
    return false
  }
}

extension CubicEasing {
  /// The easing with rounded control points.
  func rounded(decimals: Int) -> CubicEasing {
    func rounded(_ point: Point) -> Point {
      Point(point.x.rounded(decimals: decimals), point.y.rounded(decimals: decimals))
    }
    return CubicEasing(rounded(control1), rounded(control2))
  }
}
