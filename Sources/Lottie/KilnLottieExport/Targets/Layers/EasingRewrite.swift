internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat

/// Properties whose dimensions have easings of their own, with keyframes of one easing for all dimensions.
struct EasingRewrite: TargetRewrite {
  let features = ["easingPerDimension"]

  func edit(_ draft: inout RewriteDraft) throws(Diagnostic) {
    guard draft.support.isLacking("easingPerDimension") else { return }
    try draft.eachLayer { draft, layer, _ in
      edit(draft.json(layer.node), &draft)
    }
  }

  /// Looks for properties inside a value.
  private func edit(_ json: JSONValue, _ draft: inout RewriteDraft) {
    for child in json.children {
      if child.kind == .object, let keys = child["k"], keys.first?["t"] != nil {
        if child.string("x") == nil, let text = text(keys, draft.settings) { draft.edits.replace(keys, by: text) }
      } else if child.kind == .object || child.kind == .array, child.key != "ef" {
        edit(child, &draft)
      }
    }
  }

  private struct Key {
    let time: Double
    let value: [Double]
    let isHold: Bool
    let easings: [CubicEasing]
  }

  /// `k` with one easing for each keyframe; nil if it has.
  private func text(_ list: JSONValue, _ settings: TargetRewriting) -> String? {
    let objects = list.children.filter { $0.kind == .object }
    guard objects.contains(where: { differs($0["i"]) || differs($0["o"]) }) else { return nil }
    var keys: [Key] = []
    for (position, json) in objects.enumerated() {
      guard let time = json.number("t"), time.isFinite, keys.last.map({ $0.time < time }) ?? true,
        json["to"] == nil || isZero(json["to"]) && isZero(json["ti"]),
        let value = json["s"]?.numbers ?? (position > 0 ? objects[position - 1]["e"]?.numbers : nil),
        keys.first.map({ $0.value.count == value.count }) ?? (value.count > 1)
      else { return nil }
      let easings = (0..<value.count).map { dimension in
        CubicEasing(point(json["o"], dimension, 0), point(json["i"], dimension, 1))
      }
      keys.append(Key(time: time, value: value, isHold: json.isTruthy("h"), easings: easings))
    }
    guard let first = keys.first, let last = keys.last, keys.count > 1,
      (last.time - first.time) * Double(first.value.count) < Double(settings.sampledNumbers) / 10
    else { return nil }
    return fitted(keys)
  }

  private func fitted(_ keys: [Key]) -> String {
    var table = SampledValues(dimensions: keys[0].value.count)
    var holds: [Int] = []
    for (key, next) in zip(keys, keys.dropFirst()) {
      table.append(key.value, at: key.time)
      if key.isHold {
        holds.append(table.count - 1)
        continue
      }
      var time = (key.time + 1).rounded(.down)
      while time < next.time {
        let part = (time - key.time) / (next.time - key.time)
        table.append(
          key.value.indices.map { key.value[$0] + (next.value[$0] - key.value[$0]) * key.easings[$0].value(at: part) },
          at: time)
        time += 1
      }
    }
    if let last = keys.last { table.append(last.value, at: last.time) }
    let isColor = keys.allSatisfy { $0.value.count == 4 && $0.value.allSatisfy { (0...1).contains($0) } }
    let fitter = KeyframeFitter(tolerance: [isColor ? 0.002 : 0.05], decimals: isColor ? 4 : 3)
    let text = EditText.property(fitter.fit(table, holdAfter: holds))
    // Only the content of the property is wanted.
    guard let tree = try? JSONTree(Array(text.utf8)), let content = tree.root["k"] else { return "[]" }
    return String(decoding: content.source, as: UTF8.self)
  }

  private func isZero(_ json: JSONValue?) -> Bool { json?.numbers?.allSatisfy { $0.magnitude < 1e-6 } ?? true }

  /// Whether the dimensions of a control point differ.
  private func differs(_ point: JSONValue?) -> Bool {
    func differs(_ value: JSONValue?) -> Bool {
      guard let numbers = value?.numbers, let first = numbers.first else { return false }
      return numbers.contains { ($0 - first).magnitude > 0.005 }
    }
    return differs(point?["x"]) || differs(point?["y"])
  }

  private func point(_ json: JSONValue?, _ dimension: Int, _ standard: Double) -> Point {
    func component(_ value: JSONValue?) -> Double {
      guard let numbers = value?.numbers else { return value?.number ?? standard }
      return numbers.indices.contains(dimension) ? numbers[dimension] : numbers.first ?? standard
    }
    return Point(component(json?["x"]), component(json?["y"]))
  }
}
