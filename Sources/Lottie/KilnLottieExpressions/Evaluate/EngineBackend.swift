internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat

/// The script engine, which starts when the first expression needs it, and knows all that expressions may say.
struct EngineBackend: ExpressionBackend {
  /// Starts the engine, and gives it the document.
  private let make: () throws(ScriptError) -> PreludeEngine
  /// Starts to watch the scripts that the engine runs; nil if nobody asks for that.
  private let makeWatchdog: (() throws(ScriptError) -> ScriptWatchdog)?
  private let document: LottieDocument
  private let limits: ScriptLimits
  /// Its time counts as the engine's; nil if there is no interpreter.
  private let interpreter: NativeMachine?
  private var watchdog: ScriptWatchdog?
  /// The engine that runs; nil before it is needed.
  private var running: PreludeEngine?
  /// Uses of compositions with the engine's numbers of them: −1 if it finds none; nil before it is asked.
  private var uses: [(use: CompositionUse, number: Int?)] = []
  /// Numbers of the engine for expressions; −1 for those that it does not find.
  private var handles: [Place: Int] = [:]
  /// Whether all time is used up, or the engine is in no state to go on.
  private var isEnded = false
  private var isOutOfTime = false
  /// Why nothing is run any more, and what to do about it where that is no limit.
  private var endReason: (text: String, advice: String?)?
  /// The expression that ran, or would have run, when the time of all was used up; nil before.
  private var expressionOutOfTime: Int?

  /// An expression in one use of its composition.
  private struct Place: Hashable {
    var use: Int
    var node: Int
  }

  /// Number of the prelude's kind for texts, in addition to the kinds of `LottieScriptKind`.
  private static let textKind = 3

  /// An engine that does not run yet.
  init(
    _ document: LottieDocument, _ limits: ScriptLimits, interpreter: NativeMachine?,
    make: @escaping () throws(ScriptError) -> PreludeEngine,
    makeWatchdog: (() throws(ScriptError) -> ScriptWatchdog)?
  ) {
    self.document = document
    self.limits = limits
    self.interpreter = interpreter
    self.make = make
    self.makeWatchdog = makeWatchdog
  }

  // MARK: - Start and end

  /// Starts the engine before an expression needs it.
  ///
  /// - Throws: The engine's error, unless only the time is used up.
  mutating func startEarly() throws(ScriptError) {
    do throws(ScriptError) {
      try startAtOnce()
    } catch {
      guard error == .outOfTotalTime else { throw error }
      (isEnded, isOutOfTime) = (true, true)
    }
  }

  private mutating func startAtOnce() throws(ScriptError) {
    running = try make()
    watchdog = try makeWatchdog?()
  }

