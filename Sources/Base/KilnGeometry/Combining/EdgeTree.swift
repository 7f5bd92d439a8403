/// A hierarchy of bounds over edges in their order, by which all pairs of edges are found that may meet.
///
/// Consecutive edges of a contour lie side by side, so that only contours are sorted, and only if there are many: along
/// a curve that keeps neighbours close. Four edges are a block, four blocks a group, and so on up to one group.
package struct EdgeTree {
  /// Consecutive edges of one contour.
  private struct Block {
    var edges: Range<Int>
    /// Whether one of the edges is fresh.
    var isFresh: Bool
  }

  /// Number of contours that are not sorted.
  private static let unsortedCount = 8

  private var blocks: [Block] = []
  /// Bounds of each block's edges, of each group's blocks, of groups of these, and so on.
  private var groups: [EdgeBoxGroup] = []
  /// Start of each of these levels in `groups`.
  private var levels = [0]

  /// - Parameters:
  ///   - contourStarts: The first edge of each contour, in their order; the first is 0.
  ///   - fresh: For each edge, whether it is to be paired with all; others are paired with fresh ones only.
  package init(_ boxes: [EdgeBox], contourStarts: [Int] = [0], fresh: [Bool]) {
    let capacity = boxes.count / EdgeBoxGroup.size + contourStarts.count
    blocks.reserveCapacity(capacity)
    groups.reserveCapacity(capacity + capacity / 2)
    for contour in Self.contours(boxes, contourStarts) {
      for start in stride(from: contour.lowerBound, to: contour.upperBound, by: EdgeBoxGroup.size) {
        let edges = start..<min(start + EdgeBoxGroup.size, contour.upperBound)
        blocks.append(Block(edges: edges, isFresh: fresh[edges].contains(true)))
        groups.append(EdgeBoxGroup(edges) { boxes[$0] })
      }
    }
    var level = 0..<groups.count
    repeat {
      levels.append(groups.count)
      for start in stride(from: level.lowerBound, to: level.upperBound, by: EdgeBoxGroup.size) {
        let members = start..<min(start + EdgeBoxGroup.size, level.upperBound)
        groups.append(EdgeBoxGroup(members) { groups[$0].union })
      }
      level = level.upperBound..<groups.count
    } while level.count > 1
  }

  /// The edges of each contour; sorted by place if there are many.
  private static func contours(_ boxes: [EdgeBox], _ starts: [Int]) -> [Range<Int>] {
    let contours = starts.indices.map { index -> Range<Int> in
      starts[index]..<(index + 1 < starts.count ? starts[index + 1] : boxes.count)
    }
    guard contours.count > unsortedCount else { return contours }
    let places = contours.map { contour -> UInt64 in
      var box = EdgeBox()
      for edge in contour { box.formUnion(boxes[edge]) }
      return box.zOrder
    }
    let order = contours.indices.sorted { places[$0] != places[$1] ? places[$0] < places[$1] : $0 < $1 }
    return order.map { contours[$0] }
  }

  /// Calls `body` once with each pair of edges, at least one of them fresh, whose bounds overlap; the larger index first.
  /// Ends when it returns false.
  ///
  /// - Parameter budget: Number of comparisons left, those with bounds of several edges included; reduced by those made.
  /// - Returns: Whether that were all pairs: false once the budget is used up.
  @inline(__always)
  package func forEachPair(fresh: [Bool], budget: inout Int, _ body: (_ first: Int, _ second: Int) -> Bool) -> Bool {
    // Blocks that are not fresh are sought behind a fresh one, too.
    let isAllFresh = blocks.allSatisfy(\.isFresh)
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * (blocks.count + 1)) { memory in
      for (block, own) in blocks.enumerated() where own.isFresh {
        let found = find(block, upTo: isAllFresh ? block : blocks.count - 1, &budget, memory)
        for other in found {
          let other = Int(other)
          let others = blocks[other]
          // Two blocks with fresh edges are paired once, when the later one is visited.
          guard other <= block || !others.isFresh else { continue }
          budget -= own.edges.count * others.edges.count
          guard budget >= 0 else { return false }
          var pairs = groups[block].overlaps(groups[other])
          if other == block { pairs &= EdgeBoxGroup.ordered }
          while pairs != 0 {
            let pair = pairs.trailingZeroBitCount
            pairs &= pairs &- 1
            let first = own.edges.lowerBound &+ pair / EdgeBoxGroup.size
            let second = others.edges.lowerBound &+ pair % EdgeBoxGroup.size
            guard fresh[first] || fresh[second] else { continue }
            guard body(max(first, second), min(first, second)) else { return false }
          }
        }
      }
      return true
    }
  }

  /// The blocks up to one whose bounds overlap those of a block, in order.
  ///
  /// - Parameter memory: For twice as many numbers as there are blocks, and two more.
  private func find(
    _ block: Int, upTo last: Int, _ budget: inout Int, _ memory: UnsafeMutableBufferPointer<Int32>
  ) -> Slice<UnsafeMutableBufferPointer<Int32>> {
    groups.withUnsafeBufferPointer { groups in
      let (member, lane) = block.quotientAndRemainder(dividingBy: EdgeBoxGroup.size)
      let box = groups[levels[1] + member][lane]
      let half = memory.count / 2
      // One group on the highest level.
      var found = 0..<1
      memory[0] = 0
      for level in levels.indices.dropFirst().reversed() {
        let start = found.lowerBound == 0 ? half : 0
        var end = start
        budget -= found.count * EdgeBoxGroup.size
        for position in found {
          let group = Int(memory[position])
          let bits = groups[levels[level] + group].overlaps(box)
          for member in 0..<EdgeBoxGroup.size {
            memory[end] = Int32(truncatingIfNeeded: EdgeBoxGroup.size * group + member)
            end += Int(bits >> UInt32(member) & 1)
          }
        }
        // Four of a level stand for one of the next.
        let limit = last >> (2 * (level - 1))
        while end > start, memory[end - 1] > limit { end -= 1 }
        found = start..<end
      }
      return memory[found]
    }
  }
}
