internal import KilnLottieFormat

// Conversions between values of properties and values of scripts.
extension NativeMachine {
  /// Numbers where the script gives something that stands for them. What is no number stays as it is without.
  func converted(
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
  func scriptValue(_ value: ScriptProperty.Value) -> NativeValue {
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
