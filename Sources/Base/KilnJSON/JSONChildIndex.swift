internal import KilnGeometry

/// Finds the child of an array or object that contains a value.
///
/// The tree stores no positions of children, so that a search without an index is linear. The index of every 64th child
/// of a long container is stored at its first search; further searches take at most 64 steps.
struct JSONChildIndex {
  /// Number of children between two marks.
  private static let stride = 64
  /// For each long container the indices of its children 0, 64, 128 and so on.
  private var marks: [Int: [UInt32]] = [:]
  /// Total number of children visited by searches, for tests.
  private(set) var visitCount = 0

  /// A child of a container.
  struct Child {
    /// Index in the tree.
    var index: Int
    /// Position among the children.
    var position: Int
  }

  /// The child that is or contains the value at an index; nil if none does.
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

  /// Visits children until one contains the value; nil after as many steps as there are between two marks.
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

  /// Index of the last mark that is not after a value; the first mark never is.
  private static func lastMark(in marks: [UInt32], notAfter index: Int) -> Int {
    max(1, marks.partitioningIndex { Int($0) > index }) - 1
  }
}
