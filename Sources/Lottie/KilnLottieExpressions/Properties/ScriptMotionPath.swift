/// The curve between two keyframes with tangents as scripts see it: 150 samples, straight in between.
struct ScriptMotionPath {
  private var points: [[Double]] = []
  /// Distance from each point to the one before.
  private var steps: [Double] = []
  private var length = 0.0

  /// The last point.
  var end: [Double] { points.last ?? [] }
  /// The first point.
  var start: [Double] { points.first ?? [] }

  /// All four have the same number of components, two or three.
  init(from start: [Double], leaving: [Double], arriving: [Double], to end: [Double]) {
    let control1 = zip(start, leaving).map(+)
    let control2 = zip(end, arriving).map(+)
    let isLine =
      start.count == 2 && start != end && Self.areOnLine(start, end, control1) && Self.areOnLine(start, end, control2)
    let count = isLine ? 2 : 150
    for index in 0..<count {
      let t = Double(index) / Double(count - 1)
      let u = 1 - t
      let weights = (u * (u * u), 3 * (u * u) * t, 3 * u * (t * t), t * (t * t))
      let point = start.indices.map { i in
        weights.0 * start[i] + weights.1 * control1[i] + weights.2 * control2[i] + weights.3 * end[i]
      }
      let step = points.last.map { Self.distance(point, $0) } ?? 0
      length += step
      steps.append(step)
      points.append(point)
    }
  }

  /// The point at an eased progress.
  func point(at progress: Double) -> [Double] {
    let distance = length * progress
    var passed = 0.0
    for index in points.indices {
      passed += steps[index]
      if distance == 0 || progress == 0 || index == points.count - 1 { return points[index] }
      guard distance >= passed, distance < passed + steps[index + 1] else { continue }
      let share = (distance - passed) / steps[index + 1]
      return zip(points[index], points[index + 1]).map { $0 + ($1 - $0) * share }
    }
    return end
  }

  /// Whether a keyframe's tangents are those of a straight line.
  static func isStraight(from start: [Double], leaving: [Double], arriving: [Double], to end: [Double]) -> Bool {
    let test = start.count == 2 ? areOnLine : areOnLineInSpace
    if start != end, test(start, end, zip(start, leaving).map(+)), test(start, end, zip(end, arriving).map(+)) {
      return true
    }
    return start == end && (leaving + arriving).allSatisfy { $0 == 0 }
  }

  private static func areOnLine(_ a: [Double], _ b: [Double], _ c: [Double]) -> Bool {
    let determinant = a[0] * b[1] + a[1] * c[0] + b[0] * c[1] - c[0] * b[1] - c[1] * a[0] - b[0] * a[1]
    return determinant > -0.001 && determinant < 0.001
  }

  private static func areOnLineInSpace(_ a: [Double], _ b: [Double], _ c: [Double]) -> Bool {
    if a[2] == 0, b[2] == 0, c[2] == 0 { return areOnLine(a, b, c) }
    let (ab, ac, bc) = (distance(a, b), distance(a, c), distance(b, c))
    return abs(2 * max(ab, ac, bc) - ab - ac - bc) < 0.0001
  }

  private static func distance(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + ($1.1 - $1.0) * ($1.1 - $1.0) }.squareRoot()
  }
}
