internal import KilnGeometry
internal import KilnJSON

/// Reads properties (`{a, k, x, sid}`) of one document.
struct PropertyParser {
  /// `slots` of the document: values that replace a property's own.
  private let slots: SlotTable?
  /// `slots` of the theme, which take precedence over the document's.
  private let themeSlots: SlotTable?

  /// - Parameters:
  ///   - slots: `slots` of the document.
  ///   - themeSlots: The same of the theme.
  init(slots: JSONValue?, themeSlots: JSONValue?) {
    self.slots = slots.map(SlotTable.init)
    self.themeSlots = themeSlots.map(SlotTable.init)
  }

  /// The property under `name`, or a fixed default if there is none that can be read.
  func property<Value>(_ object: JSONValue, _ name: JSONValue.Name, default fallback: Value) -> LottieProperty<Value> {
    property(object[name], in: object, default: fallback)
  }

  /// The property that a member is, or a fixed default if its owner has no such member.
  func property<Value>(_ json: JSONValue?, in owner: JSONValue, default fallback: Value) -> LottieProperty<Value> {
    json.map { property($0, default: fallback) } ?? LottieProperty(fixed: fallback, node: owner.index)
  }

  /// The property under `name`, or nil if there is no such member.
  func optional<Value>(_ object: JSONValue, _ name: JSONValue.Name, default fallback: Value) -> LottieProperty<Value>? {
    object[name].map { property($0, default: fallback) }
  }

  /// The property that an object is. Some files leave the object out and write the bare value.
  func property<Value: LottieValue>(_ json: JSONValue, default fallback: Value) -> LottieProperty<Value> {
    // A theme may have nothing but an expression for a slot.
    let content = slotted(json)["k"] ?? unthemed(json)["k"] ?? slotted(json)
    var property = LottieProperty(value: fallback, keyframes: [], expression: expression(json), node: json.index)
    if let value = Value(lottie: content) {
      property.value = value
    } else if content.first?.kind == .object {
      property.keyframes = keyframes(content)
      property.value = property.keyframes.first.flatMap { $0.start ?? $0.end } ?? fallback
      // One key is a fixed value.
      if property.keyframes.count < 2 { property.keyframes = [] }
    }
    return property
  }

  /// The expression of an object, or of what takes its place.
  func expression(_ json: JSONValue) -> LottieExpression? {
    guard let source = slotted(json).string("x") ?? json.string("x"), !source.isEmpty else { return nil }
    return LottieExpression(source, node: json.index)
  }

  /// The object itself, or the slot's value that takes its place.
  func slotted(_ json: JSONValue) -> JSONValue { themed(json) ?? unthemed(json) }

  /// The theme's value that takes the place of an object.
  func themed(_ json: JSONValue) -> JSONValue? { themeSlots.flatMap { $0.value(for: json) } }

  /// The object itself, or the value that the document's slots have for it.
  func unthemed(_ json: JSONValue) -> JSONValue { slots.flatMap { $0.value(for: json) } ?? json }

  private func keyframes<Value: LottieValue>(_ array: JSONValue) -> [LottieKeyframe<Value>] {
    var keys: [LottieKeyframe<Value>] = []
    keys.reserveCapacity(array.count)
    /// Fields of the last keyframe.
    var last: JSONValue.Fields?
    func readEnd() {
      if let last { keys[keys.count - 1].end = last[KeyframeField.end].flatMap(Value.init(lottie:)) }
    }
    for json in array.children {
      let fields = json.fields(KeyframeField.names)
      guard let time = fields.number(KeyframeField.time) else { continue }
      let key = keyframe(fields, at: time) as LottieKeyframe<Value>
      // An end counts only if this key or the next one has no start, and takes as long to read as all the rest.
      if key.start == nil { readEnd() }
      keys.append(key)
      last = fields
      if key.start == nil { readEnd() }
    }
    readEnd()
    return keys
  }

  /// A keyframe without its end.
  private func keyframe<Value: LottieValue>(_ json: JSONValue.Fields, at time: Double) -> LottieKeyframe<Value> {
    var key = LottieKeyframe(
      time: time, start: json[KeyframeField.start].flatMap(Value.init(lottie:)),
      isHold: json.number(KeyframeField.hold) == 1 || json[KeyframeField.hold]?.bool == true,
      easing: easing(out: json[KeyframeField.easeOut], in: json[KeyframeField.easeIn]))
    if Value.self == LottieVector.self {
      key.isPlanar = json.firstFourNumbers(KeyframeField.start)?.count == 2
      key.outTangent = json[KeyframeField.outTangent].flatMap(LottieVector.init(lottie:))
      key.inTangent = json[KeyframeField.inTangent].flatMap(LottieVector.init(lottie:))
    }
    return key
  }

  /// `o` and `i`, each `{x, y}` with numbers or arrays. A component that one of them leaves out uses the first; a number
  /// in `o` is one curve for all components.
  private func easing(out: JSONValue?, in incoming: JSONValue?) -> LottieEasing {
    guard let out, let incoming, let x1 = HandleCoordinate(out, "x"), let y1 = HandleCoordinate(out, "y"),
      let x2 = HandleCoordinate(incoming, "x"), let y2 = HandleCoordinate(incoming, "y")
    else { return [] }
    let count = x1.isNumber ? 1 : max(x1.count, y1.count, x2.count, y2.count)
    var easing: LottieEasing = []
    for index in 0..<count {
      easing.append(
        CubicEasing(Point(x1.values[index], y1.values[index]), Point(x2.values[index], y2.values[index])))
    }
    return easing
  }
}

/// The values of slots by their names.
private struct SlotTable {
  private var values: [String: JSONValue] = [:]

  init(_ slots: JSONValue) {
    // As in JavaScript the last of several counts, even without a value.
    for slot in slots.children { values[slot.key ?? ""] = slot["p"] }
  }

  /// The slot's value for an object that names a slot.
  func value(for json: JSONValue) -> JSONValue? { json.string("sid").flatMap { values[$0] } }
}

/// Members of a keyframe, by their position among the names.
private enum KeyframeField {
  static let names: JSONValue.Names = ["t", "s", "e", "h", "o", "i", "to", "ti"]
  static let (time, start, end, hold, easeOut, easeIn, outTangent, inTangent) = (0, 1, 2, 3, 4, 5, 6, 7)
}

/// A coordinate of an easing's handle, for each component of the value.
private struct HandleCoordinate {
  /// Value for each component; components that the file leaves out have the value of the first.
  var values: SIMD4<Double>
  /// Number of values in the file, 1…4.
  var count = 1
  /// Whether it is a number, for all components.
  var isNumber = true

  /// Nil if it is missing or an empty array.
  init?(_ handle: borrowing JSONValue, _ name: JSONValue.Name) {
    if let number = handle.number(name) {
      values = SIMD4(repeating: number)
      return
    }
    guard let few = handle.firstFourNumbers(name), few.count > 0 else { return nil }
    (values, count) = few
    for index in count..<4 { values[index] = values[0] }
    isNumber = false
  }
}
