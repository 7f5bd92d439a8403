/// Objects of the document that scripts can access: the counterpart of the prelude's interfaces.
enum NativeHost {
  case composition(NativeComposition)
  case layer(NativeElement)
  /// The `transform` of a layer.
  case transform(NativeElement)
  case effects(NativeElement)
  case effect(NativeEffect)
  /// A shape layer's shapes.
  case contents(NativeElement)
  case item(NativeItem)
  case groupContents(NativeItem)
  case groupTransform(NativeItem)
  case property(NativeProperty)
  case path(NativeProperty)
  case math
}

/// Functions that scripts call.
enum NativeFunction {
  /// One of the names that every expression has.
  case named(NativeName)
  case math(NativeMath)
  case declared(NativeSyntax.Function, NativeFrame)
  /// A point in a layer's space to its composition's, or back.
  case space(NativeElement, isInverse: Bool)
  case property(NativeProperty, Property)
  case wiggle
  /// `propertyGroup` of a group of shapes.
  case groupAbove(NativeItem)
  // Functions of an array or a text.
  case push(NativeArray)
  case split(String)

  /// Functions of a property.
  enum Property {
    case valueAtTime
    case velocityAtTime
    case key
    case nearestKey
    case loopIn
    case loopOut
    case points(PathPoints)
    case isClosed
    case pointOnPath
    case groupAbove
  }

  enum PathPoints {
    case vertices
    case incoming
    case outgoing
  }
}

/// The variables of a function that runs.
final class NativeFrame {
  /// Each access is instantaneous.
  @exclusivity(unchecked) var slots: [NativeValue]
  let outer: NativeFrame?

  init(count: Int, inside outer: NativeFrame?) {
    slots = Array(repeating: .undefined, count: count)
    self.outer = outer
  }
}
