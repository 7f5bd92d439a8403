internal import Geometry

/// The times at which a value may change. Between two of which none lies it stays the same.
struct ChangeTimes: Sendable {
  /// Nil if the value never changes: a copy then costs nothing, else one reference count.
  private let course: Course?

  private final class Course: Sendable {
    /// Disjoint and in order.
    let spans: [ClosedRange<Double>]
    /// What the value depends on; no two are the same. Nil if nothing is known of when it comes again.
    let rhythms: [Rhythm]?

    init(_ spans: [ClosedRange<Double>], _ rhythms: [Rhythm]?) {
      self.spans = ChangeTimes.disjoint(spans)
      self.rhythms = rhythms
    }
  }

  /// More than this are not worth a search; one span then holds them all.
  private static let mostSpans = 256
  /// More than this are not worth asking.
  private static let mostRhythms = 16

  /// The value never changes.
  static var never: ChangeTimes { ChangeTimes([]) }
  /// Nothing is known about the value.
  static let always = ChangeTimes([-.infinity ... .infinity])

  /// Changes in some spans, in a rhythm if there is one.
  init(_ spans: [ClosedRange<Double>], in rhythm: Rhythm? = nil) {
    course = spans.isEmpty ? nil : Course(spans, rhythm.map { [$0] })
  }

  /// The times at which one of several values may change.
  init(anyOf values: [ChangeTimes]) {
    let courses = values.compactMap(\.course)
    course = courses.count > 1 ? Course(courses.flatMap(\.spans), Self.rhythms(of: courses)) : courses.first
  }

  private static func rhythms(of courses: [Course]) -> [Rhythm]? {
    var all: [Rhythm] = []
    for course in courses {
      guard let rhythms = course.rhythms else { return nil }
      for rhythm in rhythms where !all.contains(rhythm) { all.append(rhythm) }
      if all.count > mostRhythms { return nil }
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
    return result.count > mostSpans ? [result[0].lowerBound...result[result.count - 1].upperBound] : result
  }

  /// Whether the value may differ between two times.
  func separate(_ a: Double, _ b: Double) -> Bool {
    guard a != b, let spans = course?.spans else { return false }
    let (first, last) = (min(a, b), max(a, b))
    // The first span that does not end before both.
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].upperBound < first { low = middle + 1 } else { high = middle }
    }
    return low < spans.count && spans[low].lowerBound <= last
  }

  /// Tells a digest which value there is at a time. At times of equal digests it is the same, however often the value
  /// has changed in between: the keyframes of loops come again and again.
  func feed(_ digest: inout NumberDigest, at time: Double) {
    guard let course else { return }
    guard let rhythms = course.rhythms else { return digest.combine(time, 0) }
    for rhythm in rhythms {
      let beat = rhythm.beat(at: time)
      digest.combine(beat.origin, beat.offset)
    }
  }
}
