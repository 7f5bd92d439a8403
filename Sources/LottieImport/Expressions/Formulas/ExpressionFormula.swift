internal import LottieFormat

/// An expression that looks up properties and computes with them, so that it takes no script engine. Its results are those
/// that the engine would give.
///
/// A class, because tracks have room for one, although few have any.
final class ExpressionFormula: Sendable {
  /// How two values are combined, by the names of lottie-web's functions.
  enum Operation {
    case sum
    case difference
    case product
    case quotient

    init?(named name: String) {
      switch name {
      case "sum", "add", "$bm_sum": self = .sum
      case "sub", "$bm_sub": self = .difference
      case "mul", "$bm_mul": self = .product
      case "div", "$bm_div": self = .quotient
      default: return nil
      }
    }

    func callAsFunction(_ a: Double, _ b: Double) -> Double {
      switch self {
      case .sum: a + b
      case .difference: a - b
      case .product: a * b
      case .quotient: a / b
      }
    }
  }

  /// A part of a formula, which has a value at any time.
  indirect enum Term: Sendable {
    case number(Double)
    /// The composition's time in seconds.
    case time
    /// `value`: what the formula's property is without it.
    case own(ScriptProperty)
    /// Another property, as its keyframes say.
    case shown(ScriptProperty)
    /// Another property whose own expression repeats its keyframes.
    case looped(ScriptProperty, KeyframeLoop)
    /// The formula's property, moved at random by `wiggle`.
    case wiggled(ScriptProperty, seed: Int, frequency: Term, amount: Term)
    /// What an earlier statement has given.
    case variable(Int)
    case list([Term])
    case component(Term, Int)
    case combined(Operation, Term, Term)
  }

  /// When a formula is evaluated, and what its statements have given so far.
  struct Moment {
    /// Time in frames of the layer's composition.
    var frame: Double
    /// Frames of the document a second.
    var frameRate: Double
    var variables: [ScriptProperty.Value] = []
  }

  /// What the expression computes, one value after the other; the last one is the result.
  private let statements: [Term]
  private let property: ScriptProperty
  /// Whether the result may be another one at another time.
  let varies: Bool

  /// The formula that an expression is; nil if it is none, if it stands in an unusual place, or if a script would have no result.
  ///
  /// - Parameter node: Index of the object that has the expression in the document's JSON tree.
  init?(_ source: String, of node: Int, in document: FormulaDocument) {
    guard let program = FormulaSyntax.Program(source), let scope = FormulaScope(node, in: document),
      let statements = scope.statements(of: program)
    else { return nil }
    var types: [Term.ValueType] = []
    for statement in statements {
      guard let type = statement.type(types) else { return nil }
      types.append(type)
    }
    guard let type = types.last else { return nil }
    switch (scope.property.kind, type.form) {
    case (.number, .number), (.path, .path), (.numbers, .numbers): break
    default: return nil
    }
    self.statements = statements
    property = scope.property
    varies = statements.contains(where: \.varies)
  }

  /// The kind of the result, which is that of the property.
  var kind: LottieScriptKind { property.kind }

  /// The result at a time in frames of the layer's composition, as `LottieScriptValue` reads it.
  func numbers(at frame: Double, frameRate: Double) -> [Double] {
    var moment = Moment(frame: frame, frameRate: frameRate)
    for statement in statements { moment.variables.append(statement.value(at: moment)) }
    switch moment.variables.last {
    case .number(let number)?: return [number]
    case .path(let path)?: return path.numbers
    case .numbers(let numbers, _)?:
      // Components that the result lacks are those without expression.
      return Array(numbers.prefix(property.count)) + property.numbers(at: frame).dropFirst(numbers.count)
    case nil: return []
    }
  }
}

extension ExpressionFormula.Term {
  /// What is known of a term's values before there is any.
  struct ValueType {
    enum Form {
      case number
      case numbers(count: Int)
      case path
    }

    var form: Form
    /// Whether numbers are never infinite, from which those that are none could be made: for scripts, failures.
    var isFinite = true
  }

  /// Nil if a script would fail, or could.
  ///
  /// - Parameter variables: Of the earlier statements.
  func type(_ variables: [ValueType]) -> ValueType? {
    switch self {
    case .variable(let index): return variables.indices.contains(index) ? variables[index] : nil
    case .number, .time: return ValueType(form: .number)
    case .own(let property): return Self.type(property, count: property.count)
    case .shown(let property), .looped(let property, _): return Self.type(property, count: property.shownCount)
    case .wiggled(let property, _, let frequency, let amount):
      guard property.kind != .path, property.kind == .number || property.count > 1,
        [frequency, amount].allSatisfy({ $0.type(variables)?.isFiniteNumber == true })
      else { return nil }
      return Self.type(property, count: property.count)
    case .list(let terms):
      guard !terms.isEmpty, terms.allSatisfy({ $0.type(variables)?.isFiniteNumber == true }) else { return nil }
      return ValueType(form: .numbers(count: terms.count))
    case .component(let term, let index):
      guard let type = term.type(variables), case .numbers(let count) = type.form, index < count else { return nil }
      return ValueType(form: .number)
    case .combined(let operation, let a, let b): return Self.type(operation, a, b, variables)
    }
  }

