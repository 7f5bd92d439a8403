internal import KilnJSON
internal import KilnLottieFormat

/// A property without expression as scripts see it: its own numbers, rounded where lottie-web keeps 32-bit floats.
///
/// The counterpart of `Property` in the prelude, for expressions that need no script engine. The importer's `Keyframes`, easings
/// and curves are not this one's: lottie-web rounds, and adds and solves in another order, and scripts see each bit of it.
final class ScriptProperty: Sendable {
  /// A value at a time.
  enum Value {
    case number(Double)
    /// Components; `isRounded` says whether scripts have them in an array of 32-bit floats.
    case numbers([Double], isRounded: Bool)
    case path(ScriptPath)
  }

  private struct Key {
    var time: Double
    var start: [Double] = []
    var end: [Double]?
    /// Whether `h` is 1, which keeps the value, and whether it is anything that counts as true.
    var keepsValue: Bool
    var isHold: Bool
    /// Easings of the components, or one for all; empty where progress is proportional to time.
    var easings: [ScriptEasing]
    var path: ScriptPath?
    var endPath: ScriptPath?
    /// Tangents at both ends of the way to the next keyframe, where they make a curve of it.
    var tangents: (leaving: [Double], arriving: [Double])?
    /// The curve with these tangents; nil where the way is straight.
    var curve: ScriptMotionPath?

    /// Nil for values and easings of other types.
    init?(_ json: JSONValue, _ kind: LottieScriptKind) {
      guard let time = json.number("t"), let easings = ScriptProperty.easings(json) else { return nil }
      self.time = time
      (keepsValue, isHold) = (json.number("h") == 1, json.isTruthy("h"))
      self.easings = easings
      guard kind == .path ? readPaths(json) : readNumbers(json) else { return nil }
      guard kind == .numbers, json.isTruthy("to"), json.isTruthy("ti") else { return }
      guard let leaving = json["to"].flatMap(ScriptProperty.numbers),
        let arriving = json["ti"].flatMap(ScriptProperty.numbers)
      else { return nil }
      tangents = (leaving, arriving)
    }

    private mutating func readPaths(_ json: JSONValue) -> Bool {
      path = ScriptPath(json["s"]?.first)
      endPath = ScriptPath(json["e"]?.first)
      return (json["s"] == nil || path != nil) && (json["e"] == nil || endPath != nil)
    }

    private mutating func readNumbers(_ json: JSONValue) -> Bool {
      if let json = json["s"] {
        guard let numbers = ScriptProperty.numbers(json), !numbers.isEmpty else { return false }
        start = numbers
      }
      if let json = json["e"] {
        guard let numbers = ScriptProperty.numbers(json), numbers.count >= start.count else { return false }
        end = numbers
      }
      return true
    }

    /// Whether it has a value of its own, with no more components than the property.
    func hasStart(_ kind: LottieScriptKind, atMost count: Int) -> Bool {
      switch kind {
      case .path: path != nil
      case .number: !start.isEmpty
      case .numbers: !start.isEmpty && start.count <= count
      }
    }

    /// Whether it comes in order, and has a path if the others have.
    func mayFollow(_ last: Key?) -> Bool {
      guard let last else { return true }
      return last.time <= time && (last.path == nil || path != nil || last.endPath != nil)
    }

    /// Makes a curve of the way to the next keyframe where the tangents say so; false if components are missing.
    mutating func connect(to next: Key) -> Bool {
      guard next.start.isEmpty || next.start.count >= start.count else { return false }
      guard let (leaving, arriving) = tangents else { return true }
      guard let end = next.start.isEmpty ? end : next.start, (2...3).contains(start.count),
        [leaving.count, arriving.count, end.count].allSatisfy({ $0 == start.count })
      else { return false }
      if next.start.isEmpty
        || !ScriptMotionPath.isStraight(from: start, leaving: leaving, arriving: arriving, to: end)
      {
        curve = ScriptMotionPath(from: start, leaving: leaving, arriving: arriving, to: end)
      }
      return true
    }
  }

  /// The kind of value that scripts see.
  let kind: LottieScriptKind
  /// Factor from the file's unit to the unit in which lottie-web stores the value; 1 if they are the same.
  private let factor: Double
  /// Number of components that scripts get; the file may have more.
  let shownCount: Int
  private let offset: Double
  private let keys: [Key]
  private let fixed: [Double]
  private let fixedPath: ScriptPath

