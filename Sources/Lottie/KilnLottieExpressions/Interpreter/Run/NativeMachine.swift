internal import KilnJSON
internal import KilnLottieFormat
internal import KilnPlatform

/// Evaluates expressions without an engine, as long as they come to nothing that only the engine knows.
///
/// Results equal those of the prelude in the engine, to the last bit; the order of steps is that of the prelude.
final class NativeMachine {
  /// Steps of one evaluation, after which the engine goes on.
  private static let mostSteps = 10_000
  /// Steps of all evaluations. In long loops the engine soon makes up for its start.
  private static let mostStepsInAll = 10_000_000
  /// Processor time of one evaluation, and of all, in seconds, after which the engine goes on, which has limits of its own. That changes nothing
  /// but who computes the result.
  private static let longestTime = 0.5
  private let longestTimeInAll: Double
  /// Depth of calls, statements and parts of expressions.
  private static let greatestDepth = 300
  /// Number of layers that are looked through for uses of compositions.
  private static let mostSearched = 10_000_000
  /// Number of frames of which results are kept.
  private static let mostFrames = 200_000

  /// Results that are kept, in units of about 64 bytes.
  private static let mostKept = 4_000_000

  /// An expression in one use of its composition.
  private struct Key: Hashable {
    var use: Int
    var node: Int
  }

  let document: NativeDocument
  let tree: JSONTree
  let root: NativeComposition
  // Swift would check each access for exclusivity. There are many, none of which overlaps another, and the checks take time.
  @exclusivity(unchecked) private var handles: [Key: NativeProperty?] = [:]
  @exclusivity(unchecked) private var stamps: [Double: Int] = [:]
  @exclusivity(unchecked) private var stamp = 0
  @exclusivity(unchecked) private(set) var rootFrame = 0.0
  /// Whether the evaluation has read something that changes over time.
  @exclusivity(unchecked) var isTimeRead = false
  @exclusivity(unchecked) private var running: [NativeProperty] = []
  @exclusivity(unchecked) private var cycleDepth = Int.max
  @exclusivity(unchecked) private var request = 0
  @exclusivity(unchecked) private var steps = 0
  @exclusivity(unchecked) private var allSteps = 0
  /// When the evaluation had taken its first steps; nil before.
  @exclusivity(unchecked) private var start: Double?
  private var timeInAll = 0.0
  private var uncountedTime = 0.0
  private var searched = 0
  @exclusivity(unchecked) private var kept = 0
  @exclusivity(unchecked) private var depth = 0
  /// Cache of parsed `eval` arguments.
  var evaluated: [NativeEvaluatedText: NativeSyntax.ExpressionID] = [:]

  /// Nil if expressions of the document are left to the engine.
  ///
  /// - Parameter longestTime: Time of all evaluations in seconds, if that is less than what is worth an engine.
  init?(_ document: LottieDocument, _ programs: NativePrograms, longestTime: Double = 2) {
    longestTimeInAll = max(0, min(2, longestTime))
    // To scripts a number that is written as text is a text.
    guard document.tree.textNumberCount == 0, let shared = NativeDocument(document, programs) else { return nil }
    self.document = shared
    tree = document.tree
    root = NativeComposition(tree.root, layers: tree.root["layers"], user: nil, in: shared)
  }

  // MARK: - Entry

  /// The value of an expression at a frame of the root composition; nil if the engine has to say it.
  func numbers(of node: Int, as kind: LottieScriptKind, in use: NativeUse, at frame: Double) -> [Double]? {
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
    guard !property.isLeftToEngine, allSteps < Self.mostStepsInAll, timeInAll < longestTimeInAll,
      kept < Self.mostKept
    else { return nil }
    request += 1
    running.removeAll()
    (cycleDepth, isTimeRead, steps, depth) = (.max, false, 0, 0)
    setFrame(frame)
    start = nil
    defer {
      // Evaluations of few steps are not counted: they are never worth an engine, however many there are.
      if let start {
        allSteps += steps
        let time = SystemClock.threadTime - start
        timeInAll += time
        uncountedTime += time
      }
    }
    do throws(NativeStop) {
      return try value(of: property)
    } catch {
      property.isLeftToEngine = true
      return nil
    }
  }

