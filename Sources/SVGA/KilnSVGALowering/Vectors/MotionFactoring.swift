internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Finds shape lists that are transformed copies of others, and moves the difference into the transform.
struct MotionFactoring {
  /// Maximum error of a point in pixels of the canvas.
  private static let tolerance = 0.02
  /// Number of earlier lists that one is compared with.
  private static let referenceCount = 4

  private struct Reference {
    var id: ShapeListID
    var pose: ShapePose
  }

  /// The sprite with transformed copies of a list replaced by that list under another transform.
  ///
  /// - Throws: `limit.exceeded`.
  static func factor(_ sprite: Sprite, in builder: inout TimelineBuilder) throws(Diagnostic) -> Sprite {
    let lists = Set(sprite.frames.compactMap { $0.isVisible ? $0.shapes : nil })
    guard lists.count > 1 else { return sprite }
    let scale = sprite.frames.reduce(0) { $1.isVisible ? max($0, $1.transform.stretch.largest) : $0 }
    let tolerance = tolerance / max(1e-6, scale)
    var references: [ShapePose.Signature: [Reference]] = [:]
    var maps: [ShapeListID: (list: ShapeListID, map: Affine)] = [:]
    var result = sprite
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      guard let id = state.shapes, state.filters == nil else { continue }
      if maps[id] == nil { maps[id] = map(of: id, tolerance, builder, &references) }
      guard let (list, map) = maps[id], list != id else { continue }
      var moved = state
      moved.shapes = list
      moved.transform = state.transform * map
      if let clip = state.clip {
        guard let back = map.inverse else { continue }
        moved.clip = try builder.intern(clip: builder[clip].transformed(by: back))
      }
      result.frames[frame] = moved
    }
    return result
  }

  /// The list that another one is a transformed copy of, or itself.
  private static func map(
    of id: ShapeListID, _ tolerance: Double, _ builder: TimelineBuilder,
    _ references: inout [ShapePose.Signature: [Reference]]
  ) -> (list: ShapeListID, map: Affine) {
    guard let pose = ShapePose(builder[id].shapes) else { return (id, .identity) }
    let known = references[pose.signature] ?? []
    for reference in known.reversed() {
      if let map = pose.map(from: reference.pose, tolerance: tolerance) { return (reference.id, map) }
    }
    references[pose.signature] = known.suffix(referenceCount - 1) + [Reference(id: id, pose: pose)]
    return (id, .identity)
  }
}
