internal import KilnGeometry

extension Path {
  /// The path, with each contour that becomes a point when rounded to `step` replaced by a line of that length.
  ///
  /// A point with round or square caps is a dot, but an HTML canvas, which web players use, shows nothing. A contour
  /// without any line is nothing everywhere.
  func drawingOutDots(by step: Double) -> Path {
    func rounded(_ point: Point) -> Point {
      Point((point.x / step).rounded() * step, (point.y / step).rounded() * step)
    }
    var result = Path()
    for contour in contours {
      let position = rounded(contour.points[0])
      if contour.verbs.count > 1, contour.points.allSatisfy({ rounded($0) == position }) {
        result.move(to: position)
        result.line(to: position + Point(step, 0))
      } else {
        result.append(contour)
      }
    }
    return result
  }
}
