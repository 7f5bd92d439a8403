internal import KilnGeometry
internal import KilnTimeline

// Paints that overlap in a translucent sprite.
extension PaintRewriter {
  /// A fill or stroke of a list.
  typealias Entry = (paint: Shape, key: PaintCache.Key)

  /// Neighbouring paints of one colour, and where they are.
  private struct Layer {
    var color: Paint
    /// Transform of a gradient's geometry; identity for a solid colour.
    var transform: Affine
    var areas: [Path]
  }

  /// Opaque paints, those of one colour that lie upon each other as one; nil if a paint is not opaque.
  private func layers(of paints: [Entry]) -> [Layer]? {
    var layers: [Layer] = []
    for (paint, key) in paints {
      guard let color = paint.onlyPaint, color.isOpaque, let area = outline(of: paint, key) else { return nil }
      var transform = Affine.identity
      if case .gradient = color { transform = paint.transform }
      if let last = layers.indices.last, layers[last].color == color, layers[last].transform == transform {
        layers[last].areas.append(area)
      } else {
        layers.append(Layer(color: color, transform: transform, areas: [area]))
      }
    }
    return layers
  }

  /// The visible parts of opaque paints, each colour without what lies above it, and whether colours meet; nil if a paint is
  /// not opaque.
  func visibleParts(of paints: [Entry], _ clip: Path?) -> (shapes: [Shape], colorsMeet: Bool)? {
    guard paints.count <= 64, let layers = layers(of: paints) else { return nil }
    var covered = Path()
    // Below the last one nothing is covered.
    var left = layers.count
    var colors: [Shape] = []
    var areas: [Shape: Path] = [:]
    for layer in layers.reversed() {
      guard let area = Path.union(of: layer.areas, tolerance: tolerance)?.clipped(by: clip, tolerance: tolerance),
        let rest = area.combined(.difference, with: covered, tolerance: tolerance)
      else { return nil }
      left -= 1
      if covered.isEmpty {
        covered = area
      } else if left > 0 {
        guard let union = covered.combined(.union, with: area, tolerance: tolerance) else { return nil }
        covered = union
      }
      if rest.isEmpty { continue }
      // Parts of one colour are one shape; those of a gradient only if it has the same geometry.
      let key = Shape(outline: .path(Path()), fill: Fill(layer.color), transform: layer.transform)
      guard let back = key.transform.inverse else { return nil }
      if areas[key] == nil { colors.append(key) }
      areas[key, default: Path()].append(rest, transformedBy: back)
    }
    let shapes = colors.reversed().compactMap { color in
      areas[color].map { area in
        var shape = color
        shape.outline = .path(area)
        return shape
      }
    }
    return (shapes, layers.count > 1)
  }

  /// Whether no two paints share an area. More than 32 are assumed to overlap.
  func areDisjoint(_ paints: [Entry]) -> Bool {
    guard paints.count <= 32 else { return false }
    if paints.map(\.paint.bounds).areDisjoint { return true }
    // Miters make bounds of strokes much too large.
    let areas = paints.compactMap { outline(of: $0.paint, $0.key) }
    guard areas.count == paints.count else { return false }
    let bounds = areas.map(\.bounds)
    for first in areas.indices {
      for second in areas.indices[..<first] where bounds[first].overlaps(bounds[second]) {
        let shared = areas[first].combined(.intersection, with: areas[second], tolerance: tolerance)
        guard let shared, shared.isEmpty else { return false }
      }
    }
    return true
  }
}
