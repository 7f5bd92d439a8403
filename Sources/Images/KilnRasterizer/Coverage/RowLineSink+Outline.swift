internal import KilnGeometry
internal import KilnPixels

extension RowLineSink {
  /// Adds an outline.
  ///
  /// - Parameters:
  ///   - offset: Outline space → pixels of the target.
  ///   - isInside: Whether all points are known to lie inside the region.
  @inline(never)
  mutating func add(_ outline: FlatOutline, offset: Point, isInside: Bool) {
    let offset = offset - corner
    outline.points.withUnsafeBufferPointer { points in
      var first = 0
      for contour in outline.contours {
        let end = contour.end
        defer { first = end }
        guard let heights = heights(of: contour, offset: offset.y) else { continue }
        var from = points[first] + offset
        if isInside {
          // Each point is the end of one line and the start of the next.
          var start = inside(from)
          for index in first + 1..<end {
            let to = points[index] + offset
            let next = inside(to)
            if max(from.y, to.y) < heights.lowerBound || min(from.y, to.y) > heights.upperBound {
              skip()
            } else {
              addInside(start, next)
            }
            (from, start) = (to, next)
          }
          endContour()
          continue
        }
        for index in first + 1..<end {
          let to = points[index] + offset
          if max(from.y, to.y) < heights.lowerBound || min(from.y, to.y) > heights.upperBound {
            skip()
          } else {
            addClipped(from, to)
          }
          from = to
        }
        endContour()
      }
    }
  }

  /// Adds a rectangle mapped by a transform that may rotate it.
  mutating func add(_ rect: Rect, transform: Affine) {
    func mapped(_ x: Double, _ y: Double) -> Point { (transform.apply(Point(x, y)) - corner).limited }
    let (a, b) = (mapped(rect.minX, rect.minY), mapped(rect.maxX, rect.minY))
    let (c, d) = (mapped(rect.maxX, rect.maxY), mapped(rect.minX, rect.maxY))
    addClipped(a, b)
    addClipped(b, c)
    addClipped(c, d)
    addClipped(d, a)
    endContour()
  }

  /// The region's top left corner.
  private var corner: Point { Point(Double(region.minX), Double(region.minY)) }
}
