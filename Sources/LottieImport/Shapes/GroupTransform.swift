internal import Geometry

/// Where a group's items are over time, and how opaque.
enum GroupTransform {
  /// The group's own transform.
  case own(TransformTrack)
  /// The group is a copy that a repeater makes, counted from 0.
  case copy(Int, of: RepeaterTrack)

  /// Whether the matrix changes over time, or whether there is the group at all.
  var isMoving: Bool {
    switch self {
    case .own(let transform): transform.isMoving
    case .copy(let index, let repeater): repeater.isMoving(copy: index) || repeater.isCountAnimated
    }
  }

  /// When the matrix changes, or whether there is the group at all.
  var changes: ChangeTimes {
    switch self {
    case .own(let transform): transform.changes
    case .copy(_, let repeater): repeater.changes
    }
  }

  /// Whether its items are in sprites of their own, so that the matrix is the sprite's and not the shapes'.
  ///
  /// Copies that cannot share a sprite share their shape lists.
  var isApart: Bool {
    switch self {
    case .own: isMoving
    case .copy: isMoving || !isOpaque
    }
  }

  /// Whether it is always fully opaque.
  var isOpaque: Bool {
    switch self {
    case .own(let transform): !transform.opacity.isAnimated && transform.opacity.fixed >= 100
    case .copy(let index, let repeater): repeater.isOpaque(copy: index)
    }
  }

  /// Whether it is fully transparent at a keyframe.
  var reachesNothing: Bool {
    switch self {
    case .own(let transform): transform.opacity.reachesZero
    case .copy: false
    }
  }

  /// Whether there is the group at a time.
  func isPresent(at time: Double) -> Bool {
    switch self {
    case .own: true
    case .copy(let index, let repeater): repeater.isPresent(copy: index, at: time)
    }
  }

  /// Opacity as a factor, 0…1.
  func opacity(at time: Double) -> Double {
    switch self {
    case .own(let transform): transform.opacity(at: time)
    case .copy(let index, let repeater): repeater.opacity(ofCopy: index, at: time)
    }
  }

  /// The group's space → its parent's.
  func matrix(at time: Double) -> Affine {
    switch self {
    case .own(let transform): transform.matrix(at: time)
    case .copy(let index, let repeater): repeater.matrix(ofCopy: index, at: time)
    }
  }
}
