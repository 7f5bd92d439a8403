internal import KilnGeometry

/// A monotone chain: consecutive lines of a contour that all go down or all go up; horizontal lines may be among them.
struct OutlineChain {
  /// Indices of the first and last point in the outline.
  var first: Int32
  var last: Int32
  /// 1 if downward, -1 if upward, 0 if all lines are horizontal.
  var sign: Int32 = 0
  /// Winding number to the left of the chain: the sum of the signs of the chains there.
  var winding: Int32 = 0
  /// Whether another chain of opposite direction coincides with all of it.
  var isCancelled = false
  var minX: Float
  var maxX: Float
  /// Heights from its upper to its lower end.
  var span: Range<Double> = 0..<0
}

extension OutlineChain {
  /// Number of chains that are always compared in pairs. More are only allowed in proportion to the root of the number of
  /// points, so that comparing pairs costs no more than flattening.
  private static let minimumChainLimit = 40
  /// Lines of chains that are always compared, and for each point of the outline: more are taken as overlapping.
  private static let comparedLines = (minimum: 1 << 22, perPoint: 16)
  /// Distance in pixels by which chains may cross unnoticed: coverage changes by less than half of 1/255.
  private static let tolerance = 1.0 / 1024

  /// Range of heights in which winding numbers of a group of contours may leave {0, 1}, or {0, -1}; nil if they do not.
  ///
  /// Between chains that do not cross each other, winding numbers depend only on the order of the chains.
  ///
  /// - Parameters:
  ///   - memory: Scratch memory for the chains.
  static func overlaps(
    of group: ArraySlice<OverlapFinder.ContourExtent>, _ points: UnsafeBufferPointer<Point>,
    _ memory: inout [OutlineChain]
  ) -> ClosedRange<Double>? {
    guard findChains(of: group, points, &memory) else { return -.infinity ... .infinity }
    memory.sort { $0.span.lowerBound < $1.span.lowerBound }
    var budget = max(comparedLines.minimum, comparedLines.perPoint * points.count)
    return memory.withUnsafeMutableBufferPointer { overlaps(of: $0, points, &budget) }
  }

  private static func overlaps(
    of chains: UnsafeMutableBufferPointer<OutlineChain>, _ points: UnsafeBufferPointer<Point>, _ budget: inout Int
  ) -> ClosedRange<Double>? {
    var crossings: ClosedRange<Double>?
    for first in chains.indices {
      var second = first + 1
      while second < chains.count, chains[second].span.lowerBound < chains[first].span.upperBound {
        crossings.include(order(chains, first, second, points, &budget))
        if budget < 0 { return -.infinity ... .infinity }
        second += 1
      }
    }
    // The direction of the leftmost chain is the orientation of the whole outline.
    let outer = chains.min { $0.minX < $1.minX }?.sign ?? 1
    var overlaps = crossings
    for chain in chains where !chain.isCancelled {
      let span = chain.span
      func check(_ low: Double, _ high: Double, _ winding: Int32) {
        if low < high && winding != (chain.sign == outer ? 0 : outer) { overlaps.include(low...high) }
      }
      if let crossings {
        let top = min(crossings.lowerBound, span.upperBound)
        let bottom = max(crossings.upperBound, span.lowerBound)
        check(span.lowerBound, top, winding(of: chain, at: (span.lowerBound + top) / 2, chains, points))
        check(bottom, span.upperBound, winding(of: chain, at: (bottom + span.upperBound) / 2, chains, points))
      } else {
        check(span.lowerBound, span.upperBound, chain.winding)
      }
    }
    return overlaps
  }

  /// Divides contours into chains; false if there are too many.
  private static func findChains(
    of group: ArraySlice<OverlapFinder.ContourExtent>, _ points: UnsafeBufferPointer<Point>,
    _ chains: inout [OutlineChain]
  ) -> Bool {
    chains.removeAll(keepingCapacity: true)
    let limit = max(minimumChainLimit, Int(8 * Double(points.count).squareRoot()))
    for extent in group {
      let start = extent.points.lowerBound
      var chain = OutlineChain(first: Int32(start), last: Int32(start), minX: 0, maxX: 0)
      var (minX, maxX) = (points[start].x, points[start].x)
      func endChain() {
        // The rounding error is below the tolerance.
        (chain.minX, chain.maxX) = (Float(minX), Float(maxX))
        let (from, to) = (points[Int(chain.first)].y, points[Int(chain.last)].y)
        chain.span = min(from, to)..<max(from, to)
        chains.append(chain)
      }
      for index in extent.points.dropFirst() {
        let (from, to) = (points[index - 1], points[index])
        let sign: Int32 = from.y < to.y ? 1 : from.y > to.y ? -1 : chain.sign
        if sign != chain.sign {
          if chain.sign != 0 {
            endChain()
            chain.first = Int32(index - 1)
            (minX, maxX) = (from.x, from.x)
          }
          chain.sign = sign
        }
        chain.last = Int32(index)
        (minX, maxX) = (min(minX, to.x), max(maxX, to.x))
      }
      if chain.sign != 0 { endChain() }
      if chains.count > limit { return false }
    }
    return true
  }

