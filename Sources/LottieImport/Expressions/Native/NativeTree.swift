/// The expressions and statements of a text, and of the texts that it gives to `eval`.
final class NativeTree {
  // Each access is over at once, and there are more of them than of anything else: checking them took a tenth of the time.
  @exclusivity(unchecked) private var expressions: [NativeSyntax.Expression] = []
  @exclusivity(unchecked) private var statements: [NativeSyntax.Statement] = []
  @exclusivity(unchecked) private var nodes: [NativeSyntax.Node] = []
  @exclusivity(unchecked) private var steps: [NativeSyntax.Step] = []
  @exclusivity(unchecked) private var meanings: [NativeSyntax.Meaning] = []
  private var referenceNames: [String] = []
  /// Members that only a script's own objects have.
  private(set) var memberNames: [String] = []
  private(set) var texts: [NativeText] = []
  private(set) var keys: [[String]] = []
  private(set) var functions: [NativeSyntax.Function] = []
  private(set) var scopes: [NativeSyntax.Scope] = []
  private(set) var cases: [[NativeSyntax.Case]] = []

  subscript(node: NativeSyntax.Node) -> NativeSyntax.Expression { expressions[Int(node.index)] }

  subscript(step: NativeSyntax.Step) -> NativeSyntax.Statement { statements[Int(step.index)] }

  subscript(reference: NativeSyntax.Reference) -> NativeSyntax.Meaning { meanings[Int(reference.index)] }

  func name(of reference: NativeSyntax.Reference) -> String { referenceNames[Int(reference.index)] }

  /// An expression of a list.
  func node(_ index: Int32) -> NativeSyntax.Node { nodes[Int(index)] }

  /// A statement of a list.
  func step(_ index: Int32) -> NativeSyntax.Step { steps[Int(index)] }

  // MARK: - Growing

  func add(_ expression: NativeSyntax.Expression) -> NativeSyntax.Node {
    NativeSyntax.Node(index: Self.append(expression, to: &expressions))
  }

  func add(_ statement: NativeSyntax.Statement) -> NativeSyntax.Step {
    NativeSyntax.Step(index: Self.append(statement, to: &statements))
  }

  func add(_ list: [NativeSyntax.Node]) -> NativeSyntax.Nodes {
    NativeSyntax.Nodes(range: Self.append(list, to: &nodes))
  }

  func add(_ list: [NativeSyntax.Step]) -> NativeSyntax.Steps {
    NativeSyntax.Steps(range: Self.append(list, to: &steps))
  }

  func addReference(to name: String) -> NativeSyntax.Reference {
    referenceNames.append(name)
    return NativeSyntax.Reference(index: Self.append(.nothing, to: &meanings))
  }

  func set(_ meaning: NativeSyntax.Meaning, of reference: NativeSyntax.Reference) {
    meanings[Int(reference.index)] = meaning
  }

  func add(memberName name: String) -> Int32 { Self.append(name, to: &memberNames) }

  func add(text: NativeText) -> Int32 { Self.append(text, to: &texts) }

  func add(keys list: [String]) -> Int32 { Self.append(list, to: &keys) }

  func add(_ function: NativeSyntax.Function) -> Int32 { Self.append(function, to: &functions) }

  func add(_ scope: NativeSyntax.Scope) -> Int32 { Self.append(scope, to: &scopes) }

  func add(_ list: [NativeSyntax.Case]) -> Int32 { Self.append(list, to: &cases) }

  /// Texts are short, so that places are small numbers.
  private static func append<Element>(_ element: Element, to list: inout [Element]) -> Int32 {
    list.append(element)
    return Int32(clamping: list.count - 1)
  }

  private static func append<Element>(_ new: [Element], to list: inout [Element]) -> Range<Int32> {
    let start = Int32(clamping: list.count)
    list += new
    return start..<Int32(clamping: list.count)
  }
}
