internal import KilnLottieImport

/// The values of a property in one or several uses of its composition that agree.
struct PropertySamples: Sendable {
  let node: Int
  let role: PropertyRole
  /// In frames of the composition, ascending.
  private(set) var times: [Double]
  /// Whether a time is between two frames.
  private(set) var isBetween: [Bool]
  private(set) var values: ValueRows
  private(set) var plain: ValueRows
  private(set) var texts: [String]
  private(set) var plainTexts: [String]

  /// - Parameter isBetween: Whether a sample of the document is between two frames.
  init(_ property: SampledProperty, isBetween: (_ sample: Int) -> Bool) {
    node = property.node
    role = property.role
    times = property.times
    self.isBetween = property.samples.map(isBetween)
    values = property.values
    plain = property.plain
    texts = property.texts
    plainTexts = property.plainTexts
  }

  /// The samples of both; nil if they differ at a time.
  func merged(with other: PropertySamples, tolerance: Double) -> PropertySamples? {
    if times == other.times {
      let isSame = times.indices.allSatisfy { isEqual(at: $0, other, $0, tolerance: tolerance) }
      return isSame ? self : nil
    }
    var result = self
    result.times = []
    result.isBetween = []
    result.values = ValueRows()
    result.plain = ValueRows()
    result.texts = []
    result.plainTexts = []
    var (mine, its) = (0, 0)
    while mine < times.count || its < other.times.count {
      let isMine = its >= other.times.count || mine < times.count && times[mine] <= other.times[its]
      if isMine {
        if its < other.times.count, times[mine] == other.times[its] {
          guard isEqual(at: mine, other, its, tolerance: tolerance) else { return nil }
          its += 1
        }
        result.append(mine, of: self)
        mine += 1
      } else {
        result.append(its, of: other)
        its += 1
      }
    }
    return result
  }

  private mutating func append(_ index: Int, of other: PropertySamples) {
    times.append(other.times[index])
    isBetween.append(other.isBetween[index])
    if role == .text {
      texts.append(other.texts[index])
      plainTexts.append(other.plainTexts[index])
    } else {
      values.append(other.values[index])
      plain.append(other.plain[index])
    }
  }

  private func isEqual(at index: Int, _ other: PropertySamples, _ otherIndex: Int, tolerance: Double) -> Bool {
    if role == .text { return texts[index] == other.texts[otherIndex] }
    return Self.areEqual(values[index], other.values[otherIndex], tolerance: tolerance)
  }

  /// Whether the expression changes nothing.
  func isPlain(tolerance: Double) -> Bool {
    if role == .text { return texts == plainTexts }
    return times.indices.allSatisfy { Self.areEqual(values[$0], plain[$0], tolerance: tolerance) }
  }

  private static func areEqual(_ a: ArraySlice<Double>, _ b: ArraySlice<Double>, tolerance: Double) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
  }
}
