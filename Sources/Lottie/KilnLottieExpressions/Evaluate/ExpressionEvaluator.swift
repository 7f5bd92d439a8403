internal import KilnGeometry
package import KilnLottieFormat
internal import Synchronization

/// Evaluates the expressions of a document: those that are simple enough as they are, others in one context of the script
/// engine, which starts when the first one needs it.
///
/// Results depend on the document and the time only, not on what was evaluated before: the context is frozen once the
/// document is in it.
package final class ExpressionEvaluator: Sendable {
  /// The time of all scripts is used up.
  package struct OutOfTime {
    /// The expression that ran, or would have run, then; nil if the document was being read.
    package var expression: Int?
  }

  private struct State {
    var backends: BackendChain<InterpreterBackend, EngineBackend>
    var uses = CompositionUses()
  }

  private let document: LottieDocument
  private let state: Mutex<State>

  /// - Parameters:
  ///   - footage: JSON texts that expressions read, by the IDs of their assets.
  ///   - limits: The limits of the engine.
  ///   - whenStuck: Called with an expression, on a thread of its own, when a call of it has gone so far beyond the limits that
  ///     it is not expected to end; nil if nobody asks.
  ///   - startsAtOnce: Whether the engine is started before an expression needs it.
  ///   - programs: Expressions that are simple enough to be evaluated without it; nil if none are to be.
  /// - Throws: The engine's error if it is started at once.
  package init(
    _ document: LottieDocument, footage: [(id: String, json: [UInt8])], limits: ScriptLimits = ScriptLimits(),
    whenStuck: (@Sendable (_ expression: Int, ScriptWatchdog.Overrun) -> Void)? = nil, startsAtOnce: Bool = true,
    programs: sending NativeProgramCache? = nil,
    engine makeEngine: @escaping @Sendable () throws(ScriptError) -> any ScriptEngine
  ) throws(ScriptError) {
    self.document = document
    let machine = programs.flatMap { NativeMachine(document, $0, longestTime: limits.totalTime) }
    var engine = EngineBackend(
      document, limits, interpreter: machine,
      make: { () throws(ScriptError) in try PreludeEngine(try makeEngine(), document, footage: footage) },
      makeWatchdog: whenStuck.map { Self.watchdog(limits, $0) })
    if startsAtOnce { try engine.startEarly() }
    state = Mutex(State(backends: BackendChain(first: InterpreterBackend(machine), next: engine)))
  }

  /// Starts the watchdog for expressions that do not end.
  private static func watchdog(
    _ limits: ScriptLimits, _ whenStuck: @escaping @Sendable (_ expression: Int, ScriptWatchdog.Overrun) -> Void
  ) -> @Sendable () throws(ScriptError) -> ScriptWatchdog {
    { () throws(ScriptError) in
      let (time, memory) = limits.unexpected
      return try ScriptWatchdog(time: time, memory: memory, report: whenStuck)
    }
  }

  /// Why there is no result: all scripts together took longer than they may; nil if they did not.
  package var outOfTime: OutOfTime? { state.withLock { $0.backends.next.outOfTime } }

  /// The expressions without a result so far, in the order of the file.
  package func takeFailures() -> [ExpressionFailure] { state.withLock { $0.backends.next.takeFailures() } }

  /// The use of a composition by a layer; −1 if that layer's own is not known.
  ///
  /// - Parameters:
  ///   - layer: `LottieLayer.node`.
  ///   - outer: The use of the layer's composition: 0 for the root composition.
  ///   - frames: Frames of the layer's composition, and the same ones in the composition that it shows; nil where that shows
  ///     nothing.
  package func enter(layer: Int, in outer: Int, frames: [(outer: Double?, inner: Double?)]) -> Int {
    guard outer >= 0 else { return -1 }
    return state.withLock { state in
      let use = CompositionUse(outer: outer, layer: layer)
      let (number, isNew) = state.uses.number(of: use)
      if isNew { state.backends.enter(use) }
      state.uses.add(frames, of: number, inside: outer)
      return number
    }
  }

  // MARK: - Values

  /// Dependence of an expression on time, found by one evaluation.
  package func behavior(of expression: LottieExpression, as kind: LottieScriptKind) -> ExpressionBehavior {
    state.withLock { state in
      let call = ExpressionCall(node: expression.node, use: -1, frame: document.inPoint)
      return state.backends.behavior(of: call, as: kind) ?? .varies
    }
  }

  /// The result at a time in frames of the composition; nil if there is none.
  package func numbers(
    of expression: LottieExpression, as kind: LottieScriptKind, at time: Double, use: Int
  ) -> [Double]? {
    state.withLock { state in
      guard let frame = state.uses.rootFrame(time, of: use) else { return nil }
      return state.backends.numbers(of: ExpressionCall(node: expression.node, use: use, frame: frame), as: kind)
    }
  }

  /// The text of a text document at a time in frames of the composition; nil if there is none.
  package func text(of expression: LottieExpression, at time: Double, use: Int) -> String? {
    state.withLock { state in
      guard let frame = state.uses.rootFrame(time, of: use) else { return nil }
      return state.backends.text(of: ExpressionCall(node: expression.node, use: use, frame: frame))
    }
  }

  /// The results at all frames of the document, in the first use of the composition.
  package func samples(of expression: LottieExpression, as kind: LottieScriptKind) -> [[Double]] {
    let count = Int(clamping: document.outPoint - document.inPoint, to: 0...10_000)
    return state.withLock { state in
      (0...count).compactMap { index in
        let frame = document.inPoint + Double(index)
        return state.backends.numbers(of: ExpressionCall(node: expression.node, use: -1, frame: frame), as: kind)
      }
    }
  }
}
