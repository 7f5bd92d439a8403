// Expressions, from the ones that bind least to the ones that bind most.
extension NativeParser {
  /// Number of members up to which objects are read. They are looked through one by one.
  private static let maximumMembers = 32

  mutating func reference(_ name: String) -> NativeSyntax.Reference {
    let reference = tree.addReference(to: name)
    function.scope.add(reference)
    return reference
  }

  mutating func expression() throws(Unknown) -> NativeSyntax.ExpressionID {
    let first = try assignment()
    guard next == .symbol(",") else { return first }
    var all = [first]
    while take(",") { all.append(try assignment()) }
    return add(.sequence(tree.add(all)))
  }

  mutating func assignment() throws(Unknown) -> NativeSyntax.ExpressionID {
    try nested { (parser) throws(Unknown) in
      let left = try parser.conditional()
      guard case .symbol(let symbol) = parser.next, symbol.hasSuffix("="),
        !["==", "===", "!=", "!==", "<=", ">="].contains(symbol)
      else { return left }
      parser.position += 1
      let target = try parser.target(left)
      if symbol == "=" { return parser.add(.assignment(target, try parser.assignment())) }
      guard ["+=", "-=", "*=", "/=", "%="].contains(symbol),
        let operation = NativeSyntax.Binary(rawValue: String(symbol.dropLast()))
      else { throw Unknown() }
      return parser.add(.update(target, operation, try parser.assignment()))
    }
  }

  private func target(_ expression: NativeSyntax.ExpressionID) throws(Unknown) -> NativeSyntax.Target {
    switch tree[expression] {
    case .name(let reference): return .name(reference)
    case .element(let owner, let index): return .element(owner, index)
    default: throw Unknown()
    }
  }

  private mutating func conditional() throws(Unknown) -> NativeSyntax.ExpressionID {
    let condition = try binary(0)
    guard take("?") else { return condition }
    let first = try assignment()
    try require(":")
    return add(.conditional(condition, first, try assignment()))
  }

  private static let levels: [[String]] = [
    ["||"], ["&&"], ["==", "!=", "===", "!=="], ["<", ">", "<=", ">="], ["+", "-"], ["*", "/", "%"],
  ]

  private mutating func binary(_ level: Int) throws(Unknown) -> NativeSyntax.ExpressionID {
    guard level < Self.levels.count else { return try unary() }
    var left = try binary(level + 1)
    var count = 0
    while case .symbol(let symbol) = next, Self.levels[level].contains(symbol) {
      position += 1
      let right = try binary(level + 1)
      switch symbol {
      case "||": left = add(.or(left, right))
      case "&&": left = add(.and(left, right))
      default:
        guard let operation = NativeSyntax.Binary(rawValue: symbol) else { throw Unknown() }
        left = add(.binary(operation, left, right))
      }
      count += 1
      guard count < Self.greatestDepth else { throw Unknown() }
    }
    return left
  }

  private mutating func unary() throws(Unknown) -> NativeSyntax.ExpressionID {
    try nested { (parser) throws(Unknown) in
      if parser.take("-") { return parser.add(.unary(.minus, try parser.unary())) }
      if parser.take("+") { return parser.add(.unary(.plus, try parser.unary())) }
      if parser.take("!") { return parser.add(.unary(.not, try parser.unary())) }
      if parser.take("++") { return try parser.step(try parser.unary(), by: 1, isPrefix: true) }
      if parser.take("--") { return try parser.step(try parser.unary(), by: -1, isPrefix: true) }
      let value = try parser.linked()
      guard !parser.tokens[parser.position].startsLine else { return value }
      if parser.take("++") { return try parser.step(value, by: 1, isPrefix: false) }
      if parser.take("--") { return try parser.step(value, by: -1, isPrefix: false) }
      return value
    }
  }

  private func step(
    _ operand: NativeSyntax.ExpressionID, by change: Double, isPrefix: Bool
  ) throws(Unknown) -> NativeSyntax.ExpressionID {
    add(.step(try target(operand), by: change, isPrefix: isPrefix))
  }

  /// A value with members, elements and calls.
  private mutating func linked() throws(Unknown) -> NativeSyntax.ExpressionID {
    if next == .name("eval") { return try linked(to: evaluation()) }
    return try linked(to: primary())
  }

  private mutating func linked(to start: NativeSyntax.ExpressionID) throws(Unknown) -> NativeSyntax.ExpressionID {
    var result = start
    for _ in 0..<Self.greatestDepth {
      if take(".") {
        guard case .name(let name) = next else { throw Unknown() }
        position += 1
        result = try member(name, of: result)
      } else if take("(") {
        result = add(.call(result, tree.add(try list(until: ")"))))
      } else if take("[") {
        let index = try expression()
        try require("]")
        result = add(.element(result, index))
      } else {
        return result
      }
    }
    throw Unknown()
  }

  private func member(_ name: String, of owner: NativeSyntax.ExpressionID) throws(Unknown) -> NativeSyntax.ExpressionID
  {
    if case .name(let reference) = tree[owner], tree.name(of: reference) == "Math",
      NativeMath(rawValue: name) == nil, NativeMath.constant(name) == nil
    {
      throw Unknown()
    }
    guard let known = NativeMember(rawValue: name) else { return add(.namedMember(owner, tree.add(memberName: name))) }
    return add(.member(owner, known))
  }

  private mutating func evaluation() throws(Unknown) -> NativeSyntax.ExpressionID {
    position += 1
    // The text could read the error.
    guard caught.isEmpty else { throw Unknown() }
    try require("(")
    let argument = try assignment()
    try require(")")
    evaluatesTexts = true
    return add(.evaluation(argument, scope: tree.add(function.scope)))
  }

  private mutating func primary() throws(Unknown) -> NativeSyntax.ExpressionID {
    let token = next
    switch token {
    case .number(let number):
      position += 1
      return add(.number(number))
    case .text(let text):
      position += 1
      return add(.text(tree.add(text: NativeText(text))))
    case .symbol("("): return try parenthesized()
    case .symbol("["):
      position += 1
      return add(.list(tree.add(try list(until: "]"))))
    case .symbol("{"): return try object()
    case .name("true"), .name("false"):
      position += 1
      return add(.bool(token == .name("true")))
    case .name("null"):
      position += 1
      return add(.null)
    case .name("function"): return add(.function(tree.add(try functionExpression())))
    case .name:
      let name = try identifier()
      guard !caught.contains(name) else { throw Unknown() }
      return add(.name(reference(name)))
    case .symbol, .end: throw Unknown()
    }
  }

  /// Expressions with commas between.
  private mutating func list(until end: String) throws(Unknown) -> [NativeSyntax.ExpressionID] {
    var elements: [NativeSyntax.ExpressionID] = []
    if take(end) { return elements }
    repeat { elements.append(try assignment()) } while take(",")
    try require(end)
    return elements
  }

  private mutating func object() throws(Unknown) -> NativeSyntax.ExpressionID {
    position += 1
    var (keys, values): ([String], [NativeSyntax.ExpressionID]) = ([], [])
    while !take("}") {
      if !keys.isEmpty { try require(",") }
      let key = try key()
      guard key != "__proto__", !keys.contains(key), keys.count < Self.maximumMembers else { throw Unknown() }
      try require(":")
      keys.append(key)
      values.append(try assignment())
    }
    return add(.object(keys: tree.add(keys: keys), tree.add(values)))
  }

  private mutating func key() throws(Unknown) -> String {
    guard case .text(let text) = next else { return try identifier() }
    position += 1
    return text
  }
}
