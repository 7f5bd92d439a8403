internal import KilnGeometry

/// A linear map as a rotation, a scale along the axes, and another rotation.
///
/// Every linear map is one (singular values), so that players without skew draw it with two transforms, one inside the
/// other: the outer one scales and rotates, the inner one rotates before.
struct RotatedScale {
  /// Rotation before the scale, in degrees.
  var inner: Double
  /// Scale along the axes, in percent.
  var scale: Point
  /// Rotation after the scale, in degrees.
  var outer: Double

  /// The parts of matrices at one time after the other, such that angles do not jump between them.
  static func sequence(_ matrices: [Affine]) -> [RotatedScale] {
    var last: (sum: Double, difference: Double) = (0, 0)
    return matrices.map { matrix in
      let (e, f) = ((matrix.a + matrix.d) / 2, (matrix.a - matrix.d) / 2)
      let (g, h) = ((matrix.b + matrix.c) / 2, (matrix.b - matrix.c) / 2)
      let (q, r) = ((e * e + h * h).squareRoot(), (f * f + g * g).squareRoot())
      // Where an angle has no meaning it stays.
      let sum = r < 1e-9 ? last.sum : Scalar.angle(x: f, y: g).near(last.sum)
      let difference = q < 1e-9 ? last.difference : Scalar.angle(x: e, y: h).near(last.difference)
      last = (sum, difference)
      return RotatedScale(
        inner: (difference - sum) / 2 / Scalar.radiansPerDegree, scale: Point((q + r) * 100, (q - r) * 100),
        outer: (difference + sum) / 2 / Scalar.radiansPerDegree)
    }
  }
}

extension Double {
  /// The angle in radians that is equal to this one and nearest to another.
  fileprivate func near(_ other: Double) -> Double {
    let turns = ((other - self) / (2 * .pi)).rounded()
    return turns.magnitude < 1e6 ? self + turns * 2 * .pi : self
  }
}

/// JSON members of transforms.
enum TransformText {
  /// The members of a group's transform (`tr`); parts that are not given do nothing.
  static func group(
    position: String? = nil, anchor: String? = nil, scale: String? = nil, rotation: String? = nil,
    opacity: String? = nil
  ) -> String {
    "{\"ty\":\"tr\",\(members(position, anchor, scale, rotation, opacity)),"
      + "\"sk\":{\"a\":0,\"k\":0},\"sa\":{\"a\":0,\"k\":0}}"
  }

  /// A layer's transform (`ks`); parts that are not given do nothing.
  static func layer(
    position: String? = nil, anchor: String? = nil, scale: String? = nil, rotation: String? = nil,
    opacity: String? = nil
  ) -> String {
    "{\(members(position, anchor, scale, rotation, opacity))}"
  }

  private static func members(
    _ position: String?, _ anchor: String?, _ scale: String?, _ rotation: String?, _ opacity: String?
  ) -> String {
    let none = "{\"a\":0,\"k\":[0,0]}"
    return "\"p\":\(position ?? none),\"a\":\(anchor ?? none),\"s\":\(scale ?? "{\"a\":0,\"k\":[100,100]}"),"
      + "\"r\":\(rotation ?? "{\"a\":0,\"k\":0}"),\"o\":\(opacity ?? "{\"a\":0,\"k\":100}")"
  }

  /// A group of items (`gr`).
  static func group(_ name: String, _ items: [String], _ transform: String) -> String {
    "{\"ty\":\"gr\",\"nm\":\(name),\"it\":[\((items + [transform]).joined(separator: ","))]}"
  }

  /// Items in a group with the matrices of sampled times; in two, one inside the other, if these are skewed.
  static func moved(
    _ items: [String], by matrices: [Affine], at times: [Double], opacity: String, tolerance: Double
  ) -> String {
    let position = property(matrices.map { [$0.tx, $0.ty] }, times, tolerance: tolerance, leastJump: 12)
    let plain = TransformParts(matrices)
    if !plain.isSkewed {
      let scales = plain.scales.map { [$0.width * 100, $0.height * 100] }
      let transform = group(
        position: position, scale: property(scales, times, tolerance: 0.02),
        rotation: property(plain.rotations.map { [$0] }, times, tolerance: 0.02), opacity: opacity)
      return group("\"\"", items, transform)
    }
    let parts = RotatedScale.properties(
      RotatedScale.sequence(matrices.map(\.linear)), times, degrees: 0.02, percent: 0.02)
    let inner = group("\"\"", items, group(rotation: parts.inner))
    return group(
      "\"\"", [inner],
      group(position: position, scale: parts.scale, rotation: parts.outer, opacity: opacity))
  }

  /// A property of samples at times.
  static func property(
    _ rows: [[Double]], _ times: [Double], tolerance: Double, leastJump: Double = .infinity
  ) -> String {
    var table = SampledValues(dimensions: rows.first?.count ?? 1)
    for (row, time) in zip(rows, times) { table.append(row, at: time) }
    let holds =
      leastJump.isFinite ? table.jumps(least: Array(repeating: leastJump, count: table.dimensions)) : []
    return EditText.property(KeyframeFitter(tolerance: [tolerance]).fit(table, holdAfter: holds))
  }
}

extension RotatedScale {
  /// The properties of a sequence.
  static func properties(
    _ sequence: [RotatedScale], _ times: [Double], degrees: Double, percent: Double
  ) -> (inner: String, scale: String, outer: String) {
    (
      TransformText.property(sequence.map { [$0.inner] }, times, tolerance: degrees),
      TransformText.property(sequence.map { [$0.scale.x, $0.scale.y] }, times, tolerance: percent),
      TransformText.property(sequence.map { [$0.outer] }, times, tolerance: degrees)
    )
  }
}