  /// Processor time of the evaluations since it was asked for last, in seconds.
  func takeUncountedTime() -> Double {
    defer { uncountedTime = 0 }
    return uncountedTime
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

  /// Counts what is kept besides results, in units of about 64 bytes.
  func keep(_ size: Int) { kept += size }

  private func property(_ node: Int, in use: NativeUse) -> NativeProperty? {
    guard stamps.count < Self.mostFrames else { return nil }
    let key = Key(use: use.id, node: node)
    if let known = handles[key] { return known }
    let found = foundProperty(node, in: use)
    handles[key] = .some(found)
    return found
  }

  private func foundProperty(_ node: Int, in use: NativeUse) -> NativeProperty? {
    let steps = tree.steps(to: node)
    guard let list = steps.firstIndex(where: { $0.value.key == "layers" }), list + 2 < steps.count else { return nil }
    let layer = steps[list + 1].value.index
    let composition = use.composition ?? firstUse(of: layer, in: root)
    guard document.hasFewLayers,
      let position = composition?.layers.firstIndex(where: { $0.index == layer }),
      let element = composition?.element(position), element.isPresented
    else { return nil }
    let property = element.property(at: node, isShape: element.type == 4 && steps[list + 2].value.key == "shapes")
    return property?.program == nil ? nil : property
  }

  /// The first use of a composition that has a layer, from the outside to the inside.
  private func firstUse(of layer: Int, in composition: NativeComposition) -> NativeComposition? {
    searched += composition.layers.count
    guard searched < Self.mostSearched else { return nil }
    if composition.layers.contains(where: { $0.index == layer }) { return composition }
    for (position, json) in composition.layers.enumerated() where json.integer("ty") == 0 {
      guard let inner = composition.element(position)?.inner else { continue }
      if let found = firstUse(of: layer, in: inner) { return found }
    }
    return nil
  }

  // MARK: - Limits

  func countStep() throws(NativeStop) {
    steps += 1
    if steps & 63 == 0 { try lookAtClock() }
  }

  private func lookAtClock() throws(NativeStop) {
    let now = SystemClock.threadTime
    let start = start ?? now
    self.start = start
    if steps > Self.mostSteps || now - start > Self.longestTime { throw .unknown }
  }

  /// Steps of something that takes longer than one.
  func countSteps(_ count: Int) throws(NativeStop) {
    steps += min(count, Self.mostSteps)
    try lookAtClock()
  }

  func enter() throws(NativeStop) {
    depth += 1
    if depth > Self.greatestDepth { throw .unknown }
  }

  func leave() { depth -= 1 }

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
      kept += property.keep(NativeProperty.Result(value: value, request: isInside ? request : 0), stamp)
    } else {
      property.constant = value
    }
    isTimeRead = isTimeRead || wasTimeRead
    cycleDepth = min(cycleDepth >= level ? .max : cycleDepth, outerCycle)
    return value
  }

  /// One run of the expression, with what it begins with.
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

  /// Numbers where the script gives something that stands for them. What is no number stays as it is without.
  private func converted(
    _ result: NativeValue, of property: NativeProperty
  ) throws(NativeStop) -> ScriptProperty.Value {
    switch property.kind {
    case .path: return .path(try path(result))
    case .number:
      let number = try Self.number(result)
      guard !number.isNaN else { throw .unknown }
      return .number(number)
    case .numbers:
      var numbers: [Double] = []
      for index in 0..<(property.keyframes?.count ?? 0) {
        numbers.append(try Self.number(try component(index, of: result)))
      }
      guard numbers.contains(where: { !$0.isNaN }) else { throw .unknown }
      if numbers.contains(where: \.isNaN), case .numbers(let plain, _) = try plain(property) {
        for index in numbers.indices where numbers[index].isNaN { numbers[index] = plain[index] }
      }
      return .numbers(numbers, isRounded: false)
    }
  }

  private static func number(_ value: NativeValue) throws(NativeStop) -> Double {
    // Arrays of one number are that number as a product, which is left to the engine.
    try value.toNumber()
  }

  private func component(_ index: Int, of value: NativeValue) throws(NativeStop) -> NativeValue {
    switch value {
    case .array(let array): return array[index]
    case .number, .bool: return .undefined
    case .boxed(let number, _): return index == 0 ? .number(number) : .undefined
    default: throw .unknown
    }
  }

  private func path(_ result: NativeValue) throws(NativeStop) -> ScriptPath {
    if case .host(.path(let property)) = result {
      guard case .path(let path) = try current(property) else { throw .unknown }
      return path
    }
    guard case .object(let object) = result, case .array(let vertices)? = object["v"],
      case .array(let incoming)? = object["i"], case .array(let outgoing)? = object["o"]
    else { throw .unknown }
    var path = ScriptPath()
    path.isClosed = object["c"]?.isTrue ?? false
    for index in 0..<vertices.count {
      let (v, i, o) = (try point(vertices[index]), try point(incoming[index]), try point(outgoing[index]))
      path.vertices.append(
        SIMD8(lowHalf: SIMD4(lowHalf: v, highHalf: i), highHalf: SIMD4(lowHalf: o, highHalf: .zero)))
    }
    return path
  }

  private func point(_ value: NativeValue) throws(NativeStop) -> SIMD2<Double> {
    guard case .array(let array) = value else { throw .unknown }
    let (x, y) = (try array[0].toNumber(), try array[1].toNumber())
    guard !x.isNaN, !y.isNaN else { throw .unknown }
    return SIMD2(x, y)
  }

  // MARK: - What scripts get

  /// A value as scripts have it.
  func handed(_ value: ScriptProperty.Value) -> NativeValue {
    switch value {
    case .number(let number): return .number(number)
    case .numbers(let numbers, let isRounded):
      return .array(isRounded ? NativeArray(floats: numbers) : NativeArray(numbers: numbers))
    case .path(let path):
      return .object(
        NativeObject(
          ["c", "v", "i", "o"],
          [
            .bool(path.isClosed), .array(Self.points(path) { $0.lowHalf.lowHalf }),
            .array(Self.points(path) { $0.lowHalf.highHalf }), .array(Self.points(path) { $0.highHalf.lowHalf }),
          ]))
    }
  }

  static func points(_ path: ScriptPath, _ point: (SIMD8<Double>) -> SIMD2<Double>) -> NativeArray {
    NativeArray(
      path.vertices.map { vertex in
        let point = point(vertex)
        return .array(NativeArray(numbers: [point.x, point.y]))
      })
  }

  /// A property as its value in the file's unit. Without a property lottie-web gives zeros.
  func shown(_ property: NativeProperty?) throws(NativeStop) -> NativeValue {
    guard let property else { throw .unknown }
    let unit = 1 / property.factor
    switch try current(property) {
    case .number(let number): return .boxed(number * unit, property)
    case .numbers(let numbers, _):
      let count = property.keyframes?.shownCount ?? numbers.count
      return .array(NativeArray(floats: numbers.prefix(count), times: unit, of: property))
    case .path: throw .unknown
    }
  }
}

/// A use of a composition in which an expression stands.
struct NativeUse {
  /// −1 for the first use.
  var id: Int
  /// Nil for the first use.
  var composition: NativeComposition?
}

/// A text that was given to `eval` somewhere.
struct NativeEvaluatedText: Hashable {
  var text: NativeText
  var scope: ObjectIdentifier
}
