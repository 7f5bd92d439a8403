internal import KilnGeometry
internal import KilnRasterizer
internal import KilnTimeline

extension FilterChain {
  /// Resolution that the result needs as share of the canvas', 0…1; below 1 for what is blurred only.
  ///
  /// - Parameter transform: Sprite space → canvas.
  func sharpness(under transform: Affine) -> Double {
    let pixels = (filters.last?.smallestDeviation ?? 0) * transform.stretch.smallest
    return min(1, BoxBlur.sufficientDeviation(for: pixels) / max(1e-6, pixels))
  }
}

extension BoxBlur {
  /// Variance of boxes of five pixels, and of the interpolation by which players enlarge a bitmap.
  private static let sufficientVariance = 6 + 1.0 / 6
  /// Deviations in pixels that have boxes of five pixels, with some distance to those that have others.
  private static let sufficientDeviations = 2.45...2.87

  /// The deviation in pixels of a bitmap that shows as much as one with a given deviation; more add no visible detail.
  ///
  /// Boxes have whole pixels, so that a blur is up to a tenth wider at one resolution than at another. At this one it is
  /// as wide as on the canvas.
  fileprivate static func sufficientDeviation(for deviation: Double) -> Double {
    let variance = max(1, BoxBlur(deviation: deviation).variance)
    let matching = deviation * (sufficientVariance / variance).squareRoot()
    return max(sufficientDeviations.lowerBound, min(sufficientDeviations.upperBound, matching))
  }
}

extension Filter {
  /// The smaller standard deviation of a blur without sharp parts; nil for other filters.
  fileprivate var smallestDeviation: Double? {
    switch self {
    case .blur(let deviation): min(abs(deviation.width), abs(deviation.height))
    case .shadow(let shadow): shadow.showsSource ? nil : abs(shadow.deviation)
    case .fill, .tint, .tritone, .levels, .erode, .outline: nil
    }
  }
}
