/// The expressions and statements of a text, and of the texts that it gives to `eval`.
final class NativeTree {
  // Each access is over at once, and there are more of them than of anything else: checking them took a tenth of the time.
  @exclusivity(unchecked) private var expressions: [NativeSyntax.Expression] = []
  @exclusivity(unchecked) private var statements: [NativeSyntax.Statement] = []
  @exclusivity(unchecked) private var listedExpressions: [NativeSyntax.ExpressionID] = []
  @exclusivity(unchecked) private var listedStatements: [NativeSyntax.StatementID] = []
  @exclusivity(unchecked) private var meanings: [NativeSyntax.Meaning] = []
  private var referenceNames: [String] = []
  /// Members that only a script's own objects have.
  private(set) var memberNames: [String] = []
  private(set) var texts: [NativeText] = []
  private(set) var keys: [[String]] = []
  private(set) var functions: [NativeSyntax.Function] = []
  private(set) var scopes: [NativeSyntax.Scope] = []
  private(set) var cases: [[NativeSyntax.Case]] = []

  subscript(id: NativeSyntax.ExpressionID) -> NativeSyntax.Expression { expressions[Int(id.index)] }

  subscript(id: NativeSyntax.StatementID) -> NativeSyntax.Statement { statements[Int(id.index)] }

  subscript(reference: NativeSyntax.Reference) -> NativeSyntax.Meaning { meanings[Int(reference.index)] }

  func name(of reference: NativeSyntax.Reference) -> String { referenceNames[Int(reference.index)] }

  /// An expression of a list.
  func expression(_ index: Int32) -> NativeSyntax.ExpressionID { listedExpressions[Int(index)] }

  /// A statement of a list.
  func statement(_ index: Int32) -> NativeSyntax.StatementID { listedStatements[Int(index)] }

  // MARK: - Growing

  func add(_ expression: NativeSyntax.Expression) -> NativeSyntax.ExpressionID {
    NativeSyntax.ExpressionID(index: Self.append(expression, to: &expressions))
  }

  func add(_ statement: NativeSyntax.Statement) -> NativeSyntax.StatementID {
    NativeSyntax.StatementID(index: Self.append(statement, to: &statements))
  }

  func add(_ list: [NativeSyntax.ExpressionID]) -> NativeSyntax.ExpressionList {
    NativeSyntax.ExpressionList(range: Self.append(list, to: &listedExpressions))
  }

  func add(_ list: [NativeSyntax.StatementID]) -> NativeSyntax.StatementList {
    NativeSyntax.StatementList(range: Self.append(list, to: &listedStatements))
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