  /// Starts the engine unless it runs or does not start.
  private mutating func start() {
    guard running == nil, !isEnded else { return }
    do throws(ScriptError) {
      try startAtOnce()
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

  /// Why there is no result: all scripts together took longer than they may; nil if they did not.
  var outOfTime: ExpressionEvaluator.OutOfTime? {
    isOutOfTime ? ExpressionEvaluator.OutOfTime(expression: expressionOutOfTime) : nil
  }

  // MARK: - Calls

  /// Calls a function of the prelude that runs the scripts of an expression, and whatever they read.
  private mutating func run(
    _ function: KeyPath<PreludeEngine, ScriptObject>, _ arguments: [ScriptValue], for expression: Int
  ) -> ScriptValue? {
    start()
    guard !isEnded, let engine = running?.engine else { return nil }
    if let time = interpreter?.budget.takeUncountedTime(), time > 0 { engine.countTime(time) }
    watchdog?.callBegins(about: expression)
    defer { watchdog?.callEnds() }
    let value = call(function, arguments)
    if isOutOfTime, expressionOutOfTime == nil { expressionOutOfTime = expression }
    return value
  }

  /// Calls a function of the prelude. Nil if it has no result; an expression that was ended for that is not run again.
  private mutating func call(
    _ function: KeyPath<PreludeEngine, ScriptObject>, _ arguments: [ScriptValue]
  ) -> ScriptValue? {
    start()
    guard !isEnded, let running else { return nil }
    do throws(ScriptError) {
      return try running.engine.call(running[keyPath: function], arguments)
    } catch {
      let reason: String
      switch error {
      case .outOfTime: reason = "it ran longer than \(limits.callTime.shortDescription) s"
      case .outOfMemory: reason = memoryReason
      case .outOfTotalTime:
        (isEnded, isOutOfTime) = (true, true)
        return nil
      case .thrown, .unavailable, .leftOut, .refused, .noRoom: return nil
      }
      stop(because: reason, isTime: error == .outOfTime)
      return nil
    }
  }

  /// Tells the prelude that the expression that ran was ended.
  private mutating func stop(because reason: String, isTime: Bool) {
    guard let running else { return }
    running.engine.limitsCallTime = false
    defer { running.engine.limitsCallTime = true }
    do throws(ScriptError) {
      let stopped = try running.engine.call(running.stop, [.text(reason), .number(isTime ? 1 : 0)])
      guard stopped == .number(-1) else { return }
    } catch {
      isOutOfTime = error == .outOfTotalTime
    }
    isEnded = true
    if !isOutOfTime {
      endReason = ("the expressions of the file take too long; those that are left are not run", nil)
    }
  }

  // MARK: - Places in the document

  mutating func enter(_ use: CompositionUse) { uses.append((use, nil)) }

  /// The engine's number of a use; −1 if it finds none.
  private mutating func engineNumber(ofUse number: Int) -> Int {
    guard number > 0, uses.indices.contains(number - 1) else { return number }
    let (use, known) = uses[number - 1]
    if let known { return known }
    var found = -1
    let outer = engineNumber(ofUse: use.outer)
    if outer >= 0,
      case .number(let answer)? = call(\.enter, [.number(Double(outer)), .text(document.pointer(to: use.layer))])
    {
      found = Int(clamping: answer, to: -1...1_000_000_000)
    }
    uses[number - 1].number = found
    return found
  }

  /// The engine's number for the property with an expression; nil if it finds none.
  private mutating func handle(of expression: ExpressionCall, as kind: Int) -> Double? {
    let place = Place(use: expression.use, node: expression.node)
    if let known = handles[place] { return known >= 0 ? Double(known) : nil }
    let pointer = document.pointer(to: place.node)
    let use = engineNumber(ofUse: place.use)
    guard place.use < 0 || use >= 0 else { return nil }
    let arguments: [ScriptValue] = [
      .number(Double(use)), .text(Self.layerPointer(in: pointer)), .text(pointer), .number(Double(kind)),
    ]
    var handle = -1
    if case .number(let number)? = call(\.property, arguments) {
      handle = Int(clamping: number, to: -1...1_000_000_000)
    }
    handles[place] = handle
    return handle >= 0 ? Double(handle) : nil
  }

  /// The part of a JSON pointer that leads to a layer: up to the number behind “layers”.
  private static func layerPointer(in pointer: String) -> String {
    let steps = pointer.split(separator: "/", omittingEmptySubsequences: false)
    guard let layers = steps.firstIndex(of: "layers"), layers + 1 < steps.count else { return "" }
    return steps[...(layers + 1)].joined(separator: "/")
  }

  // MARK: - Values

  mutating func behavior(of expression: ExpressionCall, as kind: LottieScriptKind) -> ExpressionBehavior? {
    guard let handle = handle(of: expression, as: kind.rawValue) else { return nil }
    let known = run(\.behavior, [.number(handle), .number(expression.frame)], for: expression.node)
    if case .numbers(let numbers) = known { return .constant(numbers) }
    return .varies
  }

  mutating func numbers(of expression: ExpressionCall, as kind: LottieScriptKind) -> [Double]? {
    switch value(of: expression, as: kind.rawValue) {
    case .number(let number): [number]
    case .numbers(let numbers): numbers
    default: nil
    }
  }

  mutating func text(of expression: ExpressionCall) -> String? {
    if case .text(let text) = value(of: expression, as: Self.textKind) { text } else { nil }
  }

  private mutating func value(of expression: ExpressionCall, as kind: Int) -> ScriptValue? {
    guard let handle = handle(of: expression, as: kind) else { return nil }
    return run(\.evaluate, [.number(handle), .number(expression.frame)], for: expression.node)
  }

  // MARK: - Failures

  /// Why an expression was ended that took too much memory.
  private var memoryReason: String { "it took more than \(ByteCount(limits.memory)) of memory" }

  /// Advice on an expression that was ended for a reason.
  private func advice(onLimit reason: String) -> String {
    let limit: Limit = reason.contains(memoryReason) ? .expressionMemory : .expressionCallTime
    return limit.advice("look for an endless loop in it")
  }

  /// The expressions without a result so far, in the order of the file.
  func takeFailures() -> [ExpressionFailure] {
    var failures: [ExpressionFailure] = []
    if let reason = endReason {
      failures.append(
        ExpressionFailure(
          pointer: "", node: nil, isLimit: reason.advice == nil, description: reason.text, advice: reason.advice))
    }
    // Without time left there is no list.
    guard let running, case .text(let text)? = try? running.engine.call(running.takeFailures, []) else {
      return failures
    }
    let nodes = Dictionary(document.expressions(inside: 0).map { (document.pointer(to: $0), $0) }) { first, _ in first }
    for line in text.split(separator: "\u{1E}") {
      let fields = line.split(separator: "\u{1F}", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3 else { continue }
      failures.append(
        ExpressionFailure(
          pointer: fields[0], node: nodes[fields[0]], isLimit: fields[1] == "limit", description: fields[2],
          advice: fields[1] == "limit" ? advice(onLimit: fields[2]) : nil))
    }
    return failures.sorted { ($0.node ?? -1, $0.pointer) < ($1.node ?? -1, $1.pointer) }
  }
}
