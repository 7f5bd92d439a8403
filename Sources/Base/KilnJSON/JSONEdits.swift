/// Changes to the text of a document: values replaced, members and elements removed, members added.
///
/// Everything that is not named by a change keeps its bytes: order, spaces, numbers as they are written, and members
/// that nobody knows.
package struct JSONEdits: Sendable {
  private let tree: JSONTree
  private var replacements: [Int: [UInt8]] = [:]
  private var removed: Set<Int> = []
  private var additions: [Int: [UInt8]] = [:]
  private var insertions: [Int: [UInt8]] = [:]

  /// No changes.
  package init(_ tree: JSONTree) { self.tree = tree }

  /// Whether nothing changes.
  package var isEmpty: Bool {
    replacements.isEmpty && removed.isEmpty && additions.isEmpty && insertions.isEmpty
  }

  /// Whether a value is removed; values inside removed ones are not asked for.
  package func isRemoved(_ value: JSONValue) -> Bool { removed.contains(value.index) }

  /// Writes other text in place of a value. The last replacement of a value counts.
  ///
  /// - Parameter text: One JSON value; in place of an element of an array also several, with commas between them.
  package mutating func replace(_ value: JSONValue, by text: some Sequence<UInt8>) {
    replacements[value.index] = Array(text)
  }

  /// Writes other text in place of a value.
  ///
  /// - Parameter text: One JSON value.
  package mutating func replace(_ value: JSONValue, by text: String) { replace(value, by: text.utf8) }

  /// Writes a number with fewer decimals, if its text becomes shorter by that.
  ///
  /// - Returns: Whether it is.
  @discardableResult
  package mutating func round(_ value: JSONValue, decimals: Int) -> Bool {
    guard let number = value.number, let text = JSONNumberText.rounded(number, decimals: decimals),
      text.utf8.count < value.source.count
    else { return false }
    replace(value, by: text)
    return true
  }

  /// Removes an element of an array, or a member with its key. The root stays.
  ///
  /// Other members with the same name stay: `removeMembers` removes all of them.
  package mutating func remove(_ value: JSONValue) {
    if value.index > 0 { removed.insert(value.index) }
  }

  /// Removes all members of an object with a name; returns their number.
  @discardableResult
  package mutating func removeMembers(_ name: JSONValue.Name, of object: JSONValue) -> Int {
    guard object.kind == .object else { return 0 }
    var count = 0
    for member in object.children where member.isMember(name) {
      remove(member)
      count += 1
    }
    return count
  }

  /// Adds a member at the start of an object.
  ///
  /// - Parameters:
  ///   - name: Plain ASCII without characters that JSON escapes.
  ///   - text: One JSON value.
  package mutating func addMember(_ name: StaticString, _ text: String, to object: JSONValue) {
    guard object.kind == .object else { return }
    additions[object.index, default: []] += "\"\(name)\":\(text),".utf8
  }

  /// Adds an element before another one of an array, which stays. Of several before the same one the first comes first.
  ///
  /// - Parameter text: One JSON value.
  package mutating func insert(_ text: String, before element: JSONValue) {
    if element.index > 0 { insertions[element.index, default: []] += Array(text.utf8) + [UInt8(ascii: ",")] }
  }

  /// The document with all changes. Changes inside a value that is removed or replaced have no effect.
  package func applied() -> [UInt8] {
    isEmpty ? tree.bytes : text(in: tree.bytes.startIndex..<tree.bytes.endIndex)
  }

  /// The text of a value with the changes to it and inside it; as it is in the file if the value is removed.
  package func text(of value: JSONValue) -> [UInt8] { text(in: value.range) }

  private func text(in range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var position = range.lowerBound
    for change in changes()
    where change.range.lowerBound >= position && change.range.upperBound <= range.upperBound {
      result += tree.bytes[position..<change.range.lowerBound]
      result += change.text
      position = change.range.upperBound
    }
    return result + tree.bytes[position..<range.upperBound]
  }

  private struct Change {
    var range: Range<Int>
    var text: [UInt8] = []
  }

  /// All changes by position. Of several that begin at the same place additions come first, which are empty ranges, then
  /// the longest.
  private func changes() -> [Change] {
    var changes = replacements.filter { !removed.contains($0.key) }.map {
      Change(range: tree.value(at: $0).range, text: $1)
    }
    for (index, text) in additions {
      let object = tree.value(at: index)
      let start = object.range.lowerBound + 1
      let isEmpty = object.children.allSatisfy { removed.contains($0.index) }
      // A comma would stand before the end of an object without members.
      changes.append(Change(range: start..<start, text: isEmpty ? text.dropLast() : text))
    }
    for (index, text) in insertions where !removed.contains(index) {
      let start = tree.value(at: index).range.lowerBound
      changes.append(Change(range: start..<start, text: text))
    }
    if !removed.isEmpty {
      for index in tree.nodes.indices where tree.nodes[index].isContainer { addRemovals(in: index, to: &changes) }
    }
    return changes.sorted { a, b in
      guard a.range.lowerBound == b.range.lowerBound else { return a.range.lowerBound < b.range.lowerBound }
      if a.range.isEmpty != b.range.isEmpty { return a.range.isEmpty }
      return a.range.upperBound > b.range.upperBound
    }
  }

  /// Ranges of the removed children of a container, each with the comma that goes with it.
  private func addRemovals(in container: Int, to changes: inout [Change]) {
    let value = tree.value(at: container)
    guard value.children.contains(where: { removed.contains($0.index) }) else { return }
    var previousEnd: Int?
    var isAnyKept = false
    let children = Array(value.children)
    for (position, child) in children.enumerated() {
      let end = child.range.upperBound
      defer { previousEnd = end }
      guard removed.contains(child.index) else {
        isAnyKept = true
        continue
      }
      if isAnyKept, let previousEnd {
        changes.append(Change(range: previousEnd..<end))
      } else {
        let next = position + 1 < children.count ? children[position + 1].start : end
        changes.append(Change(range: child.start..<next))
      }
    }
  }
}

extension JSONValue {
  /// Offset of the first byte in the file: of the key if the value is a member.
  fileprivate var start: Int { tree.start(of: index) }

  /// Bytes of the value in the file, without its key.
  fileprivate var range: Range<Int> {
    let source = source
    return source.startIndex..<source.endIndex
  }

  /// Whether it is a member with a name.
  public func isMember(_ name: Name) -> Bool {
    let key = tree.keys[tree.nodes[index].key]
    guard tree.nodes[index].key > 0, key.packed == name.packed else { return false }
    if key.hasEscapes { return name.matches(JSONStringDecoder.decode(tree.bytes[key.range]).utf8) }
    return key.range.count == name.length && (name.length <= 8 || name.matches(tree.bytes[key.range]))
  }
}

extension JSONTree {
  /// Offset of the first byte of a value, or of its key.
  ///
  /// Equal keys are stored once, so that the key is found by its length, backwards from the value.
  fileprivate func start(of index: Int) -> Int {
    let offset = Int(nodes[index].offset)
    guard nodes[index].key > 0 else { return offset }
    var position = offset - 1
    func skipSpace() {
      while position > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position -= 1 }
    }
    skipSpace()
    // The colon.
    position -= 1
    skipSpace()
    // The quotes.
    return max(0, position - keys[nodes[index].key].range.count - 1)
  }

  /// The document without spaces between values, and without a byte order mark.
  public var compactBytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var isText = false
    var isEscaped = false
    for byte in bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0) {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
      } else if byte <= 0x20 {
        continue
      } else if byte == UInt8(ascii: "\"") {
        isText = true
      }
      result.append(byte)
    }
    return result
  }
}
