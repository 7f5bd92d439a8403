internal import JSONTree
internal import LottieFormat
internal import Synchronization

/// A document with what its formulas share. Each is made once.
final class FormulaDocument: Sendable {
  /// Number of values that are looked at, in all, to find what names stand for; beyond it expressions are left to the engine.
  private static let mostLookedAt = 1_000_000
  /// Duration up to which random motion is computed, in seconds: its steps add up from the start.
  static let longestWiggle = 4000.0

  /// A property as one kind of value in one unit.
  private struct PropertyKey: Hashable {
    var node: Int
    var kind: LottieScriptKind
    var factor: Double
  }

  private struct State {
    var formulas: [Int: ExpressionFormula?] = [:]
    var properties: [PropertyKey: ScriptProperty?] = [:]
    var seeds: ScriptSeeds??
    var lookedAt = 0
  }

  let document: LottieDocument
  private let state = Mutex(State())

  init(_ document: LottieDocument) { self.document = document }

  /// The formula that an expression is.
  ///
  /// - Parameter node: Index of the object that has the expression in the document's JSON tree.
  func formula(_ source: String, of node: Int) -> ExpressionFormula? {
    if let known = state.withLock({ $0.formulas[node] }) { return known }
    let formula = ExpressionFormula(source, of: node, in: self)
    state.withLock { $0.formulas[node] = .some(formula) }
    return formula
  }

  /// A property that the formulas read.
  func property(_ json: JSONValue, as kind: LottieScriptKind, factor: Double, startTime: Double) -> ScriptProperty? {
    let key = PropertyKey(node: json.index, kind: kind, factor: factor)
    if let known = state.withLock({ $0.properties[key] }) { return known }
    let property = ScriptProperty(json, as: kind, factor: factor, startTime: startTime)
    state.withLock { $0.properties[key] = .some(property) }
    return property
  }

  /// The first child of an array that meets a condition; nil also when too many were looked at.
  func first(in array: JSONValue?, where isWanted: (JSONValue) -> Bool) -> JSONValue? {
    guard let array else { return nil }
    var count = 0
    defer { state.withLock { $0.lookedAt += count } }
    guard state.withLock({ $0.lookedAt }) < Self.mostLookedAt else { return nil }
    for child in array.children {
      count += 1
      if isWanted(child) { return child }
    }
    return nil
  }

  /// The seed of an expression's random numbers; nil if it has several, or none that is known.
  func seed(of node: Int) -> Int? {
    guard document.outPoint < document.frameRate * Self.longestWiggle else { return nil }
    return state.withLock { state in
      let known = state.seeds ?? ScriptSeeds(document.tree.root)
      state.seeds = .some(known)
      return known?.seeds[node]
    }
  }
}
