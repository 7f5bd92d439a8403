internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

/// A matte that consists of one shape with a solid fill, as most masks do. It is applied as coverage, without a mask
/// pixmap.
struct MatteOutline {
  /// The shape list with the single shape.
  var list: ShapeListID
  /// Sprite space of the shape's sprite → parent space of the matted sprite.
  var transform: Affine
  /// Fill rule of the shape.
  var rule: FillRule
  /// Factor on the matted sprite's alpha inside the shape, 0…1.
  var weight: Double
}

extension Matte {
  /// The matte as a single outline in a frame; nil if it is more complex.
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
