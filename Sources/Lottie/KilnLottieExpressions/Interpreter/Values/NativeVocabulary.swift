/// The functions that every expression has, whatever its layer: the counterpart of the prelude's vocabulary. Arithmetic of
/// arrays keeps 32-bit floats where it multiplies.
enum NativeVocabulary {
  private static let degree = Double.pi / 180

  static func call(_ name: NativeName, _ arguments: [NativeValue]) throws(NativeStop) -> NativeValue {
    func argument(_ index: Int) -> NativeValue { arguments.indices.contains(index) ? arguments[index] : .undefined }
    let (a, b) = (argument(0), argument(1))
    switch name {
    case .sum, .add, .bodymovinSum: return try sum(a, b)
    case .sub, .bodymovinSub: return try difference(a, b)
    case .mul, .bodymovinMul: return try scaled(a, b) { $0 * $1 }
    case .div, .bodymovinDiv: return try scaled(a, b) { $0 / $1 }
    case .mod, .bodymovinMod: return .number(try a.toNumber().truncatingRemainder(dividingBy: b.toNumber()))
    case .negated: return try negated(a)
    case .clamp: return .number(try clamped(a, b, argument(2)))
    case .length: return .number(try length(a, b))
    case .normalize: return try scaled(a, .number(try length(a, .undefined))) { $0 / $1 }
    case .linear: return try linear(a, b, argument(2), argument(3), argument(4))
    case .ease: return try eased(ease, a, b, argument(2), argument(3), argument(4))
    case .easeIn: return try eased(easeIn, a, b, argument(2), argument(3), argument(4))
    case .easeOut: return try eased(easeOut, a, b, argument(2), argument(3), argument(4))
    case .createPath: return try path(a, b, argument(2), argument(3))
    // The underscored name converts the wrong way in lottie-web.
    case .radiansToDegrees, .radians_to_degrees, .degrees_to_radians: return .number(try a.toNumber() / degree)
    case .degreesToRadians: return .number(try a.toNumber() * degree)
    case .isInstanceOfArray: return .bool(try array(a) != nil)
    default: throw .unknown
    }
  }

  /// Null and what is undefined are no arrays, and asking is an error.
  private static func array(_ value: NativeValue) throws(NativeStop) -> NativeArray? {
    switch value {
    case .array(let array): return array
    case .undefined, .null: throw .thrown
    default: return nil
    }
  }

  private static func isNumberLike(_ value: NativeValue) -> Bool {
    switch value {
    case .number, .boxed, .bool, .text: true
    default: false
    }
  }

  private static func isText(_ value: NativeValue) -> Bool { if case .text = value { true } else { false } }

  // MARK: - Arithmetic

  private static func sum(_ a: NativeValue, _ b: NativeValue) throws(NativeStop) -> NativeValue {
    if isNumberLike(a) && isNumberLike(b) || isText(a) || isText(b) { return try NativeValue.plus(a, b) }
    return try firstChanged(a, b) { $0 + $1 }
  }

  private static func difference(_ a: NativeValue, _ b: NativeValue) throws(NativeStop) -> NativeValue {
    if isNumberLike(a), isNumberLike(b) { return .number(try a.toNumber() - b.toNumber()) }
    return try firstChanged(a, b) { $0 - $1 }
  }

  /// Sums with a number concern the first component only.
  private static func firstChanged(
    _ a: NativeValue, _ b: NativeValue, _ combine: (Double, Double) -> Double
  ) throws(NativeStop) -> NativeValue {
    if let numbers = try array(a), isNumberLike(b) {
      let result = numbers.copy()
      try result.set(.number(combine(try result[0].toNumber(), try b.toNumber())), at: 0)
      return .array(result)
    }
    if isNumberLike(a), let numbers = try array(b) {
      let result = numbers.copy()
      try result.set(.number(combine(try a.toNumber(), try result[0].toNumber())), at: 0)
      return .array(result)
    }
    guard let first = try array(a), let second = try array(b) else { throw .unknown }
    var result: [NativeValue] = []
    for index in 0..<max(first.count, second.count) {
      if let x = first[index].instanceOfNumber, let y = second[index].instanceOfNumber {
        result.append(.number(combine(x, y)))
      } else if case .undefined = second[index] {
        result.append(first[index])
      } else {
        result.append(first[index].isTrue ? first[index] : second[index])
      }
    }
    return .array(NativeArray(result))
  }

  private static func scaled(
    _ a: NativeValue, _ b: NativeValue, _ combine: (Double, Double) -> Double
  ) throws(NativeStop) -> NativeValue {
    if isNumberLike(a), isNumberLike(b) { return .number(combine(try a.toNumber(), try b.toNumber())) }
    if let numbers = try array(a), isNumberLike(b) {
      let factor = try b.toNumber()
      return .array(NativeArray(floats: try numbers.numbers().map { combine($0, factor) }))
    }
    if isNumberLike(a), let numbers = try array(b) {
      let factor = try a.toNumber()
      return .array(NativeArray(floats: try numbers.numbers().map { combine(factor, $0) }))
    }
    throw .unknown
  }

  private static func negated(_ a: NativeValue) throws(NativeStop) -> NativeValue {
    guard let numbers = try array(a) else { return .number(-(try a.toNumber())) }
    return .array(NativeArray(numbers: try numbers.numbers().map { -$0 }))
  }

