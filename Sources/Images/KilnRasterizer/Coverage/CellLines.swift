internal import KilnGeometry

/// A downward line inside a cell; coordinates are 0…1 along both axes.
struct CellLine {
  var x0: Float
  var y0: Float
  var x1: Float
  var y1: Float
  /// Change of the winding number from its left to its right.
  var sign: Float
  /// Index of the previous line of the same cell; -1 for none.
  var previous: Int32 = -1

  /// Column of the line at a height.
  @inline(__always)
  func x(at y: Float) -> Float { x0 + (x1 - x0) * ((y - y0) / (y1 - y0)) }

  /// Calls `part` with the part of the line between the sides of the cell, and, if the line crosses the left side, with a
  /// line along that side which changes the winding number as the outer part does.
  @inline(__always)
  func forEachPart(_ part: (CellLine) -> Void) {
    var inner = self
    let height = y1 - y0
    let perX = height / (x1 - x0)
    func y(at x: Float) -> Float { y0 + max(0, min(height, (x - x0) * perX)) }
    if (x0 < 0) != (x1 < 0) {
      let crossing = y(at: 0)
      let goesRight = (x0 < 0) == (sign > 0)
      part(CellLine(x0: 0, y0: crossing, x1: 0, y1: 1, sign: goesRight ? -1 : 1))
      if x0 < 0 { (inner.x0, inner.y0) = (0, crossing) } else { (inner.x1, inner.y1) = (0, crossing) }
    }
    if inner.x0 >= 1 && inner.x1 >= 1 { return }
    if inner.x0 > 1 { (inner.x0, inner.y0) = (1, y(at: 1)) }
    if inner.x1 > 1 { (inner.x1, inner.y1) = (1, y(at: 1)) }
    part(inner)
  }

  /// The area to the right of the line, times its sign.
  var signedArea: Float { (y1 - y0) * (1 - (x0 + x1) * 0.5) * sign }
}

/// All lines in one cell, as a linked list.
struct CellLines {
  let lines: UnsafeBufferPointer<CellLine>
  let last: Int32

  /// Maximum number of lines for the exact computation; cells with more are sampled.
  private static let maximumExactLineCount = 16
  /// Number of samples along each side of a sampled cell.
  private static let samplesPerSide = 64

  /// The coverage of the cell, 0…1.
  ///
  /// - Parameters:
  ///   - signedArea: Mean winding number, including lines to the left of the cell.
  func share(signedArea: Float, _ rule: FillRule) -> Float {
    var (ups, downs) = (0, 0)
    var rest = signedArea
    forEach {
      if $0.sign > 0 { downs += 1 } else { ups += 1 }
      rest -= $0.signedArea
    }
    // Lines to the left of the cell change the winding number by a constant.
    let winding = Int(max(-1e6, min(1e6, rest.rounded())))
    // Most overlaps lie inside of the outline.
    if rule == .nonZero && (winding > ups || winding < -downs) { return 1 }
    let count = ups + downs
    return count > Self.maximumExactLineCount ? sampledShare(winding, rule) : exactShare(count, winding, rule)
  }

  @inline(__always)
  private func forEach(_ body: (CellLine) -> Void) {
    var index = last
    while index >= 0 {
      body(lines[Int(index)])
      index = lines[Int(index)].previous
    }
  }

  // MARK: - Exact

  /// A line with its column at the height being processed.
  private struct Crossing {
    var top: Float
    var bottom: Float
    var x0: Float
    var slope: Float
    var sign: Float
    var x: Float
  }

