internal import KilnGeometry

/// Form of a property's value in a document.
enum PropertyForm: Sendable, Hashable {
  /// A number; in keyframes an array of one.
  case scalar
  /// An array of numbers.
  case vector
  /// A Bézier path: for each vertex the point and both control points in absolute coordinates.
  case path(isClosed: Bool)
}

extension LottieText {
  /// A property with keyframes; static if there is only one.
  mutating func property(_ keyframes: [FittedKeyframe], _ form: PropertyForm, decimals: Int = 3) {
    guard keyframes.count > 1 else {
      return staticProperty(keyframes.first?.value ?? [0], form, decimals: decimals)
    }
    object { text in
      text.member("a", 1)
      text.key("k")
      text.keyframes(keyframes, form, decimals: decimals)
    }
  }

  /// `k` of a property with keyframes.
  mutating func keyframes(_ keyframes: [FittedKeyframe], _ form: PropertyForm, decimals: Int) {
    array { text in
      for (index, keyframe) in keyframes.enumerated() {
        text.keyframe(keyframe, form, isLast: index == keyframes.count - 1, decimals: decimals)
      }
    }
  }

  /// A property without keyframes.
  mutating func staticProperty(_ value: [Double], _ form: PropertyForm, decimals: Int = 3) {
    object { text in
      text.member("a", 0)
      text.key("k")
      text.value(value, form, decimals: decimals)
    }
  }

  /// `k` of a property without keyframes.
  mutating func value(_ value: [Double], _ form: PropertyForm, decimals: Int) {
    switch form {
    case .scalar: number(value.first ?? 0, decimals: decimals)
    case .vector: numbers(value, decimals: decimals)
    case .path(let isClosed): path(value, isClosed: isClosed, decimals: decimals)
    }
  }

  /// A static number.
  mutating func staticMember(_ name: StaticString, _ value: Double, decimals: Int = 3) {
    key(name)
    staticProperty([value], .scalar, decimals: decimals)
  }

  /// A static vector.
  mutating func staticMember(_ name: StaticString, _ value: [Double], decimals: Int = 3) {
    key(name)
    staticProperty(value, .vector, decimals: decimals)
  }

  /// A property as member.
  mutating func member(
    _ name: StaticString, _ keyframes: [FittedKeyframe], _ form: PropertyForm, decimals: Int = 3
  ) {
    key(name)
    property(keyframes, form, decimals: decimals)
  }

  private mutating func keyframe(_ keyframe: FittedKeyframe, _ form: PropertyForm, isLast: Bool, decimals: Int) {
    object { text in
      text.key("t")
      text.number(keyframe.time, decimals: 4)
      text.key("s")
      if case .path(let isClosed) = form {
        text.array { $0.path(keyframe.value, isClosed: isClosed, decimals: decimals) }
      } else {
        text.numbers(keyframe.value, decimals: decimals)
      }
      guard !isLast else { return }
      switch keyframe.ease {
      case .hold: text.member("h", 1)
      case .linear: text.easing(.linear)
      case .cubic(let easing): text.easing(easing)
      }
      guard let tangents = keyframe.tangents else { return }
      text.key("to")
      text.numbers(tangents.start, decimals: decimals)
      text.key("ti")
      text.numbers(tangents.end, decimals: decimals)
    }
  }

  private mutating func easing(_ easing: CubicEasing) {
    for (name, point) in [("o", easing.control1), ("i", easing.control2)] as [(StaticString, Point)] {
      key(name)
      object { text in
        text.key("x")
        text.number(point.x, decimals: 6)
        text.key("y")
        text.number(point.y, decimals: 6)
      }
    }
  }

  /// A path; control points are relative to their vertices in documents.
  private mutating func path(_ numbers: [Double], isClosed: Bool, decimals: Int) {
    object { text in
      for (name, offset) in [("i", 2), ("o", 4), ("v", 0)] as [(StaticString, Int)] {
        text.key(name)
        text.array { text in
          for start in stride(from: 0, to: numbers.count - 5, by: 6) {
            let point = (0..<2).map { axis in
              let vertex = numbers[start + axis].rounded(decimals: decimals)
              return offset == 0 ? vertex : numbers[start + offset + axis].rounded(decimals: decimals) - vertex
            }
            text.numbers(point, decimals: decimals)
          }
        }
      }
      text.key("c")
      text.bool(isClosed)
    }
  }
}
