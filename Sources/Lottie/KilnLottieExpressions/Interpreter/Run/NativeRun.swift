/// One run of an expression: its statements.
final class NativeRun {
  /// Control flow after a statement.
  private enum Completion {
    case next
    case leavesLoop
    case nextRound
    case result(NativeValue)
  }

  /// Number of different texts that are given to `eval`.
  private static let mostTexts = 1000

  let machine: NativeMachine
  private let tree: NativeTree
  let property: NativeProperty
  /// The time of the layer's composition, in seconds.
  let time: Double
  /// Initial value of `value`.
  private let initialValue: ScriptProperty.Value
  /// `value` once it has been read or changed.
  @exclusivity(unchecked) private var readValue: NativeValue?
  /// The random numbers that are drawn; nil before the first one.
  var drawn: ScriptRandom?
  /// The layer's, where the text says its name.
  let anchorPoint: NativeValue?
  /// Containers that may form reference cycles or long chains, for `end()`: variables that functions capture, and
  /// arrays and objects that contain others.
  @exclusivity(unchecked) private var heldFrames: [NativeFrame] = []
  @exclusivity(unchecked) private var heldArrays: [NativeArray] = []
  @exclusivity(unchecked) private var heldObjects: [NativeObject] = []

  init(
    _ machine: NativeMachine, _ program: NativeProgram, _ property: NativeProperty, time: Double,
    value: ScriptProperty.Value, anchorPoint: NativeValue?
  ) {
    (self.machine, self.property, self.time) = (machine, property, time)
    tree = program.tree
    initialValue = value
    self.anchorPoint = anchorPoint
  }

  /// `value`, which scripts may change.
  var value: NativeValue {
    if let readValue { return readValue }
    let value = machine.scriptValue(initialValue)
    readValue = value
    return value
  }

  /// Breaks reference cycles of arrays and objects one by one. Results must not be read afterwards.
  func end() {
    for frame in heldFrames { frame.slots.removeAll() }
    for array in heldArrays { array.removeAll() }
    for object in heldObjects { object.removeAll() }
  }

  /// Registers an array that holds others, once it gets a value.
  func note(_ value: NativeValue, in array: NativeArray) {
    if value.holdsOthers { heldArrays.append(array) }
  }

  /// The array, registered if it holds others.
  func noted(_ array: NativeArray) -> NativeValue {
    if let other = array.firstHolder { note(other, in: array) }
    return .array(array)
  }

  private func closure(_ function: NativeSyntax.Function, _ frame: NativeFrame) -> NativeValue {
    if heldFrames.last !== frame { heldFrames.append(frame) }
    return .function(.declared(function, frame))
  }

  /// Runs a program and returns the value of its `return` statement, or else of its result variable.
  func result(of program: NativeProgram) throws(NativeStop) -> NativeValue {
    let frame = frame(of: program.function, inside: nil)
    if case .result(let value) = try run(program.function.body, frame) { return value }
    return frame.slots[program.resultSlot]
  }

  private func frame(of function: NativeSyntax.Function, inside outer: NativeFrame?) -> NativeFrame {
    let frame = NativeFrame(count: function.scope.count, inside: outer)
    for (slot, inner) in function.functions { frame.slots[slot] = closure(inner, frame) }
    return frame
  }

  func call(
    _ function: NativeSyntax.Function, inside outer: NativeFrame, _ arguments: [NativeValue]
  ) throws(NativeStop) -> NativeValue {
    try machine.budget.enter()
    defer { machine.budget.leave() }
    let frame = frame(of: function, inside: outer)
    for slot in function.parameters.indices where slot < arguments.count { frame.slots[slot] = arguments[slot] }
    if case .result(let value) = try run(function.body, frame) { return value }
    return .undefined
  }

  // MARK: - Statements

  private func run(_ statements: NativeSyntax.StatementList, _ frame: NativeFrame) throws(NativeStop) -> Completion {
    for index in statements.range {
      let completion = try run(tree.statement(index), frame)
      guard case .next = completion else { return completion }
    }
    return .next
  }

  private func run(_ statement: NativeSyntax.StatementID, _ frame: NativeFrame) throws(NativeStop) -> Completion {
    try machine.budget.enter()
    defer { machine.budget.leave() }
    switch tree[statement] {
    case .expression(let expression):
      _ = try evaluate(expression, frame)
      return .next
    case .block(let statements): return try run(statements, frame)
    case .condition(let condition, let first, let second):
      if try evaluate(condition, frame).isTrue { return try run(first, frame) }
      return try second.map { (second) throws(NativeStop) in try run(second, frame) } ?? .next
    case .loop(let condition, let step, let body, let isAtLeastOnce):
      return try loop(condition, step, body, isAtLeastOnce, frame)
    case .attempt(let body, let handler):
      do throws(NativeStop) {
        return try run(body, frame)
      } catch {
        guard error == .thrown else { throw error }
        return try run(handler, frame)
      }
    case .choice(let value, let cases): return try choose(try evaluate(value, frame), tree.cases[Int(cases)], frame)
    case .result(let expression):
      return .result(try expression.map { (value) throws(NativeStop) in try evaluate(value, frame) } ?? .undefined)
    case .leaveLoop: return .leavesLoop
    case .nextRound: return .nextRound
    }
  }