  /// Number of components; 1 for a number.
  var count: Int { kind == .numbers ? fixed.count : 1 }
  var isAnimated: Bool { !keys.isEmpty }
  /// Times of the keyframes, in frames of the layer's composition.
  var keyTimes: [Double] { keys.map(\.time) }

  /// A property of the file; nil if scripts would see something unusual: another type, a slot, values that are missing.
  ///
  /// - Parameters:
  ///   - json: The property's object.
  ///   - startTime: The layer's `st`, which is subtracted from frames and from the times of keyframes.
  init?(_ json: JSONValue, as kind: LottieScriptKind, factor: Double = 1, startTime: Double) {
    guard json["sid"] == nil, let values = json["k"] else { return nil }
    self.kind = kind
    self.factor = factor
    offset = startTime
    let keyframes = values.first.map { $0.kind == .object } == true ? Array(values.children) : []
    guard let first = keyframes.isEmpty ? values : keyframes[0]["s"] else { return nil }
    switch kind {
    case .path:
      guard let path = ScriptPath(first.kind == .array ? first.first : first) else { return nil }
      (fixedPath, fixed) = (path, [])
    case .numbers:
      guard let numbers = Self.numbers(first), !numbers.isEmpty else { return nil }
      (fixedPath, fixed) = (ScriptPath(), numbers)
    case .number:
      guard let number = first.number ?? (keyframes.isEmpty ? nil : Self.numbers(first)?.last) else { return nil }
      (fixedPath, fixed) = (ScriptPath(), [number])
    }
    shownCount = json["l"].map { $0.integer ?? 0 } ?? fixed.count
    guard kind != .numbers || (1...fixed.count).contains(shownCount) else { return nil }
    guard keyframes.count > 1 else {
      keys = []
      return
    }
    guard let keys = Self.keys(keyframes, kind, count: fixed.count) else { return nil }
    self.keys = keys
  }

  /// A property that the file does not have.
  init(fixed: [Double], kind: LottieScriptKind, factor: Double) {
    self.kind = kind
    self.factor = factor
    self.fixed = fixed
    fixedPath = ScriptPath()
    (shownCount, offset, keys) = (fixed.count, 0, [])
  }

  // MARK: - Values

  /// The value of the keyframes at a frame of the layer's composition, in the file's unit.
  func keyed(at frame: Double) -> Value {
    switch kind {
    case .number: .number(number(at: frame))
    case .numbers: .numbers(numbers(at: frame), isRounded: true)
    case .path: .path(path(at: frame))
    }
  }

  /// A keyframe's time in frames, and its value or the end of the one before; nil if there is none.
  func keyframe(_ index: Int) -> (time: Double, value: [Double])? {
    guard keys.indices.contains(index) else { return nil }
    if !keys[index].start.isEmpty { return (keys[index].time, keys[index].start) }
    guard index > 0, let end = keys[index - 1].end else { return nil }
    return (keys[index].time, end)
  }

  /// Initial `value` in an expression of the property, at a frame of the layer's composition.
  func own(at frame: Double) -> Value {
    switch kind {
    case .number: .number(isAnimated ? number(at: frame) : fixed[0])
    case .numbers: isAnimated ? .numbers(numbers(at: frame), isRounded: true) : .numbers(fixed, isRounded: false)
    case .path: .path(path(at: frame))
    }
  }

  /// The value of the keyframes, with all components as lottie-web stores them.
  func numbers(at frame: Double) -> [Double] {
    guard isAnimated else { return fixed.map(Self.rounded) }
    var result = [Double](repeating: 0, count: fixed.count)
    let (index, time) = position(at: frame)
    let (key, next) = (keys[index], keys[index + 1])
    let (start, end) = (key.time - offset, next.time - offset)
    let staysAtEnd = index == keys.count - 2 && time >= end && key.isHold && !next.start.isEmpty
    if let curve = key.curve, !staysAtEnd {
      let point =
        time >= end
        ? curve.end : time < start ? curve.start : curve.point(at: progress(key, 0, (time - start) / (end - start)))
      for (component, number) in zip(result.indices, point) { result[component] = Self.rounded(number) }
      return result
    }
    for component in 0..<min(result.count, (staysAtEnd ? next : key).start.count) {
      result[component] = Self.rounded(
        staysAtEnd ? next.start[component] : self.component(component, at: time, key, next))
    }
    return result
  }