  private static func clamped(_ number: NativeValue, _ low: NativeValue, _ high: NativeValue) throws(NativeStop)
    -> Double
  {
    let least = NativeValue.number(try NativeMath.min([low, high]))
    let greatest = NativeValue.number(try NativeMath.max([low, high]))
    return try NativeMath.min([.number(try NativeMath.max([number, least])), greatest])
  }

  static func absolute(_ arguments: [NativeValue]) throws(NativeStop) -> Double {
    guard let number = arguments.first?.instanceOfNumber else { throw .unknown }
    return abs(number)
  }

  private static func length(_ a: NativeValue, _ b: NativeValue) throws(NativeStop) -> Double {
    if let number = a.instanceOfNumber {
      // Without another number, and with none, the engine takes 0.
      guard let other = b.instanceOfNumber, !other.isNaN else { throw .unknown }
      return abs(number - other)
    }
    guard case .array(let first) = a else { throw .unknown }
    var second = Array(repeating: 0.0, count: 6)
    switch b {
    case .undefined: break
    case .array(let other): second = try other.numbers()
    default: throw .unknown
    }
    var squares = 0.0
    for (x, y) in zip(try first.numbers(), second) { squares += (y - x) * (y - x) }
    return squares.squareRoot()
  }

  // MARK: - Ways from one value to another

  private static func linear(
    _ t: NativeValue, _ low: NativeValue, _ high: NativeValue, _ start: NativeValue, _ end: NativeValue
  ) throws(NativeStop) -> NativeValue {
    if case .undefined = start { return try shortLinear(t, low, high) }
    if case .undefined = end { return try shortLinear(t, low, high) }
    let (t, low, high) = (try t.toNumber(), try low.toNumber(), try high.toNumber())
    let (first, last) = high < low ? (high, low) : (low, high)
    if t <= first { return start }
    if t >= last { return end }
    let share = last == first ? 0 : (t - first) / (last - first)
    guard case .array(let from) = start else {
      guard let number = start.instanceOfNumber else { throw .unknown }
      return .number(number + (try end.toNumber() - number) * share)
    }
    guard case .array(let to) = end, from.count > 0, to.count >= from.count else { throw .unknown }
    return .array(
      NativeArray(floats: zip(try from.numbers(), try to.numbers()).map { $0 + ($1 - $0) * share }))
  }

  private static func shortLinear(
    _ t: NativeValue, _ start: NativeValue, _ end: NativeValue
  ) throws(NativeStop) -> NativeValue {
    for value in [start, end] {
      if case .undefined = value { throw .unknown }
    }
    return try linear(t, .number(0), .number(1), start, end)
  }

  private static let ease = ScriptEasing(0.33, 0, 0.667, 1)
  private static let easeIn = ScriptEasing(0.333, 0, 0.833, 0.833)
  private static let easeOut = ScriptEasing(0.167, 0.167, 0.667, 1)

  private static func eased(
    _ curve: ScriptEasing, _ t: NativeValue, _ low: NativeValue, _ high: NativeValue, _ first: NativeValue,
    _ last: NativeValue
  ) throws(NativeStop) -> NativeValue {
    var (start, end, share) = (low, high, try t.toNumber())
    if case .undefined = first {
      // A number that knows its property is no number where the ends are looked for.
      if case .boxed = t { throw .unknown }
    } else {
      let (low, high) = (try low.toNumber(), try high.toNumber())
      (start, end, share) = (first, last, (share - low) / (high - low))
    }
    guard !share.isNaN else { throw .unknown }
    let weight = curve.value(at: share > 1 ? 1 : share < 0 ? 0 : share)
    guard let from = try array(start) else {
      guard let number = start.instanceOfNumber else { throw .unknown }
      return .number((try end.toNumber() - number) * weight + number)
    }
    guard case .array(let to) = end, to.count >= from.count else { throw .unknown }
    return .array(
      NativeArray(floats: zip(try from.numbers(), try to.numbers()).map { ($1 - $0) * weight + $0 }))
  }

  // MARK: - Paths

  private static func path(
    _ points: NativeValue, _ incoming: NativeValue, _ outgoing: NativeValue, _ isClosed: NativeValue
  ) throws(NativeStop) -> NativeValue {
    guard case .array(let vertices) = points else { throw .unknown }
    return .object(
      NativeObject(
        ["c", "v", "i", "o"],
        [
          .bool(isClosed.isTrue), .array(try moved(vertices, by: nil)), .array(try moved(vertices, by: incoming)),
          .array(try moved(vertices, by: outgoing)),
        ]))
  }

  private static func moved(_ vertices: NativeArray, by tangents: NativeValue?) throws(NativeStop) -> NativeArray {
    var moved: [NativeValue] = []
    for index in 0..<vertices.count {
      guard case .array(let vertex) = vertices[index] else { throw .unknown }
      guard case .number(var x) = vertex[0], case .number(var y) = vertex[1] else { throw .unknown }
      switch tangents {
      case nil: break
      // Adding 0 turns −0 into +0.
      case .undefined?, .null?: (x, y) = (0 + x, 0 + y)
      case .array(let tangents)?:
        guard case .array(let tangent) = tangents[index] else { throw .unknown }
        x = try tangent[0].toNumber() + x
        y = try tangent[1].toNumber() + y
      default: throw .unknown
      }
      moved.append(.array(NativeArray(numbers: [x, y])))
    }
    return NativeArray(moved)
  }
}
