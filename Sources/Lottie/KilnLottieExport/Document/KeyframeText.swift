internal import KilnGeometry
internal import KilnJSON

/// Form of a value in a document.
enum ValueForm {
  /// A number; an array of one in keyframes.
  case number
  /// An array of numbers.
  case numbers
  /// A path: for each vertex the point, and the control points before and behind it relative to the point.
  case path(isClosed: Bool)
}

/// Text of values and keyframes in a document.
struct KeyframeText {
  let form: ValueForm
  let decimals: Int

  /// `k` of a property that does not change.
  func fixed(_ value: [Double]) -> String {
    switch form {
    case .number: number(value.first ?? 0)
    case .numbers: numbers(value)
    case .path(let isClosed): path(value, isClosed: isClosed)
    }
  }

  /// `k` of a property with keyframes.
  func keyframes(_ keyframes: [FittedKeyframe]) -> String {
    var text = "["
    for (index, keyframe) in keyframes.enumerated() {
      if index > 0 { text += "," }
      text += "{\"t\":\(number(keyframe.time, decimals: 4)),\"s\":\(start(keyframe.value))"
      if index + 1 < keyframes.count { text += ease(keyframe.ease) }
      text += "}"
    }
    return text + "]"
  }

  private func start(_ value: [Double]) -> String {
    if case .path(let isClosed) = form { return "[" + path(value, isClosed: isClosed) + "]" }
    return numbers(value)
  }

  private func ease(_ ease: KeyframeEase) -> String {
    func handle(_ point: Point) -> String {
      "{\"x\":\(number(point.x, decimals: 6)),\"y\":\(number(point.y, decimals: 6))}"
    }
    switch ease {
    case .hold: return ",\"h\":1"
    case .linear: return ",\"o\":\(handle(Point(0, 0))),\"i\":\(handle(Point(1, 1)))"
    case .cubic(let easing): return ",\"o\":\(handle(easing.control1)),\"i\":\(handle(easing.control2))"
    }
  }

  private func path(_ row: [Double], isClosed: Bool) -> String {
    func points(_ offset: Int) -> String {
      let points = stride(from: offset, to: row.count - 1, by: 6).map { numbers([row[$0], row[$0 + 1]]) }
      return "[" + points.joined(separator: ",") + "]"
    }
    return "{\"i\":\(points(2)),\"o\":\(points(4)),\"v\":\(points(0)),\"c\":\(isClosed)}"
  }

  private func numbers(_ values: [Double]) -> String {
    "[" + values.map { number($0) }.joined(separator: ",") + "]"
  }

  private func number(_ value: Double, decimals: Int? = nil) -> String {
    JSONNumberText.rounded(value, decimals: decimals ?? self.decimals) ?? (value.isFinite ? "\(value)" : "0")
  }
}
