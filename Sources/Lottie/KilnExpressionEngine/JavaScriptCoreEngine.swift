package import KilnLottieExpressions

/// A context of JavaScriptCore, with a heap that no other one uses at the same time.
package final class JavaScriptCoreEngine: ScriptEngine {
  private typealias Reference = JavaScriptCoreLibrary.Reference

  private let library: JavaScriptCoreLibrary
  private let group: Reference
  private let context: Reference
  private let clock: ScriptClock
  private let undefined: Reference?
  /// By `ScriptObject.index`.
  private var objects: [Reference] = []

  /// A new context.
  ///
  /// - Throws: `unavailable` if the machine has no JavaScriptCore; `noRoom`.
  package convenience init(limits: ScriptLimits = ScriptLimits()) throws(ScriptError) {
    try EngineResources.check()
    try self.init(.loaded(), limits: limits)
  }

  /// A new context of a library with one of some names.
  ///
  /// - Throws: `unavailable` if there is none; `noRoom`.
  package convenience init(libraryNames: [String], limits: ScriptLimits = ScriptLimits()) throws(ScriptError) {
    try EngineResources.check()
    try self.init(JavaScriptCoreLibrary(names: libraryNames), limits: limits)
  }

  private init(_ library: JavaScriptCoreLibrary, limits: ScriptLimits) throws(ScriptError) {
    guard let group = library.takeGroup(), let context = library.makeContext(group, nil) else {
      throw .unavailable("JavaScriptCore makes no context")
    }
    self.library = library
    self.group = group
    self.context = context
    clock = ScriptClock(limits)
    undefined = library.makeUndefined(context)
    library.setNativeStackReported?(context, false)
    clock.watchAgain = { [clock = Unmanaged.passUnretained(clock)] in
      library.setTimeLimit(group, ScriptClock.interval, Self.whileScriptRuns, clock.toOpaque())
    }
    clock.watchAgain()
  }

  deinit {
    library.releaseContext(context)
    library.giveBack(group, isFull: clock.hasRunOutOfMemory)
  }

  /// The program that makes documents accessible to expressions.
  package var prelude: String { Prelude.source }

  package var limitsCallTime: Bool {
    get { clock.limitsCallTime }
    set { clock.limitsCallTime = newValue }
  }

  /// Runs a program; its value is that of its last expression.
  package func evaluate(_ source: String) throws(ScriptError) -> ScriptValue {
    let program = library.makeText(source)
    defer { library.releaseText(program) }
    return try value(of: timed { library.run(context, program, nil, nil, 1, $0) })
  }

  /// The function that is a member of an object.
  package func function(named name: String, of object: ScriptObject) throws(ScriptError) -> ScriptObject {
    let key = library.makeText(name)
    defer { library.releaseText(key) }
    let member = try timed { library.property(context, reference(to: object), key, $0) }
    guard let member, library.type(context, member) == ValueType.object, library.isFunction(context, member) else {
      throw .thrown("there is no function \(name)")
    }
    return keep(member)
  }

  /// Calls a function.
  package func call(_ function: ScriptObject, _ arguments: [ScriptValue]) throws(ScriptError) -> ScriptValue {
    var texts: [Reference] = []
    defer { for text in texts { library.unprotect(context, text) } }
    let references = arguments.map { argument in
      let value = reference(argument)
      // The collector looks for values on the stack only, not in an array. Numbers are none of its own, and objects are kept.
      if case .text = argument, let value {
        library.protect(context, value)
        texts.append(value)
      }
      return value
    }
    let target = reference(to: function)
    let result = try references.withUnsafeBufferPointer { (references) throws(ScriptError) in
      try timed { library.call(context, target, nil, references.count, references.baseAddress, $0) }
    }
    return try value(of: result)
  }

  /// Counts time that scripts have taken outside of the engine, in seconds.
  package func countTime(_ seconds: Double) { clock.add(seconds) }

  /// Called every now and then while a script runs; true ends it.
  private static let whileScriptRuns: JavaScriptCoreLibrary.TimeCallback = { _, clock in
    guard let clock else { return true }
    let watch = Unmanaged<ScriptClock>.fromOpaque(clock).takeUnretainedValue()
    if watch.checkEndsScript() { return true }
    // JavaScriptCore calls no more, also in later calls, if it is not asked again.
    watch.watchAgain()
    return false
  }

  /// Runs something that may run a script.
  private func timed(_ run: (JavaScriptCoreLibrary.Exception) -> Reference?) throws(ScriptError) -> Reference? {
    if clock.isExhausted { throw .outOfTotalTime }
    clock.callBegins()
    var exception: Reference?
    let result = run(&exception)
    clock.callEnds()
    if let violation = clock.violation { throw violation }
    if let exception { throw .thrown(text(of: exception)) }
    return result
  }

  // MARK: - Values

  /// `JSType`.
  private enum ValueType {
    static let number: UInt32 = 3
    static let string: UInt32 = 4
    static let object: UInt32 = 5
  }

  /// `JSTypedArrayType`.
  private enum ArrayType {
    static let float32: UInt32 = 7
    static let float64: UInt32 = 8
  }

  private func reference(_ value: ScriptValue) -> Reference? {
    switch value {
    case .undefined, .numbers: return undefined
    case .number(let number): return library.makeNumber(context, number)
    case .text(let text):
      let string = library.makeText(text)
      defer { library.releaseText(string) }
      return library.makeTextValue(context, string)
    case .object(let object): return reference(to: object)
    }
  }

  private func reference(to object: ScriptObject) -> Reference? {
    objects.indices.contains(object.index) ? objects[object.index] : nil
  }

  private func keep(_ object: Reference) -> ScriptObject {
    library.protect(context, object)
    objects.append(object)
    return ScriptObject(index: objects.count - 1)
  }

  private func value(of reference: Reference?) throws(ScriptError) -> ScriptValue {
    guard let reference else { return .undefined }
    switch library.type(context, reference) {
    case ValueType.number: return .number(library.number(context, reference, nil))
    case ValueType.string: return .text(text(of: reference))
    case ValueType.object: return numbers(in: reference).map(ScriptValue.numbers) ?? .object(keep(reference))
    default: return .undefined
    }
  }

  /// The elements of a typed array; nil if it is none of floating-point numbers.
  private func numbers(in object: Reference) -> [Double]? {
    let type = library.typedArrayType(context, object, nil)
    guard type == ArrayType.float32 || type == ArrayType.float64 else { return nil }
    let count = library.typedArrayLength(context, object, nil)
    guard count > 0, let bytes = library.typedArrayBytes(context, object, nil) else { return [] }
    let buffer = UnsafeRawBufferPointer(start: bytes, count: count * (type == ArrayType.float32 ? 4 : 8))
    return (0..<count).map { index in
      type == ArrayType.float32
        ? Double(buffer.loadUnaligned(fromByteOffset: index * 4, as: Float.self))
        : buffer.loadUnaligned(fromByteOffset: index * 8, as: Double.self)
    }
  }

  /// A string's text. Of other values what they are as text, unless that takes a script.
  private func text(of value: Reference) -> String {
    guard library.type(context, value) != ValueType.object else { return objectText(of: value) }
    guard let string = library.text(context, value, nil) else { return "" }
    defer { library.releaseText(string) }
    return decoded(string)
  }

  /// `toString()` of an object may be a script of its own, so that it is timed.
  private func objectText(of object: Reference) -> String {
    clock.callBegins()
    defer { clock.callEnds() }
    var exception: Reference?
    guard let string = library.text(context, object, &exception) else { return "an object without text" }
    defer { library.releaseText(string) }
    return decoded(string)
  }

  private func decoded(_ string: Reference) -> String {
    let capacity = library.textCapacity(string)
    guard capacity > 0 else { return "" }
    var bytes = [CChar](repeating: 0, count: capacity)
    let count = library.copyText(string, &bytes, capacity)
    return String(decoding: bytes.prefix(max(0, count - 1)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
