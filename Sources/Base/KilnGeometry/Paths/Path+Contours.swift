extension Path {
  /// The contours as one path each, in order.
  public var contours: [Path] {
    var contours: [Path] = []
    var index = 0
    for verb in verbs {
      if verb == .move || contours.isEmpty { contours.append(Path()) }
      let last = contours.count - 1
      switch verb {
      case .move: contours[last].move(to: points[index])
      case .line: contours[last].line(to: points[index])
      case .cubic: contours[last].cubic(points[index], points[index + 1], to: points[index + 2])
      case .close: contours[last].close()
      }
      index += verb.pointCount
    }
    return contours
  }
}
