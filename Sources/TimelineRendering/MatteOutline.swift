internal import Geometry
internal import Pixels
internal import TimelineModel

/// A matte that is nothing but one shape filled with one colour, as most masks are: its coverage alone decides.
struct MatteOutline {
  /// The list with the shape.
  var list: ShapeListID
  /// Space of the shape's sprite → the space that the matte stands in.
  var transform: Affine
  /// What counts as inside.
  var rule: FillRule
  /// How much is seen inside, 0…1.
  var weight: Double
}

extension Matte {
  /// The matte as one outline in a frame; nil if it is not that simple.
  func singleOutline(_ timeline: Timeline, frame: Int) -> MatteOutline? {
    guard !mode.isInverted, let index = sprites.firstIndex(where: { $0.frames[frame].isVisible }),
      !sprites[(index + 1)...].contains(where: { $0.frames[frame].isVisible })
    else { return nil }
    let sprite = sprites[index]
    let state = sprite.frames[frame]
    guard case .vector = sprite.content, sprite.matte == nil, sprite.blendMode == .normal, state.clip == nil,
      state.filters == nil, let list = state.shapes
    else { return nil }
    let shapes = timeline[list].shapes
    guard shapes.count == 1, shapes[0].stroke == nil, let fill = shapes[0].fill, case .solid(let color) = fill.paint
    else { return nil }
    return MatteOutline(
      list: list, transform: state.transform, rule: fill.rule,
      weight: state.opacity * color.alpha * (mode == .luma ? color.luminance : 1))
  }
}
