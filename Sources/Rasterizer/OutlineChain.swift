internal import Geometry

/// Lines of a contour that follow each other and all go down, or all go up; level ones among them.
struct OutlineChain {
  /// Indices among the outline's points.
  var first: Int32
  var last: Int32
  /// 1 if the lines go down, -1 if they go up; 0 if all of them are level.
  var sign: Int32 = 0
  /// Sum of the signs of chains to the left of this one.
  var winding: Int32 = 0
  /// Whether another chain goes back along all of it.
  var isCancelled = false
  var minX: Float
  var maxX: Float
  /// The heights of its upper and lower end.
  var span: Range<Double> = 0..<0
}

extension OutlineChain {
  /// Chains that are always looked at. Of more than these, as many as make looking at all pairs no more work than
  /// flattening.
  private static let limit = 40
  /// Chains may cross each other by so little, in pixels: no coverage changes by half of 1/255.
  private static let tolerance = 1.0 / 1024

  /// Heights between which winding numbers in a group of contours may be others than 0 and 1, or others than 0 and -1;
  /// nil for none.
  ///
  /// Between chains that do not cross each other winding numbers depend on the chains' order only.
  ///
  /// - Parameters:
  ///   - memory: For the chains.
  static func overlaps(
    of group: ArraySlice<OverlapFinder.Place>, _ points: UnsafeBufferPointer<Point>, _ memory: inout [OutlineChain]
  ) -> ClosedRange<Double>? {
    guard findChains(of: group, points, &memory) else { return -.infinity ... .infinity }
    memory.sort { $0.span.lowerBound < $1.span.lowerBound }
    return memory.withUnsafeMutableBufferPointer { overlaps(of: $0, points) }
  }

  private static func overlaps(
    of chains: UnsafeMutableBufferPointer<OutlineChain>, _ points: UnsafeBufferPointer<Point>
  ) -> ClosedRange<Double>? {
    var crossings: ClosedRange<Double>?
    for first in chains.indices {
      var second = first + 1
      while second < chains.count, chains[second].span.lowerBound < chains[first].span.upperBound {
        crossings.include(order(chains, first, second, points))
        second += 1
      }
    }
    // The direction in which the leftmost chain goes is that of the whole outline.
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

  /// Finds the chains of contours; false if there are too many.
  private static func findChains(
    of group: ArraySlice<OverlapFinder.Place>, _ points: UnsafeBufferPointer<Point>, _ chains: inout [OutlineChain]
  ) -> Bool {
    chains.removeAll(keepingCapacity: true)
    let limit = max(limit, Int(8 * Double(points.count).squareRoot()))
    for place in group {
      let start = place.points.lowerBound
      var chain = OutlineChain(first: Int32(start), last: Int32(start), minX: 0, maxX: 0)
      var (minX, maxX) = (points[start].x, points[start].x)
      func endChain() {
        // Rounded apart by less than the tolerance matters.
        (chain.minX, chain.maxX) = (Float(minX), Float(maxX))
        let (from, to) = (points[Int(chain.first)].y, points[Int(chain.last)].y)
        chain.span = min(from, to)..<max(from, to)
        chains.append(chain)
      }
      for index in place.points.dropFirst() {
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

  /// Finds which one of two chains is to the left of the other one, and adds to the winding number of the right one.
  /// The heights between which they cross each other.
  private static func order(
    _ chains: UnsafeMutableBufferPointer<OutlineChain>, _ first: Int, _ second: Int,
    _ points: UnsafeBufferPointer<Point>
  ) -> ClosedRange<Double>? {
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
      let (order, crossings) = order(a, b, from: top, to: bottom, points)
      if let crossings { return crossings }
      if order == 0 {
        // What goes the same way counts twice. What goes back encloses nothing.
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

  /// -1 if the first chain is to the left, 1 if it is to the right, 0 if they coincide; and where they cross.
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
      // What ends here goes on first; both ends of a level line count.
      if lineA.bottom.y <= y, lineA.next() { continue }
      if lineB.bottom.y <= y, lineB.next() { continue }
      if y >= bottom { return (order, crossings) }
      y = min(lineA.bottom.y, lineB.bottom.y, bottom)
    }
  }

  /// The winding number left of a chain at a height, at which no chains cross.
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

  /// Goes on to the next line; false if this is the last one.
  mutating func next() -> Bool {
    if index == last { return false }
    index += step
    (top, bottom) = (bottom, points[index])
    return true
  }

  mutating func descend(to y: Double) {
    while bottom.y < y, next() {}
  }

  /// Where the line is at a height; at its end for a level one.
  func x(at y: Double) -> Double {
    bottom.y > top.y ? top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y)) : bottom.x
  }
}
