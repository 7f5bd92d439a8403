public import KilnGeometry
public import KilnJSON

/// Up to three components: a position, an anchor, a scale.
public typealias LottieVector = SIMD3<Double>

/// Red, green, blue, and a fourth component that is not read; 0…1.
public typealias LottieColor = SIMD4<Double>

/// A value that a property can have and keyframes can interpolate.
public protocol LottieValue: Sendable, Hashable {
  /// Reads a value as it stands in `k` or `s`. Nil if it is none.
  init?(lottie value: borrowing JSONValue)

  /// The value at a progress from this value (0) to `end` (1), one number for each component.
  func interpolated(to end: Self, by progress: SIMD4<Double>) -> Self

  /// A later keyframe's value with as many components as the first keyframe's.
  func conformed(to first: Self) -> Self
}

extension LottieValue {
  /// The value itself: numbers have only one form.
  public func conformed(to first: Self) -> Self { self }
}

extension Double: LottieValue {
  /// A number, or an array whose first element is one.
  public init?(lottie value: borrowing JSONValue) {
    guard let number = value.number ?? value.firstNumber else { return nil }
    self = number
  }

  /// Linear in the first component.
  public func interpolated(to end: Double, by progress: SIMD4<Double>) -> Double {
    self + (end - self) * progress[0]
  }
}

extension SIMD3: LottieValue where Scalar == Double {
  /// An array of up to three numbers; missing ones are 0.
  public init?(lottie value: borrowing JSONValue) {
    guard value.firstNumber != nil, let few = value.firstFourNumbers else { return nil }
    self.init(few.numbers[0], few.numbers[1], few.numbers[2])
  }

  /// Linear in each component.
  public func interpolated(to end: SIMD3<Double>, by progress: SIMD4<Double>) -> SIMD3<Double> {
    self + (end - self) * SIMD3(progress[0], progress[1], progress[2])
  }

  /// The first two components.
  public var point: Point { Point(x, y) }
}

extension SIMD4: LottieValue where Scalar == Double {
  /// An array of up to four numbers; missing ones are 0.
  public init?(lottie value: borrowing JSONValue) {
    guard value.firstNumber != nil, let few = value.firstFourNumbers else { return nil }
    self = few.numbers
  }

  /// Linear in each component.
  public func interpolated(to end: SIMD4<Double>, by progress: SIMD4<Double>) -> SIMD4<Double> {
    self + (end - self) * progress
  }
}

/// Any number of components: the stops of a gradient.
public struct LottieNumbers: LottieValue {
  /// The components in the order of the file.
  public var values: [Double]

  /// Wraps any number of components.
  public init(_ values: [Double]) { self.values = values }

  /// An array of numbers.
  public init?(lottie value: borrowing JSONValue) {
    guard value.firstNumber != nil, let values = value.numbers else { return nil }
    self.values = values
  }

  /// Linear in each component. Components that the end lacks stay as they are.
  public func interpolated(to end: LottieNumbers, by progress: SIMD4<Double>) -> LottieNumbers {
    var result = self
    for index in 0..<min(values.count, end.values.count) {
      result.values[index] += (end.values[index] - values[index]) * progress[0]
    }
    return result
  }
}

extension Contour: LottieValue {
  /// `{v, i, o, c}`, or an array with such an object. Tangents are relative to their vertex in the file.
  public init?(lottie value: borrowing JSONValue) {
    if let object = value.first { self.init(object) } else { self.init(value) }
  }

  private static let names: JSONValue.Names = ["v", "i", "o", "c"]

  private init?(_ object: borrowing JSONValue) {
    let fields = object.fields(Self.names)
    guard var points = fields.numberPairs(0) else { return nil }
    var incoming = fields.numberPairs(1)
    var outgoing = fields.numberPairs(2)
    self.init(isClosed: fields.isTruthy(3))
    vertices.reserveCapacity(points.likelyCount)
    while let point = points.next() {
      vertices.append(
        Vertex(
          Point(point), incoming: Point(point + (incoming?.next() ?? .zero)),
          outgoing: Point(point + (outgoing?.next() ?? .zero))))
    }
  }

  /// Linear in all points. The number of vertices and whether it is closed are the start's.
  public func interpolated(to end: Contour, by progress: SIMD4<Double>) -> Contour {
    interpolated(to: end, by: progress[0])
  }

  /// As in lottie-web the first key decides about the number of vertices and whether the path is closed. Vertices that a
  /// later key lacks are the first key's.
  public func conformed(to first: Contour) -> Contour {
    if vertices.count == first.vertices.count { return Contour(vertices, isClosed: first.isClosed) }
    let own = vertices.prefix(first.vertices.count)
    return Contour(Array(own) + first.vertices.dropFirst(own.count), isClosed: first.isClosed)
  }
}

extension Point {
  fileprivate init(_ coordinates: SIMD2<Double>) { self.init(coordinates.x, coordinates.y) }
}
