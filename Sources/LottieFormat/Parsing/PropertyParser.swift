internal import Geometry
internal import JSONTree

/// Reads properties (`{a, k, x, sid}`) of one document.
struct PropertyParser {
  /// `slots` of the document: values that replace a property's own.
  let slots: JSONValue?
  /// Slots of the theme, which go before the document's.
  let themeSlots: JSONValue?

  /// The property under `name`, or a fixed default if there is none that can be read.
  func property<Value>(_ object: JSONValue, _ name: JSONValue.Name, default fallback: Value) -> LottieProperty<Value> {
    optional(object, name, default: fallback)
      ?? LottieProperty(fixed: fallback, node: object.index)
  }

  /// The property under `name`, or nil if there is no such member.
  func optional<Value>(_ object: JSONValue, _ name: JSONValue.Name, default fallback: Value) -> LottieProperty<Value>? {
    object[name].map { property($0, default: fallback) }
  }

  /// The property that an object is. Some files leave the object out and write the bare value.
  func property<Value: LottieValue>(_ json: JSONValue, default fallback: Value) -> LottieProperty<Value> {
    let content = slotted(json)["k"] ?? slotted(json)
    var property = LottieProperty(
      value: fallback, keyframes: [], hasExpression: json["x"]?.string != nil, node: json.index)
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

  /// The object itself, or the slot's value that takes its place.
  func slotted(_ json: JSONValue) -> JSONValue { themed(json) ?? unthemed(json) }

  /// The theme's value that takes the place of an object.
  func themed(_ json: JSONValue) -> JSONValue? { themeSlots.flatMap { value(in: $0, for: json) } }

  /// The object itself, or the value that the document's slots have for it.
  func unthemed(_ json: JSONValue) -> JSONValue { slots.flatMap { value(in: $0, for: json) } ?? json }

  private func value(in slots: JSONValue, for json: JSONValue) -> JSONValue? {
    json["sid"]?.string.flatMap { slots[JSONValue.Name($0)]?["p"] }
  }

  private func keyframes<Value: LottieValue>(_ array: JSONValue) -> [LottieKeyframe<Value>] {
    array.children.compactMap { key in
      guard let time = key["t"]?.number else { return nil }
      return LottieKeyframe(
        time: time,
        start: key["s"].flatMap(Value.init(lottie:)),
        end: key["e"].flatMap(Value.init(lottie:)),
        isHold: key["h"]?.number == 1 || key["h"]?.bool == true,
        easing: easing(out: key["o"], in: key["i"]),
        isPlanar: key["s"]?.count == 2,
        outTangent: key["to"].flatMap(LottieVector.init(lottie:)),
        inTangent: key["ti"].flatMap(LottieVector.init(lottie:)))
    }
  }

  /// `o` and `i`, each `{x, y}` with numbers or arrays. A component that one of them leaves out uses the first; a number
  /// in `o` is one curve for all components.
  private func easing(out: JSONValue?, in incoming: JSONValue?) -> [CubicEasing] {
    guard let out, let incoming else { return [] }
    let lists = [out["x"], out["y"], incoming["x"], incoming["y"]].map { $0?.numbers ?? $0?.number.map { [$0] } ?? [] }
    guard lists.allSatisfy({ !$0.isEmpty }) else { return [] }
    func component(_ list: Int, _ index: Int) -> Double {
      index < lists[list].count ? lists[list][index] : lists[list][0]
    }
    let count = out["x"]?.kind == .array ? lists.map(\.count).max() ?? 1 : 1
    return (0..<min(4, count)).map { index in
      CubicEasing(Point(component(0, index), component(1, index)), Point(component(2, index), component(3, index)))
    }
  }
}
