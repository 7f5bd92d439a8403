/// Reads the statements of an expression. Everything throws if there is anything that is left to the engine.
struct NativeParser {
  /// Anything that is left to the engine.
  struct Unknown: Error {}

  /// Depth of nesting up to which texts are read.
  static let greatestDepth = 40

  let tokens: [NativeTokens.Token]
  var position = 0
  var depth = 0
  let tree: NativeTree
  private(set) var function: NativeSyntax.Function
  /// The statements of the function so far.
  private var body: [NativeSyntax.StatementID] = []
  /// The scopes of inner functions, whose names are known when all is read.
  var innerScopes: [NativeSyntax.Scope] = []
  /// Names of caught errors, which are not read.
  var caught: [String] = []
  private var loopDepth = 0
  private var choiceDepth = 0
  var evaluatesTexts = false
  var hasNamedFunctions = false

  /// - Parameters:
  ///   - scope: Scope that encloses the text; nil for a whole expression.
  ///   - tree: Tree to which the parsed syntax is added.
  init(_ source: String, inside scope: NativeSyntax.Scope? = nil, into tree: NativeTree) throws(Unknown) {
    guard let tokens = NativeTokens(source)?.tokens else { throw Unknown() }
    self.tokens = tokens
    self.tree = tree
    function = NativeSyntax.Function([], inside: scope)
  }

  /// The whole text as statements.
  mutating func readProgram() throws(Unknown) {
    while next != .end { try readElement() }
    function.body = tree.add(body)
    // Texts could say the name.
    guard !evaluatesTexts || !hasNamedFunctions else { throw Unknown() }
    for scope in [function.scope] + innerScopes {
      guard scope.resolve(in: tree) else { throw Unknown() }
    }
  }

  /// The whole text as one expression, for `eval`.
  mutating func readSingleExpression() throws(Unknown) -> NativeSyntax.ExpressionID {
    // A block, not an object; a function without a value.
    guard next != .symbol("{"), next != .name("function") else { throw Unknown() }
    let result = try expression()
    _ = take(";")
    guard next == .end, innerScopes.isEmpty, function.scope.resolve(in: tree) else { throw Unknown() }
    return result
  }

  func add(_ expression: NativeSyntax.Expression) -> NativeSyntax.ExpressionID { tree.add(expression) }

  func add(_ statement: NativeSyntax.Statement) -> NativeSyntax.StatementID { tree.add(statement) }

  // MARK: - Tokens

  var next: NativeTokens.Kind { tokens[position].kind }

  mutating func take(_ symbol: String) -> Bool {
    guard case .symbol(symbol) = next else { return false }
    position += 1
    return true
  }

  mutating func takeWord(_ word: String) -> Bool {
    guard case .name(word) = next else { return false }
    position += 1
    return true
  }

  mutating func require(_ symbol: String) throws(Unknown) {
    guard take(symbol) else { throw Unknown() }
  }

  mutating func identifier() throws(Unknown) -> String {
    guard case .name(let name) = next, !NativeName.reserved.contains(name) else { throw Unknown() }
    position += 1
    return name
  }

  /// The end of a statement, which may be that of its line.
  private mutating func endStatement() throws(Unknown) {
    if take(";") { return }
    guard next == .symbol("}") || next == .end || tokens[position].startsLine else { throw Unknown() }
  }

  mutating func nested<Result>(
    _ read: (inout NativeParser) throws(Unknown) -> Result
  ) throws(Unknown) -> Result {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.greatestDepth else { throw Unknown() }
    return try read(&self)
  }

  // MARK: - Statements

  /// A statement or a function of a program or another function.
  private mutating func readElement() throws(Unknown) {
    if takeWord("function") {
      try readFunction()
    } else {
      body.append(try statement())
    }
  }

  private mutating func readFunction() throws(Unknown) {
    let name = try identifier()
    guard NativeName(rawValue: name) == nil, !NativeName.isLeftToEngine(name), caught.isEmpty,
      function.scope.slot(of: name) == nil
    else { throw Unknown() }
    let slot = function.scope.declare(name)
    function.functions.append((slot, try functionBody()))
  }

  mutating func functionExpression() throws(Unknown) -> NativeSyntax.Function {
    position += 1
    guard next != .symbol("(") else { return try functionBody() }
    let name = try identifier()
    let count = innerScopes.count
    let function = try functionBody()
    // Its own name is one inside only.
    guard !innerScopes[count...].contains(where: { $0.refers(to: name, in: tree) }) else { throw Unknown() }
    hasNamedFunctions = true
    return function
  }

  /// The parameters and the body of a function.
  private mutating func functionBody() throws(Unknown) -> NativeSyntax.Function {
    try require("(")
    var parameters: [String] = []
    while !take(")") {
      if !parameters.isEmpty { try require(",") }
      let parameter = try identifier()
      guard !parameters.contains(parameter) else { throw Unknown() }
      parameters.append(parameter)
    }
    let inner = NativeSyntax.Function(parameters, inside: function.scope)
    try require("{")
    let outer = (function, body, loopDepth, choiceDepth)
    (function, body, loopDepth, choiceDepth) = (inner, [], 0, 0)
    try nested { (parser) throws(Unknown) in
      while !parser.take("}") { try parser.readElement() }
    }
    inner.body = tree.add(body)
    (function, body, loopDepth, choiceDepth) = outer
    innerScopes.append(inner.scope)
    return inner
  }

