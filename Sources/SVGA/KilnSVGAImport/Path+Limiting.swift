internal import KilnDiagnostics
internal import KilnGeometry

extension Path {
  /// Largest magnitude of an outline's coordinates in pixels. It is far from any canvas, and a `Double` beside it still
  /// resolves a millionth of a pixel, so that a curve can be cut at the canvas' sides.
  private static let largestCoordinate = 1e9

  /// The path with coordinates of at most ±10⁹, to which those beyond are moved; `svga.path.far` is noted if there are any.
  /// Paths with numbers that no timeline holds stay as they are.
  func limited(findings: inout SpriteFindings) -> Path {
    let bounds = controlBounds()
    let farthest = max(-bounds.minX, -bounds.minY, bounds.maxX, bounds.maxY)
    guard !isEmpty, fitsFloat, farthest > Self.largestCoordinate else { return self }
    findings.note(.svgaPathFar)
    var result = Path()
    var rest = points[...]
    func next() -> Point {
      let point = rest.removeFirst()
      return Point(Self.limited(point.x), Self.limited(point.y))
    }
    for verb in verbs {
      switch verb {
      case .move: result.move(to: next())
      case .line: result.line(to: next())
      case .cubic: result.cubic(next(), next(), to: next())
      case .close: result.close()
      }
    }
    return result
  }

  private static func limited(_ coordinate: Double) -> Double {
    max(-largestCoordinate, min(largestCoordinate, coordinate))
  }
}