  /// Determines which of two chains is to the left, and updates the winding number of the right one.
  ///
  /// - Returns: The heights between which they cross or overlap; nil if they do not.
  private static func order(
    _ chains: UnsafeMutableBufferPointer<OutlineChain>, _ first: Int, _ second: Int,
    _ points: UnsafeBufferPointer<Point>, _ budget: inout Int
  ) -> ClosedRange<Double>? {
    budget -= 1
    let (a, b) = (chains[first], chains[second])
    let (spanA, spanB) = (a.span, b.span)
    let top = max(spanA.lowerBound, spanB.lowerBound)
    let bottom = min(spanA.upperBound, spanB.upperBound)
    guard top < bottom else { return nil }
    let isFirstLeft: Bool
    if a.maxX <= b.minX {
      isFirstLeft = true
    } else if b.maxX <= a.minX {
      isFirstLeft = false
    } else {
      // Maximum number of lines that are examined.
      budget -= a.lineCount + b.lineCount
      let (order, crossings) = order(a, b, from: top, to: bottom, points)
      if let crossings { return crossings }
      if order == 0 {
        // Coincident chains of equal direction count twice; those of opposite direction enclose nothing.
        if a.sign == b.sign { return top...bottom }
        if spanA == top..<bottom { chains[first].isCancelled = true }
        if spanB == top..<bottom { chains[second].isCancelled = true }
        return nil
      }
      isFirstLeft = order < 0
    }
    let (left, right) = isFirstLeft ? (first, second) : (second, first)
    let span = isFirstLeft ? spanB : spanA
    let middle = (span.lowerBound + span.upperBound) / 2
    if (isFirstLeft ? spanA : spanB).contains(middle) { chains[right].winding += chains[left].sign }
    return nil
  }

  /// -1 if the first chain is to the left, 1 if it is to the right, 0 if they coincide; and the heights between which they
  /// cross.
  private static func order(
    _ a: OutlineChain, _ b: OutlineChain, from top: Double, to bottom: Double, _ points: UnsafeBufferPointer<Point>
  ) -> (Int, ClosedRange<Double>?) {
    var (lineA, lineB) = (ChainLine(a, points), ChainLine(b, points))
    lineA.descend(to: top)
    lineB.descend(to: top)
    var (y, lastY) = (top, top)
    var order = 0
    var crossings: ClosedRange<Double>?
    while true {
      let distance = lineA.x(at: y) - lineB.x(at: y)
      if abs(distance) > tolerance {
        let here = distance < 0 ? -1 : 1
        if here == -order { crossings.include(lastY...y) }
        order = here
        lastY = y
      }
      // Advances the chain whose line ends here; both ends of a horizontal line are compared.
      if lineA.bottom.y <= y, lineA.next() { continue }
      if lineB.bottom.y <= y, lineB.next() { continue }
      if y >= bottom { return (order, crossings) }
      y = min(lineA.bottom.y, lineB.bottom.y, bottom)
    }
  }

  /// The winding number to the left of a chain at a height where no chains cross.
  private static func winding(
    of chain: OutlineChain, at y: Double, _ chains: UnsafeMutableBufferPointer<OutlineChain>,
    _ points: UnsafeBufferPointer<Point>
  ) -> Int32 {
    let x = chain.x(at: y, points)
    var winding: Int32 = 0
    for other in chains where other.minX < Float(x) && other.first != chain.first && other.span.contains(y) {
      if other.x(at: y, points) < x { winding += other.sign }
    }
    return winding
  }
}

extension OutlineChain {
  private var lineCount: Int { abs(Int(last) - Int(first)) }

  private func x(at y: Double, _ points: UnsafeBufferPointer<Point>) -> Double {
    var line = ChainLine(self, points)
    line.descend(to: y)
    return line.x(at: y)
  }
}

/// A line of a chain, from top to bottom.
private struct ChainLine {
  private let points: UnsafeBufferPointer<Point>
  private var index: Int
  private let step: Int
  private let last: Int
  private(set) var top: Point
  private(set) var bottom: Point

  init(_ chain: OutlineChain, _ points: UnsafeBufferPointer<Point>) {
    self.points = points
    step = Int(chain.sign)
    let first = Int(chain.sign > 0 ? chain.first : chain.last)
    last = Int(chain.sign > 0 ? chain.last : chain.first)
    index = first + step
    (top, bottom) = (points[first], points[index])
  }

  /// Advances to the next line; false if this is the last.
  mutating func next() -> Bool {
    if index == last { return false }
    index += step
    (top, bottom) = (bottom, points[index])
    return true
  }

  mutating func descend(to y: Double) {
    while bottom.y < y, next() {}
  }

  /// Column of the line at a height; that of its end if horizontal.
  func x(at y: Double) -> Double {
    bottom.y > top.y ? top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y)) : bottom.x
  }
}
