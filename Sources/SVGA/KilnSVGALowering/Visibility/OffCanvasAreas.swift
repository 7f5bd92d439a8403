internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Cuts areas that go far beyond the canvas, such as what an inverted mask leaves: their numbers would need many digits, and
/// rounding to fewer moves the edges that are seen.
struct OffCanvasAreas {
  /// Size beyond which areas are cut, in longer sides of the canvas.
  private static let reach = 32.0
  /// Width of the margin around the canvas that is kept, in its longer sides: players may show more than the canvas.
  private static let margin = 1.0

  /// The sprites with lists that end near the canvas.
  ///
  /// - Throws: `limit.exceeded`.
  static func cropped(
    _ sprites: [Sprite], canvas: Size, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    let longer = max(canvas.width, canvas.height)
    let far = lists(of: sprites) { list, transform in
      let bounds = transform.apply(builder[list].bounds)
      return max(bounds.width, bounds.height) > reach * longer ? bounds : .empty
    }
    if far.isEmpty { return sprites }
    let kept = Rect(x: 0, y: 0, width: canvas.width, height: canvas.height)
      .outset(x: margin * longer, y: margin * longer)
    // A list whose transform has no inverse has no area on the canvas and shows nothing.
    let seen = lists(of: sprites) { list, transform in
      far[list] == nil ? .empty : transform.inverse?.apply(kept) ?? .empty
    }
    var cropped: [ShapeListID: ShapeListID] = [:]
    for (list, seen) in seen.sorted(by: { $0.key.index < $1.key.index }) {
      let shapes = builder[list].shapes.compactMap { $0.cropped(to: seen) }
      // A list without shapes would be no list.
      if !shapes.isEmpty { cropped[list] = try builder.intern(shapes) }
    }
    return sprites.map { $0.mappingShapes(cropped) }
  }

  /// For each shape list, the union of its visible areas in all frames; lists with an empty area are left out.
  private static func lists(
    of sprites: [Sprite], _ area: (ShapeListID, Affine) -> Rect
  ) -> [ShapeListID: Rect] {
    var areas: [ShapeListID: Rect] = [:]
    var last: FrameState?
    for sprite in sprites {
      sprite.forEachPart { part in
        for state in part.frames where state.isVisible && state != last {
          last = state
          guard let list = state.shapes else { continue }
          let own = area(list, state.transform)
          if !own.isEmpty { areas[list] = areas[list, default: .empty].union(own) }
        }
      }
    }
    return areas
  }
}

extension Shape {
  /// The shape within a rectangle of the list's space, if it is an area; nil if nothing of it is there.
  fileprivate func cropped(to rect: Rect) -> Shape? {
    guard stroke == nil, let back = transform.inverse else { return self }
    let path = outline.path.cropped(to: back.apply(rect))
    return path.isEmpty ? nil : Shape(outline: .path(path), style: style, transform: transform)
  }
}
