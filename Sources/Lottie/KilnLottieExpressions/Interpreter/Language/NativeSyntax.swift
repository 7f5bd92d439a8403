/// The part of JavaScript that expressions mostly are written in. What it lacks is left to the script engine.
///
/// Expressions and statements name what they consist of by its place in a `NativeTree`, so that walking the tree counts no
/// references.
enum NativeSyntax {
  /// The place of an expression in its tree.
  struct ExpressionID {
    var index: Int32
  }

  /// The place of a statement in its tree.
  struct StatementID {
    var index: Int32
  }

  /// Expressions of a list, by their places in it, one after the other.
  struct ExpressionList {
    var range: Range<Int32>
  }

  /// Statements of a list.
  struct StatementList {
    var range: Range<Int32>
  }

  enum Expression {
    case undefined
    case null
    case bool(Bool)
    case number(Double)
    case text(Int32)
    case name(Reference)
    case list(ExpressionList)
    /// An object with the keys in a list of the tree.
    case object(keys: Int32, ExpressionList)
    case member(ExpressionID, NativeMember)
    /// A member with a name, which is none of those that are known.
    case namedMember(ExpressionID, Int32)
    case function(Int32)
    case element(ExpressionID, ExpressionID)
    case call(ExpressionID, ExpressionList)
    /// `eval`, with the scope of the names that its text sees.
    case evaluation(ExpressionID, scope: Int32)
    case unary(Unary, ExpressionID)
    case binary(Binary, ExpressionID, ExpressionID)
    case and(ExpressionID, ExpressionID)
    case or(ExpressionID, ExpressionID)
    case conditional(ExpressionID, ExpressionID, ExpressionID)
    case assignment(Target, ExpressionID)
    case update(Target, Binary, ExpressionID)
    /// `++` and `--`, which give the value before or after.
    case step(Target, by: Double, isPrefix: Bool)
    case sequence(ExpressionList)
  }

  enum Statement {
    case expression(ExpressionID)
    case block(StatementList)
    case condition(ExpressionID, StatementID, StatementID?)
    /// A loop, also `while`, and `do` where the condition is looked at after the first round.
    case loop(condition: ExpressionID?, step: ExpressionID?, body: StatementID, isAtLeastOnce: Bool)
    case attempt(StatementList, StatementList)
    /// `switch`, whose cases have values but for the one that is taken without.
    case choice(ExpressionID, cases: Int32)
    case result(ExpressionID?)
    case leaveLoop
    case nextRound
  }

  /// Target of an assignment.
  enum Target {
    case name(Reference)
    case element(ExpressionID, ExpressionID)
  }

  /// A case of a `switch`, without a value if it is the one that is taken when no other one is.
  struct Case {
    var value: ExpressionID?
    var body: StatementList
  }

  enum Unary {
    case minus
    case plus
    case not
  }

  enum Binary: String {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case over = "/"
    case remainder = "%"
    case less = "<"
    case greater = ">"
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case unequal = "!="
    case same = "==="
    case other = "!=="
  }

  /// A use of a name: its index in the tree. Its meaning is known once the function around it has been read.
  struct Reference {
    var index: Int32
  }

  /// Resolved meaning of a name.
  enum Meaning {
    /// A variable, of the function that is so many functions further out.
    case variable(depth: Int32, slot: Int32)
    case host(NativeMeaning)
    /// No script has such a name.
    case nothing
  }

  /// The variables of a function.
  final class Scope {
    let outer: Scope?
    private var slots: [String: Int] = [:]
    private var references: [Reference] = []

    init(inside outer: Scope?) { self.outer = outer }

    /// Number of the function's variables, its parameters included.
    var count: Int { slots.count }

    func slot(of name: String) -> Int? { slots[name] }

    /// The slot of a variable, which is a new one where it is declared first.
    func declare(_ name: String) -> Int {
      if let known = slots[name] { return known }
      slots[name] = slots.count
      return slots.count - 1
    }

    func add(_ reference: Reference) { references.append(reference) }

    func refers(to name: String, in tree: NativeTree) -> Bool {
      references.contains { tree.name(of: $0) == name }
    }

    /// Resolves the names. False if one of them is left to the engine.
    func resolve(in tree: NativeTree) -> Bool {
      for reference in references {
        guard let meaning = meaning(of: tree.name(of: reference)) else { return false }
        tree.set(meaning, of: reference)
      }
      references = []
      return true
    }

    private func meaning(of name: String) -> Meaning? {
      var (scope, depth) = (self, Int32(0))
      while true {
        if let slot = scope.slot(of: name) { return .variable(depth: depth, slot: Int32(slot)) }
        guard let outer = scope.outer else { break }
        (scope, depth) = (outer, depth + 1)
      }
      if let name = NativeName(rawValue: name) { return .host(NativeMeaning(name)) }
      return NativeName.isLeftToEngine(name) ? nil : .nothing
    }
  }

  final class Function {
    let parameters: [String]
    let scope: Scope
    var body = StatementList(range: 0..<0)
    /// The functions declared in it, with their variables.
    var functions: [(slot: Int, function: Function)] = []

    init(_ parameters: [String], inside outer: Scope?) {
      self.parameters = parameters
      scope = Scope(inside: outer)
      for parameter in parameters { _ = scope.declare(parameter) }
    }
  }
}