  private mutating func block() throws(Unknown) -> NativeSyntax.StatementList {
    try require("{")
    return try nested { (parser) throws(Unknown) in
      var statements: [NativeSyntax.StatementID] = []
      while !parser.take("}") { statements.append(try parser.statement()) }
      return parser.tree.add(statements)
    }
  }

  private mutating func statement() throws(Unknown) -> NativeSyntax.StatementID {
    try nested { (parser) throws(Unknown) in try parser.plainStatement() }
  }

  private mutating func plainStatement() throws(Unknown) -> NativeSyntax.StatementID {
    switch next {
    case .symbol(";"):
      position += 1
      return add(.block(tree.add([])))
    case .symbol("{"): return add(.block(try block()))
    case .name("var"):
      position += 1
      let statement = try variables()
      try endStatement()
      return statement
    case .name("if"): return try condition()
    case .name("for"): return try forLoop()
    case .name("while"):
      position += 1
      let condition = try parenthesized()
      return add(.loop(condition: condition, step: nil, body: try loopBody(), isAtLeastOnce: false))
    case .name("do"): return try doLoop()
    case .name("try"): return try attempt()
    case .name("switch"): return try choice()
    case .name("return"): return try result()
    case .name("break"), .name("continue"): return try jump()
    // Functions that are declared in blocks are known in them only.
    case .name("function"): throw Unknown()
    default:
      let value = try expression()
      try endStatement()
      return add(.expression(value))
    }
  }

  /// The values that variables get where they are declared.
  private mutating func variables() throws(Unknown) -> NativeSyntax.StatementID {
    var statements: [NativeSyntax.StatementID] = []
    repeat {
      let name = try identifier()
      guard !caught.contains(name) else { throw Unknown() }
      _ = function.scope.declare(name)
      if take("=") {
        let target = NativeSyntax.Target.name(reference(name))
        statements.append(add(.expression(add(.assignment(target, try assignment())))))
      }
    } while take(",")
    return add(.block(tree.add(statements)))
  }

  mutating func parenthesized() throws(Unknown) -> NativeSyntax.ExpressionID {
    try require("(")
    let value = try expression()
    try require(")")
    return value
  }

  private mutating func condition() throws(Unknown) -> NativeSyntax.StatementID {
    position += 1
    let condition = try parenthesized()
    let first = try statement()
    return add(.condition(condition, first, takeWord("else") ? try statement() : nil))
  }

  private mutating func loopBody() throws(Unknown) -> NativeSyntax.StatementID {
    loopDepth += 1
    defer { loopDepth -= 1 }
    return try statement()
  }

  private mutating func forLoop() throws(Unknown) -> NativeSyntax.StatementID {
    position += 1
    try require("(")
    var start: [NativeSyntax.StatementID] = []
    if takeWord("var") {
      start.append(try variables())
    } else if next != .symbol(";") {
      start.append(add(.expression(try expression())))
    }
    try require(";")
    let condition = next == .symbol(";") ? nil : try expression()
    try require(";")
    let step = next == .symbol(")") ? nil : try expression()
    try require(")")
    let loop = add(.loop(condition: condition, step: step, body: try loopBody(), isAtLeastOnce: false))
    return add(.block(tree.add(start + [loop])))
  }

  private mutating func doLoop() throws(Unknown) -> NativeSyntax.StatementID {
    position += 1
    let body = try loopBody()
    guard takeWord("while") else { throw Unknown() }
    let condition = try parenthesized()
    _ = take(";")
    return add(.loop(condition: condition, step: nil, body: body, isAtLeastOnce: true))
  }

  private mutating func attempt() throws(Unknown) -> NativeSyntax.StatementID {
    position += 1
    let body = try block()
    guard takeWord("catch") else { throw Unknown() }
    let count = caught.count
    if take("(") {
      caught.append(try identifier())
      try require(")")
    }
    let handler = try block()
    caught.removeLast(caught.count - count)
    return add(.attempt(body, handler))
  }

  private mutating func choice() throws(Unknown) -> NativeSyntax.StatementID {
    position += 1
    let value = try parenthesized()
    try require("{")
    choiceDepth += 1
    defer { choiceDepth -= 1 }
    var cases: [(value: NativeSyntax.ExpressionID?, body: [NativeSyntax.StatementID])] = []
    while !take("}") {
      if takeWord("case") {
        cases.append((try expression(), []))
      } else {
        guard takeWord("default"), !cases.contains(where: { $0.value == nil }) else { throw Unknown() }
        cases.append((nil, []))
      }
      try require(":")
      while next != .name("case"), next != .name("default"), next != .symbol("}") {
        cases[cases.count - 1].body.append(try statement())
      }
    }
    let all = cases.map { NativeSyntax.Case(value: $0.value, body: tree.add($0.body)) }
    return add(.choice(value, cases: tree.add(all)))
  }

  private mutating func result() throws(Unknown) -> NativeSyntax.StatementID {
    position += 1
    if next == .symbol(";") || next == .symbol("}") || next == .end || tokens[position].startsLine {
      try endStatement()
      return add(.result(nil))
    }
    let value = try expression()
    try endStatement()
    return add(.result(value))
  }

  private mutating func jump() throws(Unknown) -> NativeSyntax.StatementID {
    let isEnd = next == .name("break")
    guard loopDepth > 0 || isEnd && choiceDepth > 0 else { throw Unknown() }
    position += 1
    try endStatement()
    return add(isEnd ? .leaveLoop : .nextRound)
  }
}
