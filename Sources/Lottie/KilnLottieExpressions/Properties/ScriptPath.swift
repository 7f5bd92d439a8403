internal import KilnJSON

/// A path as scripts see it: vertices and control points in absolute coordinates.
struct ScriptPath {
  var isClosed = false
  /// Each with its own position and those of its incoming and outgoing control point.
  var vertices: [SIMD8<Double>] = []

  init() {}

  /// Nil if the object is no path, or lacks points.
  init?(_ json: JSONValue?) {
    guard let json, json.kind == .object, let positions = Self.points(json["v"]), let incoming = Self.points(json["i"]),
      let outgoing = Self.points(json["o"]), incoming.count == positions.count, outgoing.count == positions.count
    else { return nil }
    isClosed = json.isTruthy("c")
    vertices = positions.indices.map { index in
      let (position, before, after) = (positions[index], incoming[index], outgoing[index])
      return SIMD8(
        lowHalf: SIMD4(lowHalf: position, highHalf: position + before),
        highHalf: SIMD4(lowHalf: position + after, highHalf: .zero))
    }
  }

  /// The path at a share of the way to another one.
  ///
  /// - Parameter count: The most vertices that it has.
  func mixed(with other: ScriptPath, share: Double, count: Int) -> ScriptPath {
    var result = ScriptPath()
    result.isClosed = isClosed
    result.vertices = vertices.prefix(count).indices.map { index in
      let end = other.vertices.indices.contains(index) ? other.vertices[index] : vertices[index]
      return vertices[index] + (end - vertices[index]) * share
    }
    return result
  }

  /// As `LottieScriptValue` reads it.
  var numbers: [Double] {
    [isClosed ? 1 : 0] + vertices.flatMap { vertex in (0..<6).map { vertex[$0] } }
  }

  private static func points(_ json: JSONValue?) -> [SIMD2<Double>]? {
    guard let json, json.kind == .array else { return nil }
    var points: [SIMD2<Double>] = []
    for child in json.children {
      guard let (numbers, count) = child.firstFourNumbers, count >= 2 else { return nil }
      points.append(SIMD2(numbers[0], numbers[1]))
    }
    return points
  }
}
