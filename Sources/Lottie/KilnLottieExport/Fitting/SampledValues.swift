/// Values of a property at ascending times: one row of as many numbers as there are dimensions for each time.
///
/// Times at which the property is not seen have no row, so that keyframes may pass over them in any way.
package struct SampledValues: Sendable, Hashable {
  /// Number of dimensions; at least 1.
  package let dimensions: Int
  /// Times of the rows in frames, ascending.
  package private(set) var times: [Double] = []
  /// The rows, one after the other.
  package private(set) var values: [Double] = []

  /// An empty table.
  package init(dimensions: Int) { self.dimensions = Swift.max(1, dimensions) }

  /// One row for each frame from `firstFrame` on. Rows have as many numbers as the first; missing ones are 0.
  package init(_ rows: [[Double]], firstFrame: Double = 0) {
    self.init(dimensions: rows.first?.count ?? 1)
    values.reserveCapacity(rows.count * dimensions)
    for (index, row) in rows.enumerated() { append(row, at: firstFrame + Double(index)) }
  }

  /// Number of rows.
  package var count: Int { times.count }

  /// Reserves memory for a number of rows.
  package mutating func reserveRows(_ count: Int) {
    times.reserveCapacity(count)
    values.reserveCapacity(count * dimensions)
  }

  /// Appends a row. Numbers that are not finite become 0, missing ones, too; excess ones are left out.
  ///
  /// - Parameter time: Time in frames; rows that are not later than the last one are left out.
  package mutating func append(_ row: some Collection<Double>, at time: Double) {
    guard time.isFinite, times.last.map({ $0 < time }) ?? true else { return }
    times.append(time)
    var missing = dimensions
    for number in row.prefix(dimensions) {
      values.append(number.isFinite ? number : 0)
      missing -= 1
    }
    for _ in 0..<missing { values.append(0) }
  }

  /// The row at an index.
  package func row(_ index: Int) -> ArraySlice<Double> { values[index * dimensions..<(index + 1) * dimensions] }

  /// One dimension alone.
  package func column(_ dimension: Int) -> SampledValues {
    var column = SampledValues(dimensions: 1)
    column.times = times
    column.values = stride(from: dimension, to: values.count, by: dimensions).map { values[$0] }
    return column
  }

  /// Indices of rows after which the values jump: they change by more than `least` in some dimension, and by more than
  /// five times as much as before and after.
  package func jumps(least: [Double]) -> [Int] {
    guard count > 1 else { return [] }
    let changes = (0..<count - 1).map { index in
      (0..<dimensions).reduce(0.0) { largest, dimension in
        let change = values[(index + 1) * dimensions + dimension] - values[index * dimensions + dimension]
        return Swift.max(largest, abs(change) / (dimension < least.count ? least[dimension] : 1))
      }
    }
    return changes.indices.filter { index in
      let before = index > 0 ? changes[index - 1] : 0
      let after = index + 1 < changes.count ? changes[index + 1] : 0
      return changes[index] > 1 && changes[index] > 5 * Swift.max(before, after)
    }
  }

  /// Indices of the first and last rows of runs in which the values do not change at all: of two rows where one of them
  /// is 0, which may mean that nothing is seen, else of six.
  package var restingEnds: [Int] {
    var ends: [Int] = []
    var start = 0
    for index in 0..<count where index + 1 == count || row(index) != row(index + 1) {
      let least = row(index).contains(0) ? 2 : 6
      if index + 1 - start >= least { ends += [start, index] }
      start = index + 1
    }
    return ends
  }
}
