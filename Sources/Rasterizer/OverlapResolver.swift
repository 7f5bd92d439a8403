internal import Geometry
internal import Pixels

/// Makes the coverage of crowded pixels exact, in which signed areas count parts that overlap twice, or against each
/// other.
///
/// Where an outline may overlap itself its lines are added once more to find such pixels, and once more to keep what
/// lies in these: the cost follows them. What did not help: noting the pixels of every line while areas are added, which
/// made simple outlines a quarter slower; samples in place of cuts, which were as slow and not exact.
struct OverlapResolver: Sendable {
  private var finder = CrowdFinder()
  private var crowdedLines = CrowdedLines()

  /// Adds an outline to a grid in which nothing is covered.
  ///
  /// - Parameters:
  ///   - isInside: Whether all points are known to lie inside the region.
  mutating func add(_ outline: FlatOutline, offset: Point, isInside: Bool, to grid: CoverageGrid, _ rule: FillRule) {
    var accumulator = CoverageAccumulator(grid: grid)
    accumulator.add(outline, offset: offset, isInside: isInside)
    guard let overlaps = outline.overlaps else { return }
    let shift = offset.y - Double(grid.region.minY)
    func row(_ y: Double) -> Int { Int(clamping: y + shift, to: 0...grid.region.height - 1) }
    finder.reset(grid.region, rows: row(overlaps.lowerBound)...row(overlaps.upperBound))
    finder.add(outline, offset: offset, isInside: isInside)
    guard let rows = finder.passes.crowdedRows else { return }
    crowdedLines.reset(grid.region, finder.passes, in: rows)
    crowdedLines.add(outline, offset: offset, isInside: isInside)
    for row in rows { correct(row, of: grid, rule) }
  }

  /// Changes the cells of a row so that their running sum is the exact share of each crowded pixel.
  private func correct(_ row: Int, of grid: CoverageGrid, _ rule: FillRule) {
    let cells = grid.cells + row * grid.stride
    var area: Float = 0
    var next = 0
    crowdedLines.pixels.forEach(in: row, from: 0, to: grid.region.width - 1) { column, pixel in
      // Level lines crowd pixels without changing any cell.
      grid.touch(row, column, column + 1)
      area += grid.sum(in: row, from: next, to: column)
      next = column + 1
      guard let exact = crowdedLines.share(of: pixel, signedArea: area, rule) else { return }
      cells[column] += exact - area
      cells[column + 1] -= exact - area
      area = exact
    }
  }
}
