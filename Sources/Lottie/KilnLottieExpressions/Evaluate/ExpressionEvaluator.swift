internal import KilnGeometry
internal import KilnJSON
package import KilnLottieFormat
internal import Synchronization

/// Evaluates the expressions of a document: those that are simple enough as they are, others in one context of the script
/// engine, which starts when the first one needs it.
///
/// Results depend on the document and the time only, not on what was evaluated before: the context is frozen once the
/// document is in it.
package final class ExpressionEvaluator: LottieExpressionRunner {
  /// Dependence of an expression on time.
  package enum Behavior {
    /// The same value at all times.
    case constant([Double])
    /// Another one at some times.
    case varies
  }

  /// An expression without a result.
  package struct Failure {
    /// JSON pointer of the property; empty if the failure concerns the whole document.
    package var pointer: String
    /// Node of the property; nil if the failure concerns the whole document.
    package var node: Int?
    /// Whether it was ended.
    package var isLimit: Bool
    /// Description for findings.
    package var description: String
    /// Remedy for the user; nil if none is known.
    package var advice: String?
  }

  /// The time of all scripts is used up.
  package struct OutOfTime {
    /// The expression that ran, or would have run, then; nil if the document was being read.
    package var expression: Int?
  }

  /// An expression in one use of its composition.
  private struct Key: Hashable {
    var use: Int
    var node: Int
  }

  /// A use of a composition by a layer.
  private struct Use {
    var outer: Int
    var layer: Int
    /// Nil if it is none, or if there is no machine.
    var composition: NativeComposition?
    /// The engine's number, −1 if it finds none; nil before it is asked.
    var engineNumber: Int?
  }

  private struct State {
    /// Starts the engine, and gives it the document.
    let start: () throws(ScriptError) -> (any ScriptEngine, Functions)
    /// Starts to watch the scripts that the engine runs; nil if nobody asks for that.
    let startWatchdog: (() throws(ScriptError) -> ScriptWatchdog)?
    private(set) var watchdog: ScriptWatchdog?
    /// The engine that runs; nil before it is needed.
    var running: (engine: any ScriptEngine, functions: Functions)?
    /// Evaluator of expressions that need no engine; nil if the engine evaluates all of them.
    let machine: NativeMachine?
    /// Uses of compositions by their numbers, which begin with 1: 0 is the document.
    var uses: [Use] = []
    var useNumbers: [Key: Int] = [:]
    /// Numbers of the engine for expressions; −1 for those that it does not find.
    var handles: [Key: Int] = [:]
    /// For each use of a composition, frames of the root composition by its own frames.
    var rootFrames: [Int: [Double: Double]] = [:]
    /// Whether all time is used up, or the engine is in no state to go on.
    var isEnded = false
    var isOutOfTime = false
    /// Why nothing is run any more, and what to do about it where that is no limit.
    var endReason: (text: String, advice: String?)?
    /// The expression that ran, or would have run, when the time of all was used up; nil before.
    var expressionOutOfTime: Int?

    /// The frame of the root composition in which a use of a composition shows one of its own.
    func rootFrame(_ frame: Double, of use: Int) -> Double? {
      use == 0 ? frame : rootFrames[use]?[frame]
    }

    /// The use as the machine knows it; nil if it does not.
    func nativeUse(_ use: Int) -> (machine: NativeMachine, use: NativeUse)? {
      guard let machine else { return nil }
      if use < 0 { return (machine, NativeUse(id: -1, composition: nil)) }
      guard let composition = use == 0 ? machine.root : uses.indices.contains(use - 1) ? uses[use - 1].composition : nil
      else { return nil }
      return (machine, NativeUse(id: use, composition: composition))
    }

    /// Starts the engine unless it runs or does not start.
    mutating func startEngine() {
      guard running == nil, !isEnded else { return }
      do throws(ScriptError) {
        try startEngineAtOnce()
      } catch {
        isEnded = true
        guard error != .outOfTotalTime else {
          isOutOfTime = true
          return
        }
        let engine = NoEngine(error)
        endReason = ("expressions are not run, because \(engine.reason)", engine.advice)
      }
    }

    /// Starts the engine, which does not run yet.
    mutating func startEngineAtOnce() throws(ScriptError) {
      running = try start()
      watchdog = try startWatchdog?()
    }

    /// Calls a function of the prelude that runs the scripts of an expression, and whatever they read.
    mutating func run(
      _ function: KeyPath<Functions, ScriptObject>, _ arguments: [ScriptValue], for expression: Int
    ) -> ScriptValue? {
      startEngine()
      guard !isEnded, let engine = running?.engine else { return nil }
      if let time = machine?.takeUncountedTime(), time > 0 { engine.countTime(time) }
      watchdog?.callBegins(about: expression)
      defer { watchdog?.callEnds() }
      let value = call(function, arguments)
      if isOutOfTime, expressionOutOfTime == nil { expressionOutOfTime = expression }
      return value
    }

    /// Calls a function of the prelude. Nil if it has no result; an expression that was ended for that is not run again.
    mutating func call(
      _ function: KeyPath<Functions, ScriptObject>, _ arguments: [ScriptValue]
    ) -> ScriptValue? {
      startEngine()
      guard !isEnded, let (engine, functions) = running else { return nil }
      do throws(ScriptError) {
        return try engine.call(functions[keyPath: function], arguments)
      } catch {
        let reason: String
        switch error {
        case .outOfTime: reason = "it ran too long"
        case .outOfMemory: reason = "it took too much memory"
        case .outOfTotalTime:
          (isEnded, isOutOfTime) = (true, true)
          return nil
        case .thrown, .unavailable, .noRoom: return nil
        }
        stop(because: reason, isTime: error == .outOfTime)
        return nil
      }
    }

    /// Tells the prelude that the expression that ran was ended.
    private mutating func stop(because reason: String, isTime: Bool) {
      guard let (engine, functions) = running else { return }
      do throws(ScriptError) {
        let stopped = try engine.call(functions.stop, [.text(reason), .number(isTime ? 1 : 0)])
        guard stopped == .number(-1) else { return }
      } catch {
        isOutOfTime = error == .outOfTotalTime
      }
      isEnded = true
      if !isOutOfTime {
        endReason = ("the expressions of the file take too long; those that are left are not run", nil)
      }
    }
  }

  /// The functions of `Prelude`.
  private struct Functions: Sendable {
    let enter: ScriptObject
    let property: ScriptObject
    let behavior: ScriptObject
    let evaluate: ScriptObject
    let stop: ScriptObject
    let takeFailures: ScriptObject
  }

  /// With more layers than this scripts never have all of them made. Random numbers then differ from lottie-web's.
  private static let mostCountedLayers = 20_000

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
    programs: sending NativePrograms? = nil,
    engine makeEngine: @escaping @Sendable () throws(ScriptError) -> any ScriptEngine
  ) throws(ScriptError) {
    self.document = document
    let start = { @Sendable () throws(ScriptError) in
      try Self.start(try makeEngine(), with: document, footage: footage)
    }
    var new = State(
      start: start, startWatchdog: whenStuck.map { Self.watchdog(limits, $0) },
      machine: programs.flatMap { NativeMachine(document, $0, longestTime: limits.totalTime) })
    if startsAtOnce {
      do throws(ScriptError) {
        try new.startEngineAtOnce()
      } catch {
        guard error == .outOfTotalTime else { throw error }
        (new.isEnded, new.isOutOfTime) = (true, true)
      }
    }
    state = Mutex(new)
  }

  /// Starts what notices that an expression does not end.
  private static func watchdog(
    _ limits: ScriptLimits, _ whenStuck: @escaping @Sendable (_ expression: Int, ScriptWatchdog.Overrun) -> Void
  ) -> @Sendable () throws(ScriptError) -> ScriptWatchdog {
    { () throws(ScriptError) in
      let (time, memory) = limits.unexpected
      return try ScriptWatchdog(time: time, memory: memory, report: whenStuck)
    }
  }

  /// Why there is no result: all scripts together took longer than they may; nil if they did not.
  package var outOfTime: OutOfTime? {
    state.withLock { $0.isOutOfTime ? OutOfTime(expression: $0.expressionOutOfTime) : nil }
  }

  /// Gives an engine the document.
  private static func start(
    _ engine: any ScriptEngine, with document: LottieDocument, footage: [(id: String, json: [UInt8])]
  ) throws(ScriptError) -> (any ScriptEngine, Functions) {
    guard case .object(let prelude) = try engine.evaluate(Prelude.source) else {
      throw .thrown("the prelude has no functions")
    }
    let load = try engine.function(named: "load", of: prelude)
    let functions = Functions(
      enter: try engine.function(named: "enter", of: prelude),
      property: try engine.function(named: "property", of: prelude),
      behavior: try engine.function(named: "behavior", of: prelude),
      evaluate: try engine.function(named: "evaluate", of: prelude),
      stop: try engine.function(named: "stop", of: prelude),
      takeFailures: try engine.function(named: "takeFailures", of: prelude))
    let addFootage = try engine.function(named: "addFootage", of: prelude)
    for (id, json) in footage {
      // Footage that is no JSON counts as missing, as in lottie-web; the expression that reads it reports that.
      _ = try? engine.call(addFootage, [.text(id), .text(String(decoding: json, as: UTF8.self))])
    }
    let themeSlots = document.themeSlotsBytes.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    _ = try engine.call(
      load,
      [
        .text(String(decoding: document.jsonBytes, as: UTF8.self)), .text(themeSlots),
        .number(document.expandedLayerCount(nesting: 64) <= mostCountedLayers ? 1 : 0),
      ])
    return (engine, functions)
  }

  // MARK: - Uses of compositions

  /// The use of a composition by a layer; −1 if that layer's own is not known.
  ///
  /// - Parameters:
  ///   - layer: `LottieLayer.node`.
  ///   - outer: The use of the layer's composition: 0 for the root composition.
  ///   - frames: Frames of the layer's composition, and the same ones in the composition that it shows; nil where that shows
  ///     nothing.
  package func enter(layer: Int, in outer: Int, frames: [(outer: Double?, inner: Double?)]) -> Int {
    state.withLock { state in
      guard outer >= 0 else { return -1 }
      let use = number(ofUse: Key(use: outer, node: layer), &state)
      for (before, after) in frames {
        guard let own = after, let frame = before else { continue }
        guard let root = state.rootFrame(frame, of: outer) else { continue }
        if state.rootFrames[use]?[own] == nil { state.rootFrames[use, default: [:]][own] = root }
      }
      return use
    }
  }

  private func number(ofUse key: Key, _ state: inout State) -> Int {
    if let known = state.useNumbers[key] { return known }
    var use = Use(outer: key.use, layer: key.node)
    if let composition = state.nativeUse(key.use)?.use.composition,
      let position = composition.layers.firstIndex(where: { $0.index == key.node })
    {
      use.composition = composition.element(position)?.inner
    }
    state.uses.append(use)
    state.useNumbers[key] = state.uses.count
    return state.uses.count
  }

  /// The engine's number of a use; −1 if it finds none.
  private func engineNumber(ofUse number: Int, _ state: inout State) -> Int {
    guard number > 0, state.uses.indices.contains(number - 1) else { return number }
    let use = state.uses[number - 1]
    if let known = use.engineNumber { return known }
    var found = -1
    let outer = engineNumber(ofUse: use.outer, &state)
    if outer >= 0,
      case .number(let answer)? = state.call(
        \.enter, [.number(Double(outer)), .text(document.pointer(to: use.layer))])
    {
      found = Int(clamping: answer, to: -1...1_000_000_000)
    }
    state.uses[number - 1].engineNumber = found
    return found
  }

  // MARK: - Values

  /// Dependence of an expression on time, found by one evaluation.
  package func behavior(of expression: LottieExpression, as kind: LottieScriptKind) -> Behavior {
    state.withLock { state in
      if let (machine, use) = state.nativeUse(-1),
        let known = machine.behavior(of: expression.node, as: kind, in: use, at: document.inPoint)
      {
        return known
      }
      guard let handle = handle(of: expression.node, as: kind.rawValue, use: -1, &state) else { return .varies }
      let known = state.run(
        \.behavior, [.number(Double(handle)), .number(document.inPoint)], for: expression.node)
      if case .numbers(let numbers) = known { return .constant(numbers) }
      return .varies
    }
  }

  /// The result at a time in frames of the composition; nil if there is none.
  package func numbers(
    of expression: LottieExpression, as kind: LottieScriptKind, at time: Double, use: Int
  ) -> [Double]? {
    state.withLock { state in
      guard let frame = state.rootFrame(time, of: use) else { return nil }
      if let (machine, use) = state.nativeUse(use),
        let numbers = machine.numbers(of: expression.node, as: kind, in: use, at: frame)
      {
        return numbers
      }
      guard let handle = handle(of: expression.node, as: kind.rawValue, use: use, &state) else { return nil }
      switch state.run(\.evaluate, [.number(Double(handle)), .number(frame)], for: expression.node) {
      case .number(let number): return [number]
      case .numbers(let numbers): return numbers
      default: return nil
      }
    }
  }

  /// The text of a text document at a time in frames of the composition; nil if there is none.
  package func text(of expression: LottieExpression, at time: Double, use: Int) -> String? {
    state.withLock { state in
      guard let frame = state.rootFrame(time, of: use),
        let handle = handle(of: expression.node, as: Self.textKind, use: use, &state),
        case .text(let text) = state.run(\.evaluate, [.number(Double(handle)), .number(frame)], for: expression.node)
      else { return nil }
      return text
    }
  }

  /// Number of the prelude's kind for texts, in addition to the kinds of `LottieScriptKind`.
  private static let textKind = 3

  /// The results at all frames of the document, in the first use of the composition.
  package func samples(of expression: LottieExpression, as kind: LottieScriptKind) -> [[Double]] {
    let count = Int(clamping: document.outPoint - document.inPoint, to: 0...10_000)
    return state.withLock { state in
      (0...count).compactMap { index in
        let frame = document.inPoint + Double(index)
        if let (machine, use) = state.nativeUse(-1),
          let numbers = machine.numbers(of: expression.node, as: kind, in: use, at: frame)
        {
          return numbers
        }
        guard let handle = handle(of: expression.node, as: kind.rawValue, use: -1, &state) else { return nil }
        return switch state.run(\.evaluate, [.number(Double(handle)), .number(frame)], for: expression.node) {
        case .number(let number): [number]
        case .numbers(let numbers): numbers
        default: nil
        }
      }
    }
  }

  /// The engine's number for the property with an expression; nil if it finds none.
  ///
  /// - Parameter use: −1 for the first use of the composition.
  private func handle(of node: Int, as kind: Int, use: Int, _ state: inout State) -> Int? {
    let key = Key(use: use, node: node)
    if let known = state.handles[key] { return known >= 0 ? known : nil }
    let pointer = document.pointer(to: node)
    let engineUse = engineNumber(ofUse: use, &state)
    guard use < 0 || engineUse >= 0 else { return nil }
    let arguments: [ScriptValue] = [
      .number(Double(engineUse)), .text(Self.layerPointer(in: pointer)), .text(pointer), .number(Double(kind)),
    ]
    var handle = -1
    if case .number(let number)? = state.call(\.property, arguments) {
      handle = Int(clamping: number, to: -1...1_000_000_000)
    }
    state.handles[key] = handle
    return handle >= 0 ? handle : nil
  }

  /// The part of a JSON pointer that leads to a layer: up to the number behind “layers”.
  private static func layerPointer(in pointer: String) -> String {
    let steps = pointer.split(separator: "/", omittingEmptySubsequences: false)
    guard let layers = steps.firstIndex(of: "layers"), layers + 1 < steps.count else { return "" }
    return steps[...(layers + 1)].joined(separator: "/")
  }

  // MARK: - Failures

  /// The expressions without a result so far, in the order of the file.
  package func takeFailures() -> [Failure] {
    state.withLock { state in
      var failures: [Failure] = []
      if let reason = state.endReason {
        failures.append(
          Failure(
            pointer: "", node: nil, isLimit: reason.advice == nil, description: reason.text, advice: reason.advice))
      }
      // Without time left there is no list.
      guard let (engine, functions) = state.running,
        case .text(let text)? = try? engine.call(functions.takeFailures, [])
      else { return failures }
      let nodes = Dictionary(document.expressions(inside: 0).map { (document.pointer(to: $0), $0) }) { first, _ in first
      }
      for line in text.split(separator: "\u{1E}") {
        let fields = line.split(separator: "\u{1F}", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 3 else { continue }
        let node = nodes[fields[0]]
        failures.append(
          Failure(pointer: fields[0], node: node, isLimit: fields[1] == "limit", description: fields[2]))
      }
      return failures.sorted { ($0.node ?? -1, $0.pointer) < ($1.node ?? -1, $1.pointer) }
    }
  }
}
