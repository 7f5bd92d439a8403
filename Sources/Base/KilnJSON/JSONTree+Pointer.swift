internal import Synchronization

extension JSONTree {
  /// A step on the path from the root to a value.
  public struct Step: Sendable {
    /// The array element or member that the step leads to.
    package var value: JSONValue
    /// Position among the children of its container.
    package var position: Int
    /// Whether it is a member of an object and so has a key.
    package var isMember: Bool
  }

  /// The path to the value at an index, from outside inwards; the root itself is omitted.
  ///
  /// The paths to all elements of an array together take time proportional to their number.
  public func steps(to index: Int) -> [Step] {
    childIndex.withLock { children in
      var steps: [Step] = []
      var current = 0
      while current != index, let child = children.child(of: current, holding: index, in: nodes) {
        let isMember = nodes[current].kind == .object
        steps.append(Step(value: value(at: child.index), position: child.position, isMember: isMember))
        current = child.index
      }
      return steps
    }
  }

  /// JSON pointer (RFC 6901) of the value at an index.
  public func pointer(to index: Int) -> String { Self.pointer(along: steps(to: index)) }

  /// JSON pointer of the value at the end of a path.
  public static func pointer(along steps: [Step]) -> String {
    var path: [UInt8] = []
    for step in steps {
      path.append(UInt8(ascii: "/"))
      if step.isMember {
        append(key: step.value.key ?? "", to: &path)
      } else {
        path += String(step.position).utf8
      }
    }
    return String(decoding: path, as: UTF8.self)
  }

  /// Number of children visited so far to find paths, for tests.
  package var visitedChildCount: Int { childIndex.withLock(\.visitCount) }

  private static func append(key: String, to path: inout [UInt8]) {
    for byte in key.utf8 {
      switch byte {
      case UInt8(ascii: "~"): path += "~0".utf8
      case UInt8(ascii: "/"): path += "~1".utf8
      default: path.append(byte)
      }
    }
  }
}
