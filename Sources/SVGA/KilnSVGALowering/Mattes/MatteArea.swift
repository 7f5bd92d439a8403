package import KilnGeometry
internal import KilnPixels
package import KilnTimeline
internal import KilnRendering

/// A matte that is plain geometry in a frame: an area of constant weight.
package struct MatteArea {
  /// The visible area for the non-zero rule, in the space of the matte's parent.
  package var path: Path
  /// Factor on the alpha of what the matte cuts, inside the area, 0…1.
  var weight: Double
}

/// Reduces mattes to areas.
package struct MatteAreaFinder {
  /// An area, painted over those before, with its weight as matte.
  private struct Painting {
    var path: Path
    var weight: Double
  }

  private let timeline: Timeline
  private let frame: Int
  private let countsLuminance: Bool

  /// The area of a matte; nil if it is not one of constant weight, or that takes too long.
  ///
  /// - Parameters:
  ///   - region: Bounds of what the matte cuts; the area is right inside of them only.
  package static func area(of matte: Matte, in timeline: Timeline, frame: Int, region: Rect) -> MatteArea? {
    let finder = MatteAreaFinder(
      timeline: timeline, frame: frame, countsLuminance: matte.mode == .luma || matte.mode == .invertedLuma)
    guard let paintings = finder.paintings(matte.sprites), let area = finder.area(of: paintings) else { return nil }
    guard matte.mode.isInverted else { return area }
    guard area.weight == 1 || area.path.isEmpty else { return nil }
    let rest = Path.rect(region).combined(.difference, with: area.path, tolerance: ShapeArea.tolerance)
    return rest.map { MatteArea(path: $0, weight: 1) }
  }

  private func area(of paintings: [Painting]) -> MatteArea? {
    if paintings.count == 1 { return MatteArea(path: paintings[0].path, weight: paintings[0].weight) }
    // Areas painted so far; their union is the whole area.
    var painted: [Path] = []
    for painting in paintings {
      switch painting.weight {
      case 1: painted.append(painting.path)
      case 0:
        guard let whole = Path.union(of: painted, tolerance: ShapeArea.tolerance),
          let rest = whole.combined(.difference, with: painting.path, tolerance: ShapeArea.tolerance)
        else { return nil }
        painted = [rest]
      default: return nil
      }
    }
    return Path.union(of: painted, tolerance: ShapeArea.tolerance).map { MatteArea(path: $0, weight: 1) }
  }

  // MARK: - Sprites

  private func paintings(_ sprites: [Sprite]) -> [Painting]? {
    var result: [Painting] = []
    for sprite in sprites where sprite.frames[frame].isVisible {
      guard let own = paintings(sprite) else { return nil }
      result += own
    }
    return result
  }

  /// Areas that one sprite paints, in its parent's space.
  private func paintings(_ sprite: Sprite) -> [Painting]? {
    let state = sprite.frames[frame]
    guard sprite.blendMode == .normal, var result = contentPaintings(sprite, state) else { return nil }
    if let filters = state.filters {
      guard let whole = area(of: result), let eroded = eroded(whole.path, timeline[filters], state) else { return nil }
      result = [Painting(path: eroded, weight: whole.weight)]
    }
    if state.opacity < 1 || sprite.matte != nil {
      // Opacity and mattes apply to the composite.
      guard let whole = area(of: result), whole.weight > 0 else { return nil }
      result = [Painting(path: whole.path, weight: whole.weight * state.opacity)]
    }
    if let clip = state.clip {
      let path = timeline[clip].transformed(by: state.transform)
      guard intersect(&result, with: path) else { return nil }
    }
    if let matte = sprite.matte {
      let bounds = timeline.visibleBounds(of: sprite, frame: frame)
      guard let area = Self.area(of: matte, in: timeline, frame: frame, region: bounds),
        intersect(&result, with: area.path)
      else { return nil }
      result[0].weight *= area.weight
    }
    return result
  }

  /// An area after a filter chain of one erosion; nil for other filters.
  private func eroded(_ path: Path, _ chain: FilterChain, _ state: FrameState) -> Path? {
    guard chain.filters.count == 1, case .erode(let radius) = chain.filters[0], state.transform.isUniform() else {
      return nil
    }
    // Whole pixels, as browsers take them.
    let rest = path.eroded(
      radius: (radius * state.transform.stretch.largest).rounded(), tolerance: 4 * ShapeArea.tolerance)
    let region = state.transform.apply(chain.region)
    if region.contains(path.bounds, tolerance: 1) { return rest }
    guard state.transform.b == 0, state.transform.c == 0, region.isFinite else { return nil }
    let pixels = Path.rect(
      Rect(
        minX: region.minX.rounded(.down), minY: region.minY.rounded(.down), maxX: region.maxX.rounded(.up),
        maxY: region.maxY.rounded(.up)))
    return rest?.combined(.intersection, with: pixels, tolerance: ShapeArea.tolerance)
  }

  private func intersect(_ paintings: inout [Painting], with path: Path) -> Bool {
    for index in paintings.indices {
      guard let part = paintings[index].path.clipped(by: path, tolerance: ShapeArea.tolerance) else { return false }
      paintings[index].path = part
    }
    return true
  }

  private func contentPaintings(_ sprite: Sprite, _ state: FrameState) -> [Painting]? {
    switch sprite.content {
    case .image: return nil
    case .vector:
      guard let id = state.shapes else { return nil }
      var result: [Painting] = []
      for shape in timeline[id].shapes.mergingStrokes {
        guard let own = paintings(shape, state.transform) else { return nil }
        result += own
      }
      return result
    case .group(let children):
      return paintings(children)?.map {
        Painting(path: $0.path.transformed(by: state.transform), weight: $0.weight)
      }
    }
  }

  private func paintings(_ shape: Shape, _ transform: Affine) -> [Painting]? {
    var mapped = shape
    mapped.transform = transform * shape.transform
    if let expanded = expanded(mapped) { return [Painting(path: expanded, weight: 1)] }
    var result: [Painting] = []
    if let fill = shape.fill, !fill.paint.isTransparent {
      guard let weight = weight(of: fill.paint),
        let path = ShapeArea.fill(of: mapped, rule: fill.rule, tolerance: ShapeArea.tolerance)
      else { return nil }
      result.append(Painting(path: path, weight: weight))
    }
    if let stroke = shape.stroke, !stroke.paint.isTransparent {
      guard let weight = weight(of: stroke.paint) else { return nil }
      let path = ShapeArea.stroke(of: mapped, style: stroke.style, tolerance: ShapeArea.tolerance)
      result.append(Painting(path: path, weight: weight))
    }
    return result
  }

  /// Area of a shape whose fill and stroke both have weight 1: one outset outline, which has fewer points than a union.
  private func expanded(_ shape: Shape) -> Path? {
    guard let fill = shape.fill, let stroke = shape.stroke, weight(of: fill.paint) == 1, weight(of: stroke.paint) == 1
    else { return nil }
    return ShapeArea.expanded(shape, rule: fill.rule, by: stroke.style, tolerance: ShapeArea.tolerance)
  }

  /// Weight of a paint as matte; nil for a gradient.
  private func weight(of paint: Paint) -> Double? {
    guard case .solid(let color) = paint else { return nil }
    guard countsLuminance else { return color.alpha }
    // Luminance within half an 8-bit level of an end counts as that end. Translucent black neither shows nor hides.
    let luminance = color.luminance > 1 - 1 / 512 ? 1 : color.luminance < 1 / 512 ? 0 : color.luminance
    return luminance == 0 && color.alpha < 1 ? nil : luminance * color.alpha
  }
}

extension Paint {
  fileprivate var isTransparent: Bool {
    switch self {
    case .solid(let color): color.alpha == 0
    case .gradient(let gradient): gradient.isTransparent
    }
  }
}

extension [Shape] {
  /// The shapes, with a fill and a following stroke of the same outline merged into one shape. The stroke's outline may
  /// be open where it ends at its start.
  fileprivate var mergingStrokes: [Shape] {
    reduce(into: []) { result, shape in
      if let last = result.last, last.stroke == nil, shape.fill == nil, last.transform == shape.transform,
        last.outline == shape.outline || last.outline.path.closedContours == shape.outline.path.closedContours
      {
        result[result.count - 1].stroke = shape.stroke
        result[result.count - 1].outline = shape.outline
      } else {
        result.append(shape)
      }
    }
  }
}

extension Path {
  /// The contours, with those closed that end where they start.
  fileprivate var closedContours: [Contour] {
    contours.map { path in
      let contour = Contour(path)
      guard !contour.isClosed, path.points.first == path.points.last else { return contour }
      var closed = path
      closed.close()
      return Contour(closed)
    }
  }
}