  /// Runs the statements from the case with a value on.
  private func choose(
    _ value: NativeValue, _ cases: [NativeSyntax.Case], _ frame: NativeFrame
  ) throws(NativeStop) -> Completion {
    var start = cases.firstIndex { $0.value == nil }
    for (index, each) in cases.enumerated() {
      guard let other = each.value,
        case .bool(true) = try NativeValue.binary(.same, value, try evaluate(other, frame))
      else { continue }
      start = index
      break
    }
    guard let start else { return .next }
    for each in cases[start...] {
      switch try run(each.body, frame) {
      case .next: break
      case .leavesLoop: return .next
      case .nextRound: return .nextRound
      case .result(let value): return .result(value)
      }
    }
    return .next
  }

  private func loop(
    _ condition: NativeSyntax.ExpressionID?, _ step: NativeSyntax.ExpressionID?, _ body: NativeSyntax.StatementID,
    _ isAtLeastOnce: Bool, _ frame: NativeFrame
  ) throws(NativeStop) -> Completion {
    var isFirst = isAtLeastOnce
    while true {
      try machine.budget.countStep()
      if !isFirst, let condition, try !evaluate(condition, frame).isTrue { return .next }
      isFirst = false
      switch try run(body, frame) {
      case .next, .nextRound: break
      case .leavesLoop: return .next
      case .result(let value): return .result(value)
      }
      if let step { _ = try evaluate(step, frame) }
    }
  }

  // MARK: - Expressions

  func evaluate(_ id: NativeSyntax.ExpressionID, _ frame: NativeFrame) throws(NativeStop) -> NativeValue {
    try machine.budget.countStep()
    let expression = tree[id]
    switch expression {
    case .undefined: return .undefined
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .number(let number): return .number(number)
    case .text(let text): return .text(tree.texts[Int(text)])
    case .name(let reference): return try read(reference, frame)
    default: return try compound(expression, frame)
    }
  }

  private func compound(
    _ expression: NativeSyntax.Expression, _ frame: NativeFrame
  ) throws(NativeStop) -> NativeValue {
    try machine.budget.enter()
    defer { machine.budget.leave() }
    switch expression {
    case .list(let elements): return noted(NativeArray(try values(elements, frame)))
    case .object(let keys, let values): return try object(tree.keys[Int(keys)], values, frame)
    case .member(let owner, let name): return try member(name, of: try evaluate(owner, frame))
    case .namedMember(let owner, let name):
      return try member(named: tree.memberNames[Int(name)], of: try evaluate(owner, frame))
    case .function(let function): return closure(tree.functions[Int(function)], frame)
    case .element(let owner, let index):
      return try element(of: try evaluate(owner, frame), try evaluate(index, frame))
    case .call(let function, let arguments): return try call(function, arguments, frame)
    case .evaluation(let text, let scope):
      return try evaluateText(try evaluate(text, frame), in: tree.scopes[Int(scope)], frame)
    case .unary(let operation, let operand): return try unary(operation, try evaluate(operand, frame))
    case .binary(let operation, let a, let b):
      return try NativeValue.binary(operation, try evaluate(a, frame), try evaluate(b, frame))
    case .and(let a, let b):
      let first = try evaluate(a, frame)
      return first.isTrue ? try evaluate(b, frame) : first
    case .or(let a, let b):
      let first = try evaluate(a, frame)
      return first.isTrue ? first : try evaluate(b, frame)
    case .conditional(let condition, let a, let b):
      return try evaluate(try evaluate(condition, frame).isTrue ? a : b, frame)
    case .assignment, .update, .step: return try change(expression, frame)
    case .sequence(let expressions):
      var last = NativeValue.undefined
      for index in expressions.range { last = try evaluate(tree.expression(index), frame) }
      return last
    case .undefined, .null, .bool, .number, .text, .name: return .undefined
    }
  }

  private func values(
    _ expressions: NativeSyntax.ExpressionList, _ frame: NativeFrame
  ) throws(NativeStop) -> [NativeValue] {
    var values: [NativeValue] = []
    values.reserveCapacity(expressions.range.count)
    for index in expressions.range { values.append(try evaluate(tree.expression(index), frame)) }
    return values
  }

