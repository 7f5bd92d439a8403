internal import KilnGeometry

/// Matrix and opacity of a group's items over time.
enum GroupTransform: ValueTrack {
  /// The group's own transform.
  case own(TransformTrack)
  /// The group is a copy that a repeater makes, counted from 0.
  case copy(Int, of: RepeaterTrack)

  /// Whether the matrix changes over time, or whether there is the group.
  var isAnimated: Bool {
    switch self {
    case .own(let transform): transform.matrix.isAnimated
    case .copy(let index, let repeater): repeater.steps.formula.isMoving(copy: index)
    }
  }

  /// Times at which the matrix changes, or the group appears or disappears.
  var changes: ChangeTimes {
    switch self {
    case .own(let transform): transform.matrix.changes
    case .copy(_, let repeater): repeater.steps.changes
    }
  }

  /// The group's space → its parent's.
  func value(at time: Double, in context: EvaluationContext) -> Affine {
    switch self {
    case .own(let transform): transform.matrix.value(at: time, in: context)
    case .copy(let index, let repeater): repeater.steps.value(at: time, in: context).matrix(ofCopy: index)
    }
  }

  /// Whether the group's items get sprites of their own, so that the matrix is the sprite's instead of the shapes'.
  ///
  /// Copies that cannot share a sprite share their shape lists.
  var hasOwnSprites: Bool {
    switch self {
    case .own: isAnimated
    case .copy: isAnimated || !isOpaque
    }
  }

  /// Whether the opacity is always 1.
  var isOpaque: Bool {
    switch self {
    case .own(let transform): transform.isOpaque
    case .copy(let index, let repeater): repeater.isOpaque(copy: index)
    }
  }

  /// Whether the opacity is 0 at a keyframe.
  var reachesTransparency: Bool {
    switch self {
    case .own(let transform): transform.reachesTransparency
    case .copy: false
    }
  }

  /// Whether there is the group at a time.
  func isPresent(at time: Double, in context: EvaluationContext) -> Bool {
    switch self {
    case .own: true
    case .copy(let index, let repeater): index < repeater.steps.formula.count(at: time, in: context)
    }
  }

  /// Opacity as a factor, 0…1.
  func opacity(at time: Double, in context: EvaluationContext) -> Double {
    switch self {
    case .own(let transform): transform.opacity(at: time, in: context)
    case .copy(let index, let repeater): repeater.opacity(ofCopy: index, at: time, in: context)
    }
  }
}
