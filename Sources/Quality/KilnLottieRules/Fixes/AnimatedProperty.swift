internal import KilnJSON
internal import KilnLottieFormat

/// A property with keyframes: an object whose member `k` is a list of them.
struct AnimatedProperty {
  let json: JSONValue
  /// `k`.
  let list: JSONValue
  /// The keyframes with their times, which rise; two or more.
  let keyframes: [(json: JSONValue, time: Double)]

  /// Whether values are positions on motion paths.
  var isSpatial: Bool { keyframes.contains { $0.json["to"] != nil || $0.json["ti"] != nil } }

  /// Nil for a value of another kind, and for one that takes its value from elsewhere: a slot or an expression.
  init?(_ json: JSONValue) {
    guard json.kind == .object, json["x"]?.kind != .string, json["sid"] == nil, let list = json["k"],
      let keyframes = list.risingKeyframes, keyframes.count > 1
    else { return nil }
    (self.json, self.list, self.keyframes) = (json, list, keyframes)
  }

  /// The animated properties inside a value, in the order of the file.
  static func all(inside value: JSONValue) -> [AnimatedProperty] {
    var found: [AnimatedProperty] = []
    var waiting = [value]
    while let next = waiting.popLast() {
      if let property = AnimatedProperty(next) {
        found.append(property)
        continue
      }
      waiting += next.children.filter { $0.kind == .object || $0.kind == .array }.reversed()
    }
    return found
  }

  /// Whether all values are paths with the same number of vertices, all open or all closed.
  ///
  /// Players take both from the first keyframe.
  var hasOneTopology: Bool {
    var first: (count: Int, isClosed: Bool)?
    for keyframe in keyframes {
      for name in ["s", "e"] {
        guard let path = keyframe.json.member(named: name)?.first, let vertices = path["v"] else { continue }
        let own = (count: vertices.count, isClosed: path.isTruthy("c"))
        if let first, first != own { return false }
        first = own
      }
    }
    return true
  }
}
