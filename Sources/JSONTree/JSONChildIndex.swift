internal import Geometry

/// Finds which child of an array or object holds a value.
///
/// Children have no numbers in the tree, so that without an index each search would walk over all of them. Of a long
/// container every 64th child is noted when it is first searched: after that a search takes at most 64 steps.
struct JSONChildIndex {
  /// Children from one that is noted to the next.
  private static let stride = 64
  /// By container: its children 0, 64, 128 and so on. Shorter ones have no entry.
  private var marks: [Int: [UInt32]] = [:]
  /// Children that all searches so far have looked at.
  private(set) var visitCount = 0

  /// A child of a container.
  struct Child {
    /// Its index in the tree.
    var index: Int
    /// Its place among the children.
    var position: Int
  }

  /// The child that is the value at an index or contains it; nil if none does.
  mutating func child(of container: Int, holding index: Int, in nodes: [JSONTree.Node]) -> Child? {
    guard nodes[container].isContainer else { return nil }
    let end = container + nodes[container].size
    guard index > container, index < end else { return nil }
    var child = Child(index: container + 1, position: 0)
    if marks[container] == nil {
      if let found = walk(from: child, to: index, in: nodes) { return found }
      note(childrenOf: container, in: nodes)
    }
    if let marks = marks[container] {
      let mark = Self.lastMark(in: marks, notAfter: index)
      child = Child(index: Int(marks[mark]), position: mark * Self.stride)
    }
    return walk(from: child, to: index, in: nodes)
  }

  /// Walks over children until one holds the value; nil after as many steps as there are between two marks.
  private mutating func walk(from child: Child, to index: Int, in nodes: [JSONTree.Node]) -> Child? {
    var child = child
    for _ in 0..<Self.stride {
      visitCount += 1
      let next = child.index + nodes[child.index].size
      if next > index { return child }
      child = Child(index: next, position: child.position + 1)
    }
    return nil
  }

  private mutating func note(childrenOf container: Int, in nodes: [JSONTree.Node]) {
    var noted: [UInt32] = []
    var child = container + 1
    var position = 0
    let end = container + nodes[container].size
    while child < end {
      if position.isMultiple(of: Self.stride) { noted.append(UInt32(truncatingIfNeeded: child)) }
      visitCount += 1
      child += nodes[child].size
      position += 1
    }
    marks[container] = noted
  }

  /// Position of the last mark that is not after an index; the first mark never is.
  private static func lastMark(in marks: [UInt32], notAfter index: Int) -> Int {
    max(1, marks.partitioningIndex { Int($0) > index }) - 1
  }
}
