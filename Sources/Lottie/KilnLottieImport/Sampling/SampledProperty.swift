internal import KilnGeometry
internal import KilnLottieFormat

/// The values of a property with an expression, in one use of its composition.
package struct SampledProperty: Sendable {
  /// Index of the property's object in the JSON tree.
  package let node: Int
  /// `LottieLayer.node` of its layer.
  package let layer: Int
  package let role: PropertyRole
  /// Times in frames of the composition, ascending; those at which the property is seen.
  package internal(set) var times: [Double] = []
  /// Index of each time among the samples of the document.
  package internal(set) var samples: [Int] = []
  /// A row for each time.
  package internal(set) var values = ValueRows()
  /// The same without the expression.
  package internal(set) var plain = ValueRows()
  /// Texts in place of values.
  package internal(set) var texts: [String] = []
  /// Texts without the expression.
  package internal(set) var plainTexts: [String] = []

  /// Memory that the texts take, in numbers.
  var textSize: Int { texts.reduce(texts.count) { $0 + $1.utf8.count / MemoryLayout<Double>.size } }
}

/// Rows of numbers of any length, one after the other.
package struct ValueRows: Sendable, Hashable {
  private var numbers: [Double] = []
  private var ends: [Int] = []

  /// Number of rows.
  package var count: Int { ends.count }
  /// Number of all numbers.
  package var numberCount: Int { numbers.count }

  /// No rows.
  package init() {}

  /// The row at an index.
  package subscript(index: Int) -> ArraySlice<Double> {
    numbers[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
  }

  /// Appends a row.
  package mutating func append(_ row: some Sequence<Double>) {
    numbers.append(contentsOf: row)
    ends.append(numbers.count)
  }
}

/// A value as a row of numbers.
protocol RowValue: LottieValue {
  /// The numbers. Those of a path are 1 if it is closed, then for each vertex the point, and the control points before and
  /// behind it relative to the point.
  var row: [Double] { get }
}

extension Double: RowValue {
  var row: [Double] { [self] }
}

extension SIMD3: RowValue where Scalar == Double {
  var row: [Double] { [x, y, z] }
}

extension SIMD4: RowValue where Scalar == Double {
  var row: [Double] { [x, y, z, w] }
}

extension LottieNumbers: RowValue {
  var row: [Double] { values }
}

extension Contour: RowValue {
  var row: [Double] {
    var row = [isClosed ? 1.0 : 0]
    row.reserveCapacity(1 + 6 * vertices.count)
    for vertex in vertices {
      for point in [vertex.point, vertex.incoming - vertex.point, vertex.outgoing - vertex.point] {
        row.append(point.x)
        row.append(point.y)
      }
    }
    return row
  }
}
