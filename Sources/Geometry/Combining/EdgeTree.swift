/// A hierarchy of bounds over edges in their order, by which all pairs of edges are found that may meet.
///
/// Consecutive edges of a contour lie side by side, so that the hierarchy needs no sorting to be tight. Its nodes stand
/// in one array, a node before those inside of it.
struct EdgeTree {
  private struct Node: BitwiseCopyable {
    var box: EdgeBox
    /// Index of the next node that is not inside of this one.
    var end: Int32
    /// Index of the block of edges that this node bounds; -1 for a node of nodes.
    var block: Int32
  }

  /// Edges in a block.
  static let blockSize = 4

  private let boxes: [EdgeBox]
  private var nodes: [Node] = []
  /// For each block, whether one of its edges is fresh.
  private var isFresh: [Bool] = []

  /// - Parameter fresh: For each edge, whether it is to be paired with all; others are paired with fresh ones only.
  init(_ boxes: [EdgeBox], fresh: [Bool]) {
    self.boxes = boxes
    let blockCount = (boxes.count + Self.blockSize - 1) / Self.blockSize
    nodes.reserveCapacity(2 * blockCount)
    isFresh.reserveCapacity(blockCount)
    for block in 0..<blockCount {
      isFresh.append(fresh[Self.edges(block, boxes.count)].contains(true))
    }
    if blockCount > 0 { _ = addNode(0..<blockCount) }
  }

  @inline(__always)
  private static func edges(_ block: Int, _ count: Int) -> Range<Int> {
    block * blockSize..<min(count, (block + 1) * blockSize)
  }

  /// Adds the node of some blocks and all inside of it.
  private mutating func addNode(_ blocks: Range<Int>) -> EdgeBox {
    let index = nodes.count
    nodes.append(Node(box: EdgeBox(), end: 0, block: -1))
    var box = EdgeBox()
    if blocks.count == 1 {
      for edge in Self.edges(blocks.lowerBound, boxes.count) { box.formUnion(boxes[edge]) }
      nodes[index].block = Int32(truncatingIfNeeded: blocks.lowerBound)
    } else {
      let middle = (blocks.lowerBound + blocks.upperBound) / 2
      box = addNode(blocks.lowerBound..<middle)
      box.formUnion(addNode(middle..<blocks.upperBound))
    }
    nodes[index].box = box
    nodes[index].end = Int32(truncatingIfNeeded: nodes.count)
    return box
  }

  /// Calls `body` once with each pair of edges, at least one of them fresh, whose bounds overlap; the larger index first.
  /// Ends when it returns false.
  ///
  /// - Parameter budget: Number of comparisons of edges left; reduced by those made.
  /// - Returns: Whether that were all pairs: false once the budget is used up.
  @inline(__always)
  func forEachPair(fresh: [Bool], budget: inout Int, _ body: (_ first: Int, _ second: Int) -> Bool) -> Bool {
    boxes.withUnsafeBufferPointer { boxes in
      nodes.withUnsafeBufferPointer { nodes in
        var order = 0
        for node in nodes where node.block >= 0 {
          let block = order
          order += 1
          guard isFresh[block] else { continue }
          let own = Self.edges(block, boxes.count)
          let opposite = node.box.opposite
          var index = 0
          while index < nodes.count {
            guard nodes[index].box.overlaps(opposite) else {
              index = Int(nodes[index].end)
              continue
            }
            let other = Int(nodes[index].block)
            index += 1
            // Of two blocks with fresh edges, the later one is paired with the earlier.
            guard other >= 0, other <= block || !isFresh[other] else { continue }
            budget -= Self.blockSize * Self.blockSize
            guard budget >= 0 else { return false }
            let others = Self.edges(other, boxes.count)
            for first in own {
              let opposite = boxes[first].opposite
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
