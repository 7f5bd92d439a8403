/// Meaning of a name that every expression has, resolved when its text is read.
enum NativeMeaning {
  /// A value of the expression, or what its layer has in a way of its own.
  case own(NativeName)
  /// A member of the expression's layer.
  case layer(NativeMember)
  /// A function of the expression's property.
  case property(NativeFunction.Property)
  /// A function of the vocabulary.
  case function(NativeName)

  init(_ name: NativeName) {
    self =
      switch name {
      case .transform, .bodymovinTransform: .layer(.transform)
      case .index: .layer(.index)
      case .name: .layer(._name)
      case .inPoint: .layer(.inPoint)
      case .outPoint: .layer(.outPoint)
      case .effect: .layer(.effect)
      case .toWorld, .toComp: .layer(.toWorld)
      case .fromWorld, .fromComp, .fromCompToSurface: .layer(.fromWorld)
      case .valueAtTime: .property(.valueAtTime)
      case .velocityAtTime: .property(.velocityAtTime)
      case .key: .property(.key)
      case .nearestKey: .property(.nearestKey)
      case .loopIn, .loop_in: .property(.loopIn)
      case .loopOut, .loop_out: .property(.loopOut)
      case .value, .time, .thisProperty, .thisLayer, .thisComp, .active, .numKeys, .content, .hasParent, .parent,
        .anchorPoint, .undefined, .notNumber, .infinity, .math, .wiggle:
        .own(name)
      default: .function(name)
      }
  }
}