  private func object(
    _ keys: [String], _ values: NativeSyntax.ExpressionList, _ frame: NativeFrame
  ) throws(NativeStop) -> NativeValue {
    let object = NativeObject([], [])
    heldObjects.append(object)
    for (key, index) in zip(keys, values.range) { object.append(key, try evaluate(tree.expression(index), frame)) }
    return .object(object)
  }

  private func call(
    _ function: NativeSyntax.ExpressionID, _ arguments: NativeSyntax.ExpressionList, _ frame: NativeFrame
  ) throws(NativeStop) -> NativeValue {
    let callee = try evaluate(function, frame)
    return try call(callee, try values(arguments, frame))
  }

  private func unary(_ operation: NativeSyntax.Unary, _ operand: NativeValue) throws(NativeStop) -> NativeValue {
    switch operation {
    case .minus: .number(-(try operand.toNumber()))
    case .plus: .number(try operand.toNumber())
    case .not: .bool(!operand.isTrue)
    }
  }

  // MARK: - Variables

  private func read(_ reference: NativeSyntax.Reference, _ frame: NativeFrame) throws(NativeStop) -> NativeValue {
    switch tree[reference] {
    case .variable(let depth, let slot): return try Self.frame(depth, above: frame).slots[Int(slot)]
    case .host(let meaning): return try value(of: meaning)
    case .nothing: throw .thrown
    }
  }

  private static func frame(_ depth: Int32, above frame: NativeFrame) throws(NativeStop) -> NativeFrame {
    var frame = frame
    for _ in 0..<depth {
      guard let outer = frame.outer else { throw .unknown }
      frame = outer
    }
    return frame
  }

  private func change(_ expression: NativeSyntax.Expression, _ frame: NativeFrame) throws(NativeStop) -> NativeValue {
    switch expression {
    case .assignment(.name(let reference), let value):
      let value = try evaluate(value, frame)
      try assign(value, to: reference, frame)
      return value
    case .assignment(.element(let owner, let index), let value):
      let (owner, index) = (try evaluate(owner, frame), try evaluate(index, frame))
      let value = try evaluate(value, frame)
      try assign(value, to: owner, index)
      return value
    case .update(.name(let reference), let operation, let value):
      let old = try read(reference, frame)
      let new = try NativeValue.binary(operation, old, try evaluate(value, frame))
      try assign(new, to: reference, frame)
      return new
    case .update(.element(let owner, let index), let operation, let value):
      let (owner, index) = (try evaluate(owner, frame), try evaluate(index, frame))
      let old = try element(of: owner, index)
      let new = try NativeValue.binary(operation, old, try evaluate(value, frame))
      try assign(new, to: owner, index)
      return new
    case .step(.name(let reference), let change, let isPrefix):
      let old = try read(reference, frame).toNumber()
      try assign(.number(old + change), to: reference, frame)
      return .number(isPrefix ? old + change : old)
    default: throw .unknown
    }
  }

  private func assign(
    _ value: NativeValue, to reference: NativeSyntax.Reference, _ frame: NativeFrame
  ) throws(NativeStop) {
    switch tree[reference] {
    case .variable(let depth, let slot): try Self.frame(depth, above: frame).slots[Int(slot)] = value
    // Strict scripts cannot make variables by assigning to them.
    case .nothing: throw .thrown
    case .host(.own(.value)): readValue = value
    case .host: throw .unknown
    }
  }

  private func assign(_ value: NativeValue, to owner: NativeValue, _ index: NativeValue) throws(NativeStop) {
    guard case .array(let array) = owner, let number = index.instanceOfNumber, let position = Int(exactly: number),
      position >= 0
    else { throw .unknown }
    try array.set(value, at: position)
    note(value, in: array)
  }

  // MARK: - Texts

  /// `eval` of an expression.
  private func evaluateText(
    _ text: NativeValue, in scope: NativeSyntax.Scope, _ frame: NativeFrame
  ) throws(NativeStop) -> NativeValue {
    guard case .text(let source) = text else { throw .unknown }
    let key = NativeEvaluatedText(text: source, scope: ObjectIdentifier(scope))
    let known = machine.evaluated[key]
    guard let expression = known ?? expression(source.text, in: scope) else { throw .unknown }
    if known == nil {
      // Texts are kept with the scopes in them, by whose addresses they are found.
      guard machine.evaluated.count < Self.mostTexts else { throw .unknown }
      machine.evaluated[key] = expression
    }
    return try evaluate(expression, NativeFrame(count: 0, inside: frame))
  }

  private func expression(_ source: String, in scope: NativeSyntax.Scope) -> NativeSyntax.ExpressionID? {
    guard source.utf8.count <= 1000, var parser = try? NativeParser(source, inside: scope, into: tree) else {
      return nil
    }
    return try? parser.readSingleExpression()
  }
}