  /// Divides the cell at the ends of all lines and where they cross. Between two such heights the covered width is a
  /// linear function of the height.
  private func exactShare(_ count: Int, _ winding: Int, _ rule: FillRule) -> Float {
    withUnsafeTemporaryAllocation(of: Crossing.self, capacity: 2 * count) { crossings in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * count + 2) { cuts in
        guard let lines = crossings.baseAddress else { return 0 }
        var cutCount = 0
        func cut(_ y: Float) {
          var index = cutCount
          while index > 0, cuts[index - 1] > y {
            cuts[index] = cuts[index - 1]
            index -= 1
          }
          cuts[index] = y
          cutCount += 1
        }
        cut(0)
        cut(1)
        var lineCount = 0
        forEach {
          let slope = ($0.x1 - $0.x0) / ($0.y1 - $0.y0)
          lines[lineCount] = Crossing(top: $0.y0, bottom: $0.y1, x0: $0.x0, slope: slope, sign: $0.sign, x: 0)
          lineCount += 1
          if $0.y0 > 0 { cut($0.y0) }
          if $0.y1 < 1 { cut($0.y1) }
        }
        var share: Float = 0
        for index in 1..<cutCount {
          var top = cuts[index - 1]
          // Upper bound of the number of crossings.
          var crossings = count * count
          while cuts[index] - top > 1e-6, crossings >= 0 {
            let (area, bottom) = Self.area(lines, count, sorted: lines + count, top, cuts[index], winding, rule)
            share += area
            top = bottom
            crossings -= 1
          }
        }
        return min(1, share)
      }
    }
  }

  /// The covered area from one height down to another, or down to the first crossing of lines.
  @inline(__always)
  private static func area(
    _ lines: UnsafeMutablePointer<Crossing>, _ count: Int, sorted: UnsafeMutablePointer<Crossing>, _ top: Float,
    _ bottom: Float, _ winding: Int, _ rule: FillRule
  ) -> (area: Float, bottom: Float) {
    // Lines that start at the same point are in order slightly below it.
    let middle = (top + bottom) / 2
    var sortedCount = 0
    for index in 0..<count where lines[index].top <= middle && middle < lines[index].bottom {
      var line = lines[index]
      line.x = line.x0 + (top - line.top) * line.slope
      var position = sortedCount
      while position > 0,
        sorted[position &- 1].x > line.x + 1e-5
          || (sorted[position &- 1].x > line.x - 1e-5 && sorted[position &- 1].slope > line.slope)
      {
        sorted[position] = sorted[position &- 1]
        position &-= 1
      }
      sorted[position] = line
      sortedCount &+= 1
    }
    var end = bottom
    for index in 1..<max(1, sortedCount) {
      let (left, right) = (sorted[index &- 1], sorted[index])
      let closing = left.slope - right.slope
      if closing * (end - top) > right.x - left.x + 1e-4 { end = top + max(1e-4, (right.x - left.x) / closing) }
    }
    end = min(bottom, end)
    let half = (end - top) / 2
    var winding = winding
    var width: Float = 0
    var x: Float = 0
    for index in 0..<sortedCount {
      let next = sorted[index].x + sorted[index].slope * half
      if rule.contains(winding: winding) { width += next - x }
      x = next
      winding &+= sorted[index].sign > 0 ? 1 : -1
    }
    if rule.contains(winding: winding) { width += 1 - x }
    return (width * (end - top), end)
  }

  // MARK: - Sampled

  private func sampledShare(_ winding: Int, _ rule: FillRule) -> Float {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.samplesPerSide + 1) { changes in
      var inside = 0
      let side = Float(Self.samplesPerSide)
      for row in 0..<Self.samplesPerSide {
        changes.update(repeating: 0)
        let y = (Float(row) + 0.5) / side
        forEach { line in
          guard line.y0 <= y, y < line.y1 else { return }
          // The first sample to the right of the line.
          changes[Int(max(0, min(side, line.x(at: y) * side + 0.5)))] &+= line.sign > 0 ? 1 : -1
        }
        var winding = winding
        for column in 0..<Self.samplesPerSide {
          winding += Int(changes[column])
          if rule.contains(winding: winding) { inside += 1 }
        }
      }
      return Float(inside) / (side * side)
    }
  }
}
