internal import KilnExporting
internal import KilnTimeline

// Frame rates for sources whose pictures are held: what counts is when they change, not how often they could.
extension Conversion {
  /// Tolerance of the times of pictures at a rate, beyond that of the best rate, in seconds.
  private static let timeTolerance = 0.0005

  /// The rate to write for a source whose pictures are held for several frames, if no rate is asked for; nil for other
  /// sources, and where its pictures change more often than a player can show.
  func heldFrameRate(of info: AnimationInfo) -> Double? {
    guard !info.changes.isEmpty, options.frameRate == nil else { return nil }
    let rate = info.frameRate
    switch exporter.capabilities.frameRates {
    case .any: return options.maximumFrameRate.map { rate <= $0 } ?? true ? rate : nil
    case .atMost(let limit):
      let limit = min(limit, options.maximumFrameRate ?? .infinity)
      return changesPerSecond(info) <= limit + 1e-6 ? rate : nil
    case .oneOf(let legal):
      let rates = legal.map(Double.init).filter { $0 <= options.maximumFrameRate ?? .infinity }
      guard let highest = rates.last else { return nil }
      let seconds = changeSeconds(info)
      let (least, distinct) = Self.fit(seconds, at: highest)
      return rates.first { rate in
        let fit = Self.fit(seconds, at: rate)
        return fit.error <= least + Self.timeTolerance && fit.distinct >= distinct
      }
    }
  }

  /// Largest distance between a change of the pictures and the frame in which it is shown, in seconds.
  func heldTimeError(of info: AnimationInfo, at frameRate: Double) -> Double {
    Self.fit(changeSeconds(info), at: frameRate).error
  }

  /// Seconds from the start of the result to each change of the pictures, and to its end.
  private func changeSeconds(_ info: AnimationInfo) -> [Double] {
    let range = options.range ?? 0..<Double(info.frameCount)
    let times = info.changes.filter { $0 > range.lowerBound && $0 < range.upperBound }
    return ([range.lowerBound] + times + [range.upperBound]).map {
      ($0 - range.lowerBound) / info.frameRate / options.speed
    }
  }

  /// The reciprocal of the shortest time that a picture is shown.
  private func changesPerSecond(_ info: AnimationInfo) -> Double {
    let seconds = changeSeconds(info)
    let shortest = zip(seconds, seconds.dropFirst()).map { $1 - $0 }.min() ?? 1
    return shortest > 0 ? 1 / shortest : .infinity
  }

  /// Largest distance of times from frames of a rate, and the number of frames that are one of the nearest.
  private static func fit(_ seconds: [Double], at rate: Double) -> (error: Double, distinct: Int) {
    let frames = seconds.map { ($0 * rate).rounded() }
    let error = zip(seconds, frames).map { abs($0 - $1 / rate) }.max() ?? 0
    return (error, Set(frames).count)
  }
}
