import KilnGeometry

extension Path {
  /// Points along a path: the ends of its lines, and some on each curve. All contours end where the first one starts.
  func samples(perCurve count: Int) -> [Point] {
    var samples: [Point] = []
    var index = 0
    for verb in verbs {
      switch verb {
      case .move, .line: samples.append(points[index])
      case .cubic:
        let curve = CubicCurve(samples[samples.count - 1], points[index], points[index + 1], points[index + 2])
        samples += (1...count).map { curve.point(at: Double($0) / Double(count)) }
      case .close: if let first = samples.first { samples.append(first) }
      }
      index += verb.pointCount
    }
    return samples
  }
}
