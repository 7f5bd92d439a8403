internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

/// Merges a group of opaque shapes into one shape list.
struct GroupMerger {
  /// Maximum number of shapes in the list.
  private static let maximumShapeCount = 64

  private let tables: TimelineBuilder
  private let frame: Int

  /// The shapes of all children in their group's space; nil if they are not all opaque.
  static func shapes(of children: [Sprite], frame: Int, in tables: TimelineBuilder) -> [Shape]? {
    var shapes: [Shape] = []
    let merger = GroupMerger(tables: tables, frame: frame)
    return merger.add(children, .identity, to: &shapes) ? shapes : nil
  }

  /// Adds the shapes of sprites; false if they cannot be merged.
  private func add(_ sprites: [Sprite], _ transform: Affine, to shapes: inout [Shape]) -> Bool {
    for sprite in sprites where sprite.frames[frame].isVisible {
      let state = sprite.frames[frame]
      guard state.opacity == 1, state.filters == nil, sprite.matte == nil, sprite.blendMode == .normal else {
        return false
      }
      var own: [Shape] = []
      switch sprite.content {
      case .image: return false
      case .vector:
        guard let id = state.shapes else { return false }
        own = tables[id].shapes
      case .group(let children):
        guard add(children, .identity, to: &own) else { return false }
      }
      guard own.allSatisfy({ $0.paints.allSatisfy { $0.onlyPaint?.isOpaque == true } }) else { return false }
      if let clip = state.clip {
        let scale = (transform * state.transform).stretch.largest
        guard let cut = cut(own, by: tables[clip], tolerance: ShapeArea.tolerance(atScale: scale)) else {
          return false
        }
        own = cut
      }
      for var shape in own {
        shape.transform = transform * state.transform * shape.transform
        shapes.append(shape)
      }
      guard shapes.count <= Self.maximumShapeCount else { return false }
    }
    return true
  }

  /// The shapes cut by a clip; nil if that takes too long.
  private func cut(_ shapes: [Shape], by clip: Path, tolerance: Double) -> [Shape]? {
    var result: [Shape] = []
    for paint in shapes.flatMap(\.paints) {
      switch clip.relation(to: paint.bounds, tolerance: tolerance) {
      case .inside: result.append(paint)
      case .outside: break
      case .across:
        guard let color = paint.onlyPaint, let back = paint.transform.inverse,
          let area = ShapeArea.area(of: paint, tolerance: tolerance),
          let rest = area.combined(.intersection, with: clip, tolerance: tolerance)
        else { return nil }
        if rest.isEmpty { continue }
        result.append(
          Shape(outline: .path(rest.transformed(by: back)), fill: Fill(color), transform: paint.transform))
      }
    }
    return result
  }
}
