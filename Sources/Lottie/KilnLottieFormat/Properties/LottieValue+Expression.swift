public import KilnGeometry

/// Kind of a value in scripts.
package enum LottieScriptKind: Int, Sendable {
  case number = 0
  case numbers = 1
  case path = 2
}

/// A value that an expression can compute.
package protocol LottieScriptValue: LottieValue {
  /// Kind of the value in scripts.
  static var scriptKind: LottieScriptKind { get }

  /// The value that a script's result stands for. Components that the result lacks are this value's. Nil if it is none.
  func replaced(by numbers: [Double]) -> Self?
}

extension Double: LottieScriptValue {
  package static var scriptKind: LottieScriptKind { .number }
  package func replaced(by numbers: [Double]) -> Double? { numbers.first.flatMap { $0.isFinite ? $0 : nil } }
}

extension SIMD3: LottieScriptValue where Scalar == Double {
  package static var scriptKind: LottieScriptKind { .numbers }
  package func replaced(by numbers: [Double]) -> SIMD3<Double>? {
    guard numbers.allSatisfy(\.isFinite), !numbers.isEmpty else { return nil }
    var result = self
    for index in 0..<Swift.min(3, numbers.count) { result[index] = numbers[index] }
    return result
  }
}

extension SIMD4: LottieScriptValue where Scalar == Double {
  package static var scriptKind: LottieScriptKind { .numbers }
  package func replaced(by numbers: [Double]) -> SIMD4<Double>? {
    guard numbers.allSatisfy(\.isFinite), !numbers.isEmpty else { return nil }
    var result = self
    for index in 0..<Swift.min(4, numbers.count) { result[index] = numbers[index] }
    return result
  }
}

extension LottieNumbers: LottieScriptValue {
  package static var scriptKind: LottieScriptKind { .numbers }
  package func replaced(by numbers: [Double]) -> LottieNumbers? {
    guard numbers.allSatisfy(\.isFinite), !numbers.isEmpty else { return nil }
    return LottieNumbers(numbers + values.dropFirst(numbers.count))
  }
}

extension Contour: LottieScriptValue {
  package static var scriptKind: LottieScriptKind { .path }
  /// 1 for a closed contour, and for each vertex the vertex, its incoming and its outgoing control point.
  package func replaced(by numbers: [Double]) -> Contour? {
    guard let first = numbers.first, numbers.count % 6 == 1, numbers.allSatisfy(\.isFinite) else { return nil }
    let vertices = stride(from: 1, to: numbers.count, by: 6).map { start in
      Vertex(
        Point(numbers[start], numbers[start + 1]), incoming: Point(numbers[start + 2], numbers[start + 3]),
        outgoing: Point(numbers[start + 4], numbers[start + 5]))
    }
    return Contour(vertices, isClosed: first != 0)
  }
}
