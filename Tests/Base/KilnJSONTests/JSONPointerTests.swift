import KilnJSON
import Testing

/// Arrays and objects around the length from which their children are indexed.
@Suite struct JSONPointerTests {
  @Test(arguments: [1, 63, 64, 65, 127, 128, 129, 1000]) func pointerCountsElementsOfLongArrays(count: Int) throws {
    let elements = (0..<count).map { $0.isMultiple(of: 3) ? "[\($0),[]]" : "\($0)" }
    let tree = try JSONTree(Array("{\"a\":[\(elements.joined(separator: ","))]}".utf8))
    let array = try #require(tree.root["a"])
    // Also from the last to the first, when nothing is indexed yet.
    for (position, element) in array.children.enumerated().reversed() {
      #expect(element.pointer == "/a/\(position)")
      if let inner = element[1] { #expect(inner.pointer == "/a/\(position)/1") }
    }
  }

  @Test func pointerNamesMembersOfLargeObjects() throws {
    let members = (0..<300).map { "\"m\($0)\":{\"x\":[\($0)]}" }
    let tree = try JSONTree(Array("{\(members.joined(separator: ","))}".utf8))
    for member in tree.root.children {
      #expect(member["x"]?[0]?.pointer == "/\(member.key ?? "")/x/0")
    }
  }

  @Test func stepsLeadFromOutsideInwards() throws {
    let tree = try JSONTree(Array(#"{"a":1,"layers":[{},{"ks":{"p":0}}]}"#.utf8))
    let value = try #require(tree.root["layers"]?[1]?["ks"]?["p"])
    let steps = tree.steps(to: value.index)
    #expect(steps.map(\.position) == [1, 1, 0, 0])
    #expect(steps.map(\.isMember) == [true, false, true, true])
    #expect(steps.map { $0.value.key } == ["layers", nil, "ks", "p"])
    #expect(tree.steps(to: 0).isEmpty)
  }

  /// The ways to all elements of an array take a number of steps in proportion to its length.
  @Test(arguments: [5_000, 40_000]) func pointersToAllElementsTakeLinearTime(count: Int) throws {
    let elements = Array(repeating: #"{"ty":4,"ks":{"p":{"k":0}}}"#, count: count).joined(separator: ",")
    let tree = try JSONTree(Array("{\"layers\":[\(elements)]}".utf8))
    let layers = try #require(tree.root["layers"])
    var length = 0
    for layer in layers.children { length += layer["ks"]?["p"]?.pointer.utf8.count ?? 0 }
    #expect(length > 15 * count)
    #expect(tree.visitedChildCount < 100 * count)
  }
}