  private static func type(_ property: ScriptProperty, count: Int) -> ValueType {
    switch property.kind {
    case .number: ValueType(form: .number)
    case .numbers: ValueType(form: .numbers(count: count))
    case .path: ValueType(form: .path)
    }
  }

  private static func type(
    _ operation: ExpressionFormula.Operation, _ a: ExpressionFormula.Term, _ b: ExpressionFormula.Term,
    _ variables: [ValueType]
  ) -> ValueType? {
    guard let first = a.type(variables), let second = b.type(variables), first.isFinite, second.isFinite else {
      return nil
    }
    var type = ValueType(form: .number)
    switch (first.form, second.form) {
    case (.number, .number): break
    case (.numbers(let count), .number), (.number, .numbers(let count)): type.form = .numbers(count: count)
    case (.numbers(let count), .numbers(let other)):
      // Products of arrays are 0 in lottie-web, which nobody means.
      guard operation == .sum || operation == .difference else { return nil }
      type.form = .numbers(count: max(count, other))
    default: return nil
    }
    guard operation == .quotient else { return type }
    if case .number(let divisor) = b, divisor != 0 { return type }
    guard case .number(let dividend) = a, dividend != 0 else { return nil }
    type.isFinite = false
    return type
  }

  /// Whether the value may be another one at another time.
  var varies: Bool {
    switch self {
    case .number, .variable: false
    case .time, .wiggled: true
    case .own(let property), .shown(let property), .looped(let property, _): property.isAnimated
    case .list(let terms): terms.contains(where: \.varies)
    case .component(let term, _): term.varies
    case .combined(_, let a, let b): a.varies || b.varies
    }
  }

  func value(at moment: ExpressionFormula.Moment) -> ScriptProperty.Value {
    let frame = moment.frame
    switch self {
    case .variable(let index):
      return moment.variables.indices.contains(index) ? moment.variables[index] : .number(0)
    case .number(let number): return .number(number)
    case .time: return .number(frame / moment.frameRate)
    case .own(let property): return property.own(at: frame)
    case .shown(let property): return property.shown(at: frame)
    case .looped(let property, let loop):
      let repeated = loop.time(at: frame)
      // lottie-web asks for another time in seconds.
      return property.shown(at: repeated == frame ? frame : repeated / moment.frameRate * moment.frameRate)
    case .wiggled(let property, let seed, _, let amount):
      return property.wiggled(
        at: frame, seconds: frame / moment.frameRate, by: amount.value(at: moment).number, seed: seed)
    case .list(let terms):
      return .numbers(terms.map { $0.value(at: moment).number }, isRounded: false)
    case .component(let term, let index):
      let numbers = term.value(at: moment).numbers
      return .number(numbers.indices.contains(index) ? numbers[index] : 0)
    case .combined(let operation, let a, let b):
      return Self.combined(
        operation, a.value(at: moment), b.value(at: moment))
    }
  }

  /// As lottie-web's functions do it: sums with a number concern the first component only, products are 32-bit floats.
  private static func combined(
    _ operation: ExpressionFormula.Operation, _ a: ScriptProperty.Value, _ b: ScriptProperty.Value
  ) -> ScriptProperty.Value {
    let isScaling = operation == .product || operation == .quotient
    switch (a, b) {
    case (.number(let a), .number(let b)): return .number(operation(a, b))
    case (.numbers(let numbers, _), .number(let number)) where isScaling:
      return .numbers(numbers.map { ScriptProperty.rounded(operation($0, number)) }, isRounded: true)
    case (.number(let number), .numbers(let numbers, _)) where isScaling:
      return .numbers(numbers.map { ScriptProperty.rounded(operation(number, $0)) }, isRounded: true)
    case (.numbers(var numbers, let isRounded), .number(let number)):
      let first = operation(numbers[0], number)
      numbers[0] = isRounded ? ScriptProperty.rounded(first) : first
      return .numbers(numbers, isRounded: isRounded)
    case (.number(let number), .numbers(var numbers, let isRounded)):
      let first = operation(number, numbers[0])
      numbers[0] = isRounded ? ScriptProperty.rounded(first) : first
      return .numbers(numbers, isRounded: isRounded)
    default:
      let (a, b) = (a.numbers, b.numbers)
      let both = zip(a, b).map { operation($0, $1) }
      return .numbers(both + a.dropFirst(both.count) + b.dropFirst(both.count), isRounded: false)
    }
  }
}

extension ExpressionFormula.Term.ValueType {
  fileprivate var isFiniteNumber: Bool {
    if case .number = form { isFinite } else { false }
  }
}

extension ScriptProperty.Value {
  /// 0 if it is no number.
  fileprivate var number: Double { if case .number(let number) = self { number } else { 0 } }
  /// Empty if they are no numbers.
  fileprivate var numbers: [Double] { if case .numbers(let numbers, _) = self { numbers } else { [] } }
}
