internal import KilnJSON

// Points on paths.
extension NativeMachine {
  /// Units of what is kept that the lengths of one segment take.
  private static let sizeOfSegment = 10

  /// Lengths of a path. lottie-web measures a path once, when a script asks for a point of it for the first time: in the first
  /// frame of the script's layer.
  func length(of property: NativeProperty, askedBy element: NativeElement) throws(NativeStop) -> NativePathLength {
    let isFixed = property.source == nil && property.keyframes?.isAnimated == false
    let frame = isFixed ? 0 : try firstFrame(of: element)
    if let known = property.lengths[frame] { return known }
    let value = isFixed ? try current(property) : try at(frame) { () throws(NativeStop) in try current(property) }
    guard case .path(let path) = value else { throw .unknown }
    try budget.countSteps(path.vertices.count * Self.sizeOfSegment)
    let length = NativePathLength(path)
    budget.keep(path.vertices.count * Self.sizeOfSegment)
    property.lengths[frame] = length
    return length
  }

  /// The frame of the root composition in which a layer's expressions run first, if the animation is played from its beginning.
  private func firstFrame(of element: NativeElement) throws(NativeStop) -> Double {
    if let known = element.firstFrame { return known }
    guard let times = document.times else { throw .unknown }
    let first = (times.lowerBound + 0.5).rounded(.down)
    var frame = first
    while frame < times.upperBound {
      try budget.countSteps(1)
      let runs = try at(frame) { () throws(NativeStop) in try runsExpressions(of: element) }
      if runs { break }
      frame += 1
    }
    let found = frame < times.upperBound ? frame : first
    element.firstFrame = found
    return found
  }

  /// Whether lottie-web brings a layer up to date now. Nulls and parents are moved also where they are not seen.
  private func runsExpressions(of element: NativeElement) throws(NativeStop) -> Bool {
    let isMoved = element.type == 3 || element.isParent
    guard isMoved ? true : try isInRange(element) else { return false }
    var user = element.composition.user
    while let outer = user {
      guard try isInRange(outer) else { return false }
      user = outer.composition.user
    }
    return true
  }

  /// Whether a layer is seen now.
  func isInRange(_ element: NativeElement) throws(NativeStop) -> Bool {
    guard let start = element.json.number("ip"), let end = element.json.number("op") else { throw .unknown }
    let frame = try frame(of: element.composition, isRead: true)
    return start <= frame && end > frame
  }
}
