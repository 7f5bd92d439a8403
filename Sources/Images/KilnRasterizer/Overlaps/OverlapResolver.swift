internal import KilnGeometry
internal import KilnPixels

/// Corrects the coverage of multi-edge cells, in which signed areas count overlapping parts twice or cancel them.
///
/// If an outline may overlap itself, its lines are traversed a second time to detect such cells and a third time to
/// collect the lines in them, so that only overlapping outlines pay. Tried without gain: recording the cells of every
/// line during accumulation (simple outlines a quarter slower), and sampling instead of exact areas (as slow).
struct OverlapResolver: Sendable {
  private var detector = MultiEdgeCellDetector()
  private var cellLines = MultiEdgeCellLines()

  /// Adds an outline to an empty grid, with exact coverage.
  ///
  /// - Parameters:
  ///   - offset: Outline space → pixels of the target.
  ///   - isInside: Whether all points are known to lie inside the region.
  mutating func add(_ outline: FlatOutline, offset: Point, isInside: Bool, to grid: CoverageGrid, _ rule: FillRule) {
    grid.add(outline, offset: offset, isInside: isInside)
    guard let overlaps = outline.overlaps else { return }
    let shift = offset.y - Double(grid.region.minY)
    func row(_ y: Double) -> Int { Int(clamping: y + shift, to: 0...grid.region.height - 1) }
    var examined = row(overlaps.lowerBound)...row(overlaps.upperBound)
    if !grid.isWhole {
      guard let seen = examined.part(in: grid.rows) else { return }
      // If lines may have to be left out, the choice depends on all rows.
      if outline.maximumPartCount <= MultiEdgeCellLines.maximumLineCount { examined = seen }
    }
    detector.reset(grid.region, rows: examined)
    detector.add(outline, offset: offset, isInside: isInside)
    guard let rows = detector.occupancy.multiEdgeRows else { return }
    cellLines.reset(grid.region, detector.occupancy, in: rows)
    cellLines.add(outline, offset: offset, isInside: isInside)
    for row in rows where grid.rows.contains(row) { correct(row, of: grid, rule) }
  }

  /// Adjusts the cells of a row so that the running sum at each multi-edge cell is its exact coverage.
  private func correct(_ row: Int, of grid: CoverageGrid, _ rule: FillRule) {
    let cells = grid.cells + row * grid.stride
    var area: Float = 0
    var next = 0
    cellLines.cells.forEach(in: row, from: 0, to: grid.region.width - 1) { column, cell in
      // Horizontal lines make multi-edge cells without having touched them.
      grid.touch(row, column, column + 1)
      area += grid.sum(in: row, from: next, to: column)
      next = column + 1
      guard let exact = cellLines.share(of: cell, signedArea: area, rule) else { return }
      cells[column] += exact - area
      cells[column + 1] -= exact - area
      area = exact
    }
  }
}

extension ClosedRange<Int> {
  /// The common part with a range; nil if there is none.
  fileprivate func part(in other: Range<Int>) -> ClosedRange<Int>? {
    let (low, high) = (Swift.max(lowerBound, other.lowerBound), Swift.min(upperBound, other.upperBound - 1))
    return low <= high ? low...high : nil
  }
}

extension FlatOutline {
  /// No fewer than the parts into which the sides of cells divide the lines.
  fileprivate var maximumPartCount: Int {
    var sum = 0.0
    for (from, to) in zip(points, points.dropFirst()) {
      // Each line passes a cell more than it crosses sides, which may divide it twice, and clipping makes three lines of it.
      sum += 4 * (abs(to.x - from.x) + abs(to.y - from.y)) + 24
    }
    return Int(clamping: sum, to: 0...Int.max / 2)
  }
}
