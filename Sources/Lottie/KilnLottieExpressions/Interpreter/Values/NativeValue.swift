/// Value of a script that is evaluated without an engine.
enum NativeValue {
  case undefined
  case null
  case bool(Bool)
  case number(Double)
  case text(NativeText)
  /// A number that knows its property: for scripts an object.
  case boxed(Double, NativeProperty)
  case array(NativeArray)
  case object(NativeObject)
  case host(NativeHost)
  case function(NativeFunction)
}

/// Why a script has no result here.
enum NativeStop: Error {
  /// The script has thrown something.
  case thrown
  /// A value that only the engine can compute.
  case unknown
}

/// An array of anything, or of 32-bit floats.
final class NativeArray {
  private var values: [NativeValue]
  /// Its numbers if it is one of floats.
  private var floats: [Double]
  let isFloats: Bool
  /// The property whose value the array is; nil for other arrays.
  let property: NativeProperty?
  /// A copy of its initial value, for its member `value`.
  private(set) lazy var original = NativeArray(copying: floats)

  /// An array of anything.
  init(_ values: [NativeValue]) {
    self.values = values
    floats = []
    isFloats = false
    property = nil
  }

  /// An array of 32-bit floats.
  ///
  /// - Parameters:
  ///   - numbers: Its values, before they are rounded to floats.
  ///   - factor: Factor on all numbers.
  init(floats numbers: some Collection<Double>, times factor: Double = 1, of property: NativeProperty? = nil) {
    values = []
    floats = numbers.map { ScriptProperty.rounded($0 * factor) }
    isFloats = true
    self.property = property
  }

  /// An array of 32-bit floats that are rounded already.
  private init(copying floats: [Double]) {
    values = []
    self.floats = floats
    isFloats = true
    property = nil
  }

  convenience init(numbers: [Double]) { self.init(numbers.map(NativeValue.number)) }

  var count: Int { isFloats ? floats.count : values.count }

  subscript(index: Int) -> NativeValue {
    guard index >= 0, index < count else { return .undefined }
    return isFloats ? .number(floats[index]) : values[index]
  }

  func append(_ value: NativeValue) { values.append(value) }

  func removeAll() { values.removeAll() }

  /// The first value that may hold others.
  var firstHolder: NativeValue? { values.first(where: \.holdsOthers) }

  func set(_ value: NativeValue, at index: Int) throws(NativeStop) {
    if isFloats {
      let number = try value.toNumber()
      if property != nil { _ = original }
      if floats.indices.contains(index) { floats[index] = ScriptProperty.rounded(number) }
    } else if values.indices.contains(index) {
      values[index] = value
    } else {
      guard index == values.count else { throw .unknown }
      values.append(value)
    }
  }

  /// A copy of the same kind, as `slice` makes it.
  func copy() -> NativeArray { isFloats ? NativeArray(copying: floats) : NativeArray(values) }

  func numbers() throws(NativeStop) -> [Double] {
    if isFloats { return floats }
    var numbers: [Double] = []
    numbers.reserveCapacity(values.count)
    for value in values { numbers.append(try value.toNumber()) }
    return numbers
  }
}

/// An object that a script makes, or that a function gives it. It has few members, which are looked through.
final class NativeObject {
  private var keys: [String]
  private var values: [NativeValue]

  init(_ keys: [String], _ values: [NativeValue]) { (self.keys, self.values) = (keys, values) }

  subscript(key: String) -> NativeValue? { keys.firstIndex(of: key).map { values[$0] } }

  func append(_ key: String, _ value: NativeValue) {
    keys.append(key)
    values.append(value)
  }

  func removeAll() {
    keys.removeAll()
    values.removeAll()
  }
}

// MARK: - Conversions

extension NativeValue {
  /// The number of a number that knows its property, too; nil for everything else.
  var instanceOfNumber: Double? {
    switch self {
    case .number(let number), .boxed(let number, _): number
    default: nil
    }
  }

  func toNumber() throws(NativeStop) -> Double {
    switch self {
    case .undefined: return .nan
    case .null: return 0
    case .bool(let bool): return bool ? 1 : 0
    case .number(let number), .boxed(let number, _): return number
    case .text, .array, .object, .host, .function: throw .unknown
    }
  }

  var isTrue: Bool {
    switch self {
    case .undefined, .null: false
    case .bool(let bool): bool
    case .number(let number): number != 0 && !number.isNaN
    case .text(let text): !text.text.isEmpty
    case .boxed, .array, .object, .host, .function: true
    }
  }

  /// The text that a number or text is where it is joined with another one.
  func toText() throws(NativeStop) -> String {
    switch self {
    case .text(let text): return text.text
    case .number(let number), .boxed(let number, _):
      // Other numbers are written as the engine writes them.
      guard let integer = Int(exactly: number), abs(integer) < 1_000_000_000 else { throw .unknown }
      return String(integer)
    default: throw .unknown
    }
  }

  /// Whether it may hold other values.
  var holdsOthers: Bool {
    switch self {
    case .array, .object, .function: true
    default: false
    }
  }

  private var isText: Bool { if case .text = self { true } else { false } }

  // MARK: - Operators

  static func plus(_ a: NativeValue, _ b: NativeValue) throws(NativeStop) -> NativeValue {
    guard a.isText || b.isText else { return .number(try a.toNumber() + b.toNumber()) }
    let text = try a.toText() + b.toText()
    guard text.utf8.count <= 10_000 else { throw .unknown }
    return .text(NativeText(text))
  }

  static func binary(
    _ operation: NativeSyntax.Binary, _ a: NativeValue, _ b: NativeValue
  ) throws(NativeStop) -> NativeValue {
    switch operation {
    case .plus: return try plus(a, b)
    case .minus: return .number(try a.toNumber() - b.toNumber())
    case .times: return .number(try a.toNumber() * b.toNumber())
    case .over: return .number(try a.toNumber() / b.toNumber())
    case .remainder: return .number(try a.toNumber().truncatingRemainder(dividingBy: b.toNumber()))
    case .less: return .bool(try a.toNumber() < b.toNumber())
    case .greater: return .bool(try a.toNumber() > b.toNumber())
    case .atMost: return .bool(try a.toNumber() <= b.toNumber())
    case .atLeast: return .bool(try a.toNumber() >= b.toNumber())
    case .equal: return .bool(try isEqual(a, b))
    case .unequal: return .bool(try !isEqual(a, b))
    case .same: return .bool(try isSame(a, b))
    case .other: return .bool(try !isSame(a, b))
    }
  }

  /// Whether `==` holds: null and undefined are equal, and what are not two texts is compared as numbers.
  private static func isEqual(_ a: NativeValue, _ b: NativeValue) throws(NativeStop) -> Bool {
    switch (a, b) {
    case (.undefined, .undefined), (.null, .null), (.undefined, .null), (.null, .undefined): return true
    case (.undefined, _), (.null, _), (_, .undefined), (_, .null): return false
    case (.text(let a), .text(let b)): return a == b
    // Whether they are the same object.
    case (.boxed, .boxed): throw .unknown
    default: return try a.toNumber() == b.toNumber()
    }
  }

  /// Whether `===` holds: values of two types are never the same.
  private static func isSame(_ a: NativeValue, _ b: NativeValue) throws(NativeStop) -> Bool {
    switch (a, b) {
    case (.undefined, .undefined), (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.text(let a), .text(let b)): return a == b
    case (.undefined, _), (.null, _), (.bool, _), (.number, _), (.text, _), (_, .undefined), (_, .null), (_, .bool),
      (_, .number), (_, .text):
      return false
    default: throw .unknown
    }
  }
}
