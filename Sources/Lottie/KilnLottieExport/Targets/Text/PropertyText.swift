internal import KilnGeometry
internal import KilnJSON

/// JSON text of values and properties.
enum PropertyText {
  /// Decimals of lengths, angles and colours.
  static let decimals = 3

  /// A number; 0 for one that is not finite.
  static func number(_ value: Double, decimals: Int = decimals) -> String {
    JSONNumberText.rounded(value, decimals: decimals) ?? "0"
  }

  static func array(_ values: some Sequence<Double>, decimals: Int = decimals) -> String {
    "[" + values.map { number($0, decimals: decimals) }.joined(separator: ",") + "]"
  }

  /// A property that does not change.
  static func fixed(_ value: some Sequence<Double>) -> String { "{\"a\":0,\"k\":\(array(value))}" }

  /// A number that does not change.
  static func fixed(_ value: Double) -> String { "{\"a\":0,\"k\":\(number(value))}" }

  /// A property of numbers.
  static func property(_ keyframes: [FittedKeyframe]) -> String {
    property(keyframes, fixed: { $0.count == 1 ? number($0[0]) : array($0) }, keyed: { array($0) })
  }

  /// A property of paths, whose values are those of `ContourRow`.
  static func paths(_ keyframes: [FittedKeyframe], isClosed: Bool) -> String {
    property(
      keyframes, fixed: { ContourRow.text($0, isClosed: isClosed) },
      keyed: { "[\(ContourRow.text($0, isClosed: isClosed))]" })
  }

  private static func property(
    _ keyframes: [FittedKeyframe], fixed: ([Double]) -> String, keyed: ([Double]) -> String
  ) -> String {
    guard keyframes.count > 1 else { return "{\"a\":0,\"k\":\(fixed(keyframes.first?.value ?? [0]))}" }
    let keys = keyframes.enumerated().map { index, key in
      let ease = index + 1 < keyframes.count ? ease(key.ease) : ""
      return "{\"t\":\(number(key.time)),\"s\":\(keyed(key.value))\(ease)}"
    }
    return "{\"a\":1,\"k\":[\(keys.joined(separator: ","))]}"
  }

  private static func ease(_ ease: KeyframeEase) -> String {
    switch ease {
    case .hold: return ",\"h\":1"
    case .linear: return handles(Point(0, 0), Point(1, 1))
    case .cubic(let easing): return handles(easing.control1, easing.control2)
    }
  }

  private static func handles(_ out: Point, _ incoming: Point) -> String {
    func handle(_ point: Point) -> String {
      "{\"x\":\(number(point.x, decimals: 5)),\"y\":\(number(point.y, decimals: 5))}"
    }
    return ",\"o\":\(handle(out)),\"i\":\(handle(incoming))"
  }
}

/// A contour as a row of numbers: for each vertex its point, then both tangents relative to it.
enum ContourRow {
  static func numbers(_ contour: Contour) -> [Double] {
    contour.vertices.flatMap { vertex in
      let (incoming, outgoing) = (vertex.incoming - vertex.point, vertex.outgoing - vertex.point)
      return [vertex.point.x, vertex.point.y, incoming.x, incoming.y, outgoing.x, outgoing.y]
    }
  }

  /// The Bézier as Lottie writes it.
  static func text(_ row: [Double], isClosed: Bool) -> String {
    func points(_ offset: Int) -> String {
      let pairs = stride(from: offset, to: row.count - 1, by: 6).map { PropertyText.array(row[$0...($0 + 1)]) }
      return "[\(pairs.joined(separator: ","))]"
    }
    return "{\"i\":\(points(2)),\"o\":\(points(4)),\"v\":\(points(0)),\"c\":\(isClosed)}"
  }
}
