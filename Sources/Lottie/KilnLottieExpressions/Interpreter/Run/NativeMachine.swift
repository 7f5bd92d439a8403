internal import KilnJSON
package import KilnLottieFormat

/// Evaluates expressions without an engine, as long as they come to nothing that only the engine knows.
///
/// Results equal those of the prelude in the engine, to the last bit; the order of steps is that of the prelude.
package final class NativeMachine {
  /// Number of frames of which results are kept.
  private static let maximumFrames = 200_000

  let document: NativeDocument
  package let root: NativeComposition
  // Swift would check each access for exclusivity. There are many, none of which overlaps another, and the checks take time.
  @exclusivity(unchecked) var budget: EvaluationBudget
  @exclusivity(unchecked) private var finder: NativePropertyFinder
  @exclusivity(unchecked) private var stamps: [Double: Int] = [:]
  @exclusivity(unchecked) private var stamp = 0
  @exclusivity(unchecked) private(set) var rootFrame = 0.0
  /// Whether the evaluation has read something that changes over time.
  @exclusivity(unchecked) var isTimeRead = false
  @exclusivity(unchecked) private var running: [NativeProperty] = []
  @exclusivity(unchecked) private var cycleDepth = Int.max
  @exclusivity(unchecked) private var request = 0
  /// Cache of parsed `eval` arguments.
  var evaluated: [NativeEvaluatedText: NativeSyntax.ExpressionID] = [:]

  /// Nil if expressions of the document are left to the engine.
  ///
  /// - Parameter longestTime: Time of all evaluations in seconds, if that is less than what is worth an engine.
  package init?(_ document: LottieDocument, _ programs: NativeProgramCache, longestTime: Double = 2) {
    // To scripts a number that is written as text is a text.
    guard document.tree.textNumberCount == 0, let shared = NativeDocument(document, programs) else { return nil }
    self.document = shared
    let tree = document.tree
    root = NativeComposition(tree.root, layers: tree.root["layers"], user: nil, in: shared)
    budget = EvaluationBudget(longestTime: longestTime)
    finder = NativePropertyFinder(shared, tree, root: root)
  }

  // MARK: - Entry

  /// The value of an expression at a frame of the root composition; nil if the engine has to say it.
  package func numbers(of node: Int, as kind: LottieScriptKind, in use: NativeUse, at frame: Double) -> [Double]? {
    guard let property = property(node, in: use), property.kind == kind,
      let value = value(of: property, at: frame)
    else { return nil }
    return Self.numbers(value)
  }

  /// Dependence of an expression on time, found by its value at a frame; nil if that is left to the engine.
  func behavior(
    of node: Int, as kind: LottieScriptKind, in use: NativeUse, at frame: Double
  ) -> ExpressionBehavior? {
    guard let property = property(node, in: use), property.kind == kind, value(of: property, at: frame) != nil else {
      return nil
    }
    return property.constant.map { .constant(Self.numbers($0)) } ?? .varies
  }

  private static func numbers(_ value: ScriptProperty.Value) -> [Double] {
    switch value {
    case .number(let number): [number]
    case .numbers(let numbers, _): numbers
    case .path(let path): path.numbers
    }
  }

  private func value(of property: NativeProperty, at frame: Double) -> ScriptProperty.Value? {
    guard !property.isLeftToEngine, budget.isLeft else { return nil }
    request += 1
    running.removeAll()
    (cycleDepth, isTimeRead) = (.max, false)
    setFrame(frame)
    budget.begin()
    defer { budget.end() }
    do throws(NativeStop) {
      return try value(of: property)
    } catch {
      property.isLeftToEngine = true
      return nil
    }
  }

  private func setFrame(_ frame: Double) {
    rootFrame = frame
    if let known = stamps[frame] {
      stamp = known
    } else {
      stamp = stamps.count
      stamps[frame] = stamp
    }
  }

  /// Reads something at another frame. The script that runs does not depend on the time because of that.
  func at<Value>(_ frame: Double, _ read: () throws(NativeStop) -> Value) throws(NativeStop) -> Value {
    let (outerFrame, wasTimeRead) = (rootFrame, isTimeRead)
    setFrame(frame)
    defer {
      setFrame(outerFrame)
      isTimeRead = wasTimeRead
    }
    return try read()
  }

  private func property(_ node: Int, in use: NativeUse) -> NativeProperty? {
    guard stamps.count < Self.maximumFrames else { return nil }
    return finder.property(node, in: use)
  }

  // MARK: - Time

  /// The frame that a composition shows, in frames of its own.
  func frame(of composition: NativeComposition, isRead: Bool) throws(NativeStop) -> Double {
    if isRead { isTimeRead = true }
    guard let user = composition.user else { return rootFrame }
    if let remap = user.remap {
      guard case .number(let frame) = try current(remap) else { throw .unknown }
      return frame == user.json.number("op") ? frame - 1 : frame
    }
    let outer = try frame(of: user.composition, isRead: false)
    let stretch = user.json.number("sr") ?? 1
    return (outer - user.startTime) / (stretch == 0 ? 1 : stretch)
  }

  // MARK: - Values of properties

  /// Value of a property with its expression; without, if it has none or if it is being evaluated already.
  private func value(of property: NativeProperty) throws(NativeStop) -> ScriptProperty.Value {
    guard property.source != nil else { return try plain(property) }
    if let constant = property.constant { return constant }
    if let known = property.result(stamp), known.request == 0 || known.request == request {
      isTimeRead = true
      return known.value
    }
    if property.isRunning {
      cycleDepth = min(cycleDepth, running.firstIndex { $0 === property } ?? 0)
      return try plain(property)
    }
    return try run(property)
  }

  private func run(_ property: NativeProperty) throws(NativeStop) -> ScriptProperty.Value {
    guard !property.isLeftToEngine, let program = property.program, property.element.isPresented else { throw .unknown }
    let (wasTimeRead, outerCycle, level) = (isTimeRead, cycleDepth, running.count)
    (isTimeRead, cycleDepth) = (false, .max)
    property.isRunning = true
    running.append(property)
    defer {
      property.isRunning = false
      running.removeLast(running.count - level)
    }
    let value: ScriptProperty.Value
    do throws(NativeStop) {
      let run = try self.run(of: program, for: property)
      defer { run.end() }
      value = try converted(try run.result(of: program), of: property)
    } catch {
      // Errors that a script has thrown are reported by the engine.
      throw .unknown
    }
    let isInside = cycleDepth < level
    if isTimeRead || isInside {
      budget.keep(property.keep(NativeProperty.Result(value: value, request: isInside ? request : 0), stamp))
    } else {
      property.constant = value
    }
    isTimeRead = isTimeRead || wasTimeRead
    cycleDepth = min(cycleDepth >= level ? .max : cycleDepth, outerCycle)
    return value
  }

  /// One run of the expression, with its initial values.
  private func run(of program: NativeProgram, for property: NativeProperty) throws(NativeStop) -> NativeRun {
    let readsTime = program.readsTime || property.keyframes?.isAnimated == true && program.readsValue
    guard let keyed = property.keyframes else { throw .unknown }
    let initial = keyed.isAnimated ? try plain(property) : keyed.own(at: 0)
    let frame = try frame(of: property.element.composition, isRead: readsTime)
    let anchorPoint = program.readsAnchorPoint ? try shown(property.element.transform?.anchor) : nil
    return NativeRun(
      self, program, property, time: frame / document.frameRate, value: initial, anchorPoint: anchorPoint)
  }

  /// The value without expression now.
  func plain(_ property: NativeProperty) throws(NativeStop) -> ScriptProperty.Value {
    guard let keyed = property.keyframes else { throw .unknown }
    guard keyed.isAnimated else { return keyed.keyed(at: 0) }
    isTimeRead = true
    return keyed.keyed(at: try frame(of: property.element.composition, isRead: true))
  }

  /// The value without expression at a time in seconds, as scripts ask for it.
  func value(of property: NativeProperty, atSeconds seconds: Double) throws(NativeStop) -> ScriptProperty.Value {
    guard let keyed = property.keyframes, seconds.isFinite else { throw .unknown }
    return keyed.keyed(at: keyed.isAnimated ? seconds * document.frameRate : 0)
  }

  /// The random numbers of an expression; nil if only the engine knows them.
  func random(of property: NativeProperty) -> ScriptRandom? {
    guard property.program?.saysRandom == false, let json = property.json else { return nil }
    return document.seeds?.seeds[json.index].map(ScriptRandom.init)
  }

  /// Value that other properties read: in the property's own unit, rounded as lottie-web stores it.
  func current(_ property: NativeProperty) throws(NativeStop) -> ScriptProperty.Value {
    let factor = property.factor
    switch try value(of: property) {
    case .number(let number): return .number(number * factor)
    case .numbers(let numbers, _):
      return .numbers(numbers.map { ScriptProperty.rounded($0 * factor) }, isRounded: true)
    case .path(let path): return .path(path)
    }
  }
}

/// A text that was given to `eval` somewhere.
struct NativeEvaluatedText: Hashable {
  var text: NativeText
  var scope: ObjectIdentifier
}
