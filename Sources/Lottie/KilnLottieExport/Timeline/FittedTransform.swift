internal import KilnGeometry

/// Transform of a layer or group with keyframes.
struct FittedTransform: Sendable {
  /// Keyframes of a position: of both coordinates, or apart.
  enum Position: Sendable {
    case joint([FittedKeyframe])
    case split(x: [FittedKeyframe], y: [FittedKeyframe])
  }

  var anchor = Point.zero
  var position = Position.joint([])
  var rotation: [FittedKeyframe] = []
  /// Percent.
  var scale: [FittedKeyframe] = []
  /// Degrees; nil if nothing is skewed.
  var skew: [FittedKeyframe]?
  /// Decimals of position, rotation and skew, and scale.
  var decimals = (position: 3, angle: 3, scale: 3)

  /// Parts of the tolerance for each property.
  static let shares = (position: 0.45, rotation: 0.35, scale: 0.25, skew: 0.25)

  /// Sum of the parts of those properties that have several keyframes.
  var animatedShares: Double {
    let isMoved: Bool
    switch position {
    case .joint(let keyframes): isMoved = keyframes.count > 1
    case .split(let x, let y): isMoved = max(x.count, y.count) > 1
    }
    return (isMoved ? Self.shares.position : 0) + (rotation.count > 1 ? Self.shares.rotation : 0)
      + (scale.count > 1 ? Self.shares.scale : 0) + (skew.map { $0.count > 1 } ?? false ? Self.shares.skew : 0)
  }

  /// The transform at a time in frames.
  func transform(at time: Double) -> Affine {
    let place: Point
    switch position {
    case .joint(let keyframes): place = Point(keyframes.value(at: time))
    case .split(let x, let y): place = Point(x.value(at: time).first ?? 0, y.value(at: time).first ?? 0)
    }
    let factors = Point(scale.value(at: time))
    return TransformParts.transform(
      rotation: rotation.value(at: time).first ?? 0, scale: Size(factors.x / 100, factors.y / 100),
      skew: skew?.value(at: time).first ?? 0, position: place, anchor: anchor)
  }

  /// The members of a transform but its opacity.
  func write(to text: inout LottieText) {
    text.member("r", rotation, .scalar, decimals: decimals.angle)
    text.key("p")
    switch position {
    case .joint(let keyframes): text.property(keyframes, .vector, decimals: decimals.position)
    case .split(let x, let y):
      text.object { text in
        text.key("s")
        text.bool(true)
        text.member("x", x, .scalar, decimals: decimals.position)
        text.member("y", y, .scalar, decimals: decimals.position)
      }
    }
    text.staticMember("a", [anchor.x, anchor.y])
    text.member("s", scale, .vector, decimals: decimals.scale)
    if let skew {
      text.member("sk", skew, .scalar, decimals: decimals.angle)
      text.staticMember("sa", 0)
    }
  }
}

extension Point {
  /// A point from its coordinates in an array; missing ones are 0.
  fileprivate init(_ values: [Double]) {
    self.init(values.first ?? 0, values.count > 1 ? values[1] : 0)
  }
}
