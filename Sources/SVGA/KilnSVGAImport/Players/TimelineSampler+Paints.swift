internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

// Shapes for players that draw each paint by itself, with the sprite's opacity in its colour.
extension TimelineSampler {
  /// Shapes of a frame of a track; none if it is hidden.
  func paintedShapes(of track: SpriteTrack, at index: Int) -> [Shape] {
    let frame = track.frame(at: index)
    guard frame.opacity > 0, let shapes = frame.shapes else { return [] }
    return drawing.painted(tables.shapeLists[shapes], opacity: frame.opacity)
  }

  /// States with some of the shapes of a track.
  ///
  /// - Parameter shapes: Those at a frame of the timeline.
  mutating func paintedStates(
    _ track: SpriteTrack, _ shapes: (_ frame: Int) -> [Shape]
  ) throws(Diagnostic) -> [FrameState] {
    var states: [FrameState] = []
    states.reserveCapacity(indices.count)
    for (number, index) in indices.enumerated() {
      let shapes = shapes(number)
      let isDrawn = !shapes.isEmpty && !failed[number]
      states.append(isDrawn ? try state(shapes, in: track.frame(at: index)) : .hidden)
    }
    return states
  }

  private mutating func state(_ shapes: [Shape], in frame: SpriteTrack.Frame) throws(Diagnostic) -> FrameState {
    guard drawing.strokesAfterTransforms else {
      return FrameState(
        opacity: 1, transform: frame.transform, shapes: try builder.intern(shapes),
        clip: try clip(frame.clip, map: .identity))
    }
    let placed = drawing.strokedAfterTransforms(shapes, by: frame.transform)
    return FrameState(
      opacity: 1, transform: .identity, shapes: try builder.intern(placed),
      clip: try clip(frame.clip, map: frame.transform))
  }
}
