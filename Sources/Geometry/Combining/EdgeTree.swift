/// A hierarchy of bounds over edges in their order, by which all pairs of edges are found that may meet.
///
/// Consecutive edges of a contour lie side by side, so that only contours are sorted, and only if there are many: along
/// a curve that keeps neighbours close. Nodes stand in one array, a node before those inside of it.
struct EdgeTree {
  private struct Node: BitwiseCopyable {
    var box: EdgeBox
    /// Index of the next node that is not inside of this one.
    var end: Int32
    /// Index of the block of edges that this node bounds; -1 for a node of nodes.
    var block: Int32
  }

  /// Consecutive edges of one contour.
  private struct Block {
    var edges: Range<Int>
    /// Whether one of the edges is fresh.
    var isFresh: Bool
  }

  /// Maximum number of edges in a block.
  private static let blockSize = 4
  /// Number of contours that are not sorted.
  private static let unsortedCount = 8

  private let boxes: [EdgeBox]
  private var nodes: [Node] = []
  /// In the order of their nodes.
  private var blocks: [Block] = []

  /// - Parameters:
  ///   - contourStarts: The first edge of each contour, in their order; the first is 0.
  ///   - fresh: For each edge, whether it is to be paired with all; others are paired with fresh ones only.
  init(_ boxes: [EdgeBox], contourStarts: [Int] = [0], fresh: [Bool]) {
    self.boxes = boxes
    blocks.reserveCapacity(boxes.count / Self.blockSize + contourStarts.count)
    for contour in Self.contours(boxes, contourStarts) {
      for start in stride(from: contour.lowerBound, to: contour.upperBound, by: Self.blockSize) {
        let edges = start..<min(start + Self.blockSize, contour.upperBound)
        blocks.append(Block(edges: edges, isFresh: fresh[edges].contains(true)))
      }
    }
    nodes.reserveCapacity(2 * blocks.count)
    if !blocks.isEmpty { _ = addNode(0..<blocks.count) }
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

  /// Adds the node of some blocks and all inside of it.
  private mutating func addNode(_ range: Range<Int>) -> EdgeBox {
    let index = nodes.count
    nodes.append(Node(box: EdgeBox(), end: 0, block: -1))
    var box = EdgeBox()
    if range.count == 1 {
      for edge in blocks[range.lowerBound].edges { box.formUnion(boxes[edge]) }
      nodes[index].block = Int32(truncatingIfNeeded: range.lowerBound)
    } else {
      let middle = (range.lowerBound + range.upperBound) / 2
      box = addNode(range.lowerBound..<middle)
      box.formUnion(addNode(middle..<range.upperBound))
    }
    nodes[index].box = box
    nodes[index].end = Int32(truncatingIfNeeded: nodes.count)
    return box
  }

  /// Calls `body` once with each pair of edges, at least one of them fresh, whose bounds overlap; the larger index first.
  /// Ends when it returns false.
  ///
  /// - Parameter budget: Number of comparisons left, those with bounds of nodes included; reduced by those made.
  /// - Returns: Whether that were all pairs: false once the budget is used up.
  @inline(__always)
  func forEachPair(fresh: [Bool], budget: inout Int, _ body: (_ first: Int, _ second: Int) -> Bool) -> Bool {
    boxes.withUnsafeBufferPointer { boxes in
      nodes.withUnsafeBufferPointer { nodes in
        // Blocks stand in the order of their nodes, and only those that are not fresh are sought behind a fresh one.
        let isAllFresh = blocks.allSatisfy(\.isFresh)
        var order = 0
        for (place, node) in nodes.enumerated() where node.block >= 0 {
          let block = order
          order += 1
          guard blocks[block].isFresh else { continue }
          let own = blocks[block].edges
          let opposite = node.box.opposite
          let end = isAllFresh ? place + 1 : nodes.count
          var index = 0
          while index < end {
            budget -= 1
            guard nodes[index].box.overlaps(opposite) else {
              index = Int(nodes[index].end)
              continue
            }
            let other = Int(nodes[index].block)
            let box = nodes[index].box
            index += 1
            // Of two blocks with fresh edges, the later one is paired with the earlier.
            guard other >= 0, other <= block || !blocks[other].isFresh else { continue }
            let others = blocks[other].edges
            budget -= own.count * others.count
            guard budget >= 0 else { return false }
            for first in own {
              let opposite = boxes[first].opposite
              guard box.overlaps(opposite) else { continue }
              for second in others where boxes[second].overlaps(opposite) {
                guard other != block || second < first, fresh[first] || fresh[second] else { continue }
                guard body(max(first, second), min(first, second)) else { return false }
              }
            }
          }
        }
        return true
      }
    }
  }
}
