package import KilnGeometry

/// The times at which a value may change. Between two times of which none lies between it is constant.
package struct ChangeTimes: Sendable {
  /// Nil if the value never changes: a copy then costs nothing, else one reference count.
  private let changes: Changes?

  private final class Changes: Sendable {
    /// Disjoint and in ascending order, in frames.
    let spans: [ClosedRange<Double>]
    /// Patterns of all that the value depends on, without duplicates; nil if it is not known where the value repeats.
    let patterns: [RepeatPattern]?

    init(_ spans: [ClosedRange<Double>], _ patterns: [RepeatPattern]?) {
      self.spans = ChangeTimes.disjoint(spans)
      self.patterns = patterns
    }
  }

  /// More spans than this are replaced by one that holds them all.
  private static let maximumSpanCount = 256
  /// More patterns than this are not compared.
  private static let maximumPatternCount = 16

  /// The value never changes.
  package static var never: ChangeTimes { ChangeTimes([]) }
  /// Nothing is known about the value.
  package static let always = ChangeTimes([-.infinity ... .infinity])

  /// Changes inside some spans of frames.
  ///
  /// - Parameter pattern: Repeat pattern of the value, if it is known.
  package init(_ spans: [ClosedRange<Double>], repeating pattern: RepeatPattern? = nil) {
    changes = spans.isEmpty ? nil : Changes(spans, pattern.map { [$0] })
  }

  /// The times at which one of several values may change.
  package init(anyOf values: [ChangeTimes]) {
    let all = values.compactMap(\.changes)
    changes = all.count > 1 ? Changes(all.flatMap(\.spans), Self.patterns(of: all)) : all.first
  }

  private static func patterns(of changes: [Changes]) -> [RepeatPattern]? {
    var all: [RepeatPattern] = []
    for change in changes {
      guard let patterns = change.patterns else { return nil }
      for pattern in patterns where !all.contains(pattern) { all.append(pattern) }
      if all.count > maximumPatternCount { return nil }
    }
    return all
  }

  private static func disjoint(_ spans: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    let isInOrder = zip(spans, spans.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound }
    var result: [ClosedRange<Double>] = []
    for span in isInOrder ? spans : spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = result.last, span.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        result.append(span)
      }
    }
    return result.count > maximumSpanCount ? [result[0].lowerBound...result[result.count - 1].upperBound] : result
  }

  /// From the first to the last time at which the value may change; nil if it never does.
  package var bounds: ClosedRange<Double>? {
    guard let spans = changes?.spans, let first = spans.first, let last = spans.last else { return nil }
    return first.lowerBound...last.upperBound
  }

  /// Whether the value may differ between two times.
  package func separate(_ a: Double, _ b: Double) -> Bool {
    guard a != b, let spans = changes?.spans else { return false }
    let (first, last) = (min(a, b), max(a, b))
    let next = spans.partitioningIndex { $0.upperBound >= first }
    return next < spans.count && spans[next].lowerBound <= last
  }

  /// Adds the value's phase at a time to a digest. Values at times of equal digests are equal, however often the value has
  /// changed in between.
  package func feed(_ digest: inout NumberDigest, at time: Double) {
    guard let changes else { return }
    guard let patterns = changes.patterns else { return digest.combine(time, 0) }
    for pattern in patterns {
      let phase = pattern.phase(at: time)
      digest.combine(phase.origin, phase.offset)
    }
  }
}
