/// The times at which a value may change. Between two of which none lies it stays the same.
struct ChangeTimes {
  /// Disjoint and in order.
  private var spans: [ClosedRange<Double>] = []
  /// More than this are not worth a search; one span then holds them all.
  private static let mostSpans = 256

  /// The value never changes.
  static let never = ChangeTimes([])
  /// Nothing is known about the value.
  static let always = ChangeTimes([-.infinity ... .infinity])

  init(_ spans: [ClosedRange<Double>]) {
    guard !spans.isEmpty else { return }
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.spans.last, span.lowerBound <= last.upperBound {
        self.spans[self.spans.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        self.spans.append(span)
      }
    }
    if self.spans.count > Self.mostSpans {
      self.spans = [self.spans[0].lowerBound...self.spans[self.spans.count - 1].upperBound]
    }
  }

  /// The times at which one of several values may change.
  init(anyOf values: [ChangeTimes]) {
    let changing = values.filter { !$0.spans.isEmpty }
    self = changing.count == 1 ? changing[0] : ChangeTimes(changing.flatMap(\.spans))
  }

  /// Whether the value may differ between two times.
  func separate(_ a: Double, _ b: Double) -> Bool {
    guard a != b else { return false }
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
}