  private func number(at frame: Double) -> Double {
    guard isAnimated else { return fixed[0] }
    let (index, time) = position(at: frame)
    let (key, next) = (keys[index], keys[index + 1])
    if index == keys.count - 2, time >= next.time - offset, key.isHold, let last = next.start.last { return last }
    return component(key.start.count - 1, at: time, key, next)
  }

  private func path(at frame: Double) -> ScriptPath {
    guard isAnimated else { return fixedPath }
    let time = frame - offset
    let last = keys.count - 1
    if time < keys[0].time - offset { return keys[0].path ?? fixedPath }
    if time >= keys[last].time - offset { return keys[last].path ?? keys[last - 1].endPath ?? fixedPath }
    let (index, _) = position(at: frame)
    guard let from = keys[index].path, !keys[index].keepsValue else { return keys[index].path ?? fixedPath }
    let start = keys[index].time - offset
    let share =
      time < start ? 0 : progress(keys[index], 0, (time - start) / (keys[index + 1].time - offset - start))
    return from.mixed(
      with: keys[index + 1].path ?? keys[index].endPath ?? from, share: share, count: fixedPath.vertices.count)
  }

  /// The last keyframe but one that has started, and the layer's own time.
  private func position(at frame: Double) -> (index: Int, time: Double) {
    let time = frame - offset
    let index = (0..<keys.count - 1).lastIndexOfPrefix(where: { keys[$0].time - offset <= time })
    return (index, time)
  }

  private func component(_ component: Int, at time: Double, _ key: Key, _ next: Key) -> Double {
    let from = key.start[component]
    if key.keepsValue { return from }
    let to = (next.start.isEmpty ? key.end ?? key.start : next.start)[component]
    let (start, end) = (key.time - offset, next.time - offset)
    let share = time >= end ? 1 : time < start ? 0 : progress(key, component, (time - start) / (end - start))
    return from + (to - from) * share
  }

  private func progress(_ key: Key, _ component: Int, _ share: Double) -> Double {
    guard let first = key.easings.first else { return share }
    return (key.easings.indices.contains(component) ? key.easings[component] : first).value(at: share)
  }

  static func rounded(_ number: Double) -> Double { Double(Float(number)) }

  // MARK: - Reading

  /// Nil if a keyframe has something unusual.
  private static func keys(_ keyframes: [JSONValue], _ kind: LottieScriptKind, count: Int) -> [Key]? {
    var keys: [Key] = []
    for json in keyframes {
      let isLast = keys.count == keyframes.count - 1
      guard let key = Key(json, kind), key.mayFollow(keys.last), isLast || key.hasStart(kind, atMost: count) else {
        return nil
      }
      keys.append(key)
    }
    for index in keys.indices.dropLast() where kind != .path {
      guard keys[index].connect(to: keys[index + 1]) else { return nil }
    }
    return keys
  }

  /// The numbers of an array; nil if it is none or has anything else.
  private static func numbers(_ json: JSONValue) -> [Double]? {
    guard json.kind == .array else { return nil }
    var numbers: [Double] = []
    for child in json.children {
      guard let number = child.number else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The easings of a keyframe's components; nil if it has others than numbers.
  private static func easings(_ key: JSONValue) -> [ScriptEasing]? {
    guard let out = key["o"], let into = key["i"], out.isTruthy, into.isTruthy else { return [] }
    var coordinates: [[Double]] = []
    for (handle, name) in [(out, "x"), (out, "y"), (into, "x"), (into, "y")] {
      guard let json = handle.member(named: name) else { return nil }
      guard let values = json.number.map({ [$0] }) ?? numbers(json), !values.isEmpty else { return nil }
      coordinates.append(values)
    }
    // Without an array in the first place lottie-web takes the second one as it is.
    guard out["x"]?.kind == .array || out["y"]?.kind != .array else { return nil }
    let count = coordinates.map(\.count).max() ?? 1
    return (0..<count).map { component in
      let of = coordinates.map { $0.indices.contains(component) ? $0[component] : $0[0] }
      return ScriptEasing(of[0], of[1], of[2], of[3])
    }
  }
}
