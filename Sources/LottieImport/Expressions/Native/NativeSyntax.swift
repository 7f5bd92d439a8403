/// The part of JavaScript that expressions mostly are written in, as a tree. What it lacks is left to the script engine.
enum NativeSyntax {
  indirect enum Expression {
    case undefined
    case null
    case bool(Bool)
    case number(Double)
    case text(NativeText)
    case name(Reference)
    case list([Expression])
    case object([(key: String, value: Expression)])
    /// A member, with its name where it is none of those that are known.
    case member(Expression, NativeMember?, String)
    case function(Function)
    case element(Expression, Expression)
    case call(Expression, [Expression])
    /// `eval`, with the names that its text sees.
    case evaluation(Expression, Scope)
    case unary(Unary, Expression)
    case binary(Binary, Expression, Expression)
    case and(Expression, Expression)
    case or(Expression, Expression)
    case conditional(Expression, Expression, Expression)
    case assignment(Target, Expression)
    case update(Target, Binary, Expression)
    /// `++` and `--`, which give the value before or after.
    case step(Target, by: Double, isPrefix: Bool)
    case sequence([Expression])
  }

  indirect enum Statement {
    case expression(Expression)
    case block([Statement])
    case condition(Expression, Statement, Statement?)
    /// A loop, also `while`, and `do` where the condition is looked at after the first round.
    case loop(condition: Expression?, step: Expression?, body: Statement, isAtLeastOnce: Bool)
    case attempt([Statement], [Statement])
    /// `switch`, whose cases have values but for the one that is taken without.
    case choice(Expression, [(value: Expression?, body: [Statement])])
    case result(Expression?)
    case leaveLoop
    case nextRound
  }

  /// What is assigned to.
  enum Target {
    case name(Reference)
    case element(Expression, Expression)
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

  /// A name where it is used. What it stands for is known once the function around it has been read.
  final class Reference {
    enum Meaning {
      /// A variable, of the function that is so many functions further out.
      case variable(depth: Int, slot: Int)
      case host(NativeName)
      /// No script has such a name.
      case nothing
    }

    let name: String
    fileprivate(set) var meaning = Meaning.nothing

    init(_ name: String) { self.name = name }
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

    func refers(to name: String) -> Bool { references.contains { $0.name == name } }

    /// Finds what the names stand for. False if one is a name that is left to the engine.
    func resolve() -> Bool {
      for reference in references {
        guard resolve(reference) else { return false }
      }
      references = []
      return true
    }

    func resolve(_ reference: Reference) -> Bool {
      var (scope, depth) = (self, 0)
      while true {
        if let slot = scope.slot(of: reference.name) {
          reference.meaning = .variable(depth: depth, slot: slot)
          return true
        }
        guard let outer = scope.outer else { break }
        (scope, depth) = (outer, depth + 1)
      }
      if let name = NativeName(rawValue: reference.name) {
        reference.meaning = .host(name)
        return true
      }
      return !NativeName.isLeftToEngine(reference.name)
    }
  }

  final class Function {
    let parameters: [String]
    let scope: Scope
    var body: [Statement] = []
    /// The functions declared in it, with their variables.
    var functions: [(slot: Int, function: Function)] = []

    init(_ parameters: [String], inside outer: Scope?) {
      self.parameters = parameters
      scope = Scope(inside: outer)
      for parameter in parameters { _ = scope.declare(parameter) }
    }
  }
}
