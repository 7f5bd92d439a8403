internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// Evaluates a shape tree at one time after the other. What does not change is evaluated once.
struct ShapeEvaluator {
  let tree: ShapeTree
  /// Each path's contours after its modifiers; nil until asked for.
  private var contours: [[Contour]?]
  private var time = 0.0
  private let limits: Limits

  init(_ tree: ShapeTree, limits: Limits) {
    self.tree = tree
    self.limits = limits
    contours = Array(repeating: nil, count: tree.paths.count)
  }

  /// Moves to a time and forgets what depends on it.
  mutating func seek(to time: Double) {
    self.time = time
    for index in contours.indices where tree.paths[index].isAnimated { contours[index] = nil }
  }

  /// What a style paints now, with the style's space mapped by `transform`; nil when nothing is to be seen.
  mutating func shape(style index: Int, transform: Affine) throws(Diagnostic) -> Shape? {
    guard let outline = try outline(ofStyle: index) else { return nil }
    return tree.styles[index].paint.shape(outline, transform: transform, at: time)
  }

  private mutating func outline(ofStyle index: Int) throws(Diagnostic) -> Shape.Outline? {
    if let outline = parametricOutline(of: tree.styles[index]) { return outline }
    var path = Path()
    let uses = tree.styles[index].uses
    if uses.count == 1 {
      path.reserveSegments(try evaluatedContours(of: uses[0].path).reduce(0) { $0 + $1.vertices.count + 1 })
    }
    for use in uses where use.groups.allSatisfy({ tree.groups[$0].transform.isPresent(at: time) }) {
      let transform = tree.matrix(of: use.groups, at: time)
      for contour in try evaluatedContours(of: use.path) { path.append(contour, transformedBy: transform) }
      try limits.check(path.points.count, atMost: limits.outlinePoints, "the number of points of all outlines")
    }
    return path.isEmpty ? nil : .path(path)
  }

  /// A rectangle or ellipse alone keeps its parameters, unless it matters where it starts.
  private func parametricOutline(of style: ShapeTree.Style) -> Shape.Outline? {
    guard style.uses.count == 1, let use = style.uses.first, use.groups.isEmpty, !tree.paths[use.path].isModified,
      !style.paint.isDashed
    else { return nil }
    switch tree.paths[use.path].source {
    case .rectangle(let position, let size, let radius, _):
      let center = position.value(at: time)
      let extent = size.value(at: time)
      let rounding = min(radius.value(at: time), extent.x / 2, extent.y / 2)
      guard extent.x > 0, extent.y > 0, rounding >= 0 else { return nil }
      let rect = Rect(x: center.x - extent.x / 2, y: center.y - extent.y / 2, width: extent.x, height: extent.y)
      return .rect(rect, cornerRadius: rounding)
    case .ellipse(let position, let size, _):
      let extent = size.value(at: time)
      guard extent.x > 0, extent.y > 0 else { return nil }
      return .ellipse(center: position.value(at: time).point, radii: Size(extent.x / 2, extent.y / 2))
    default: return nil
    }
  }

  private mutating func evaluatedContours(of path: Int) throws(Diagnostic) -> [Contour] {
    if let known = contours[path] { return known }
    if tree.paths[path].isLinked {
      try evaluateLinkedPaths()
    } else {
      var paths = [sourceContours(of: path)]
      for modifier in tree.paths[path].modifiers.reversed() { try modify(&paths, by: tree.modifiers[modifier].track) }
      contours[path] = paths[0]
    }
    return contours[path] ?? []
  }

  private func sourceContours(of path: Int) -> [Contour] {
    let contour = tree.paths[path].source.contour(at: time)
    return contour.vertices.isEmpty ? [] : [contour]
  }

  /// Modifiers link these paths to each other, so all that are still unknown are evaluated together.
  private mutating func evaluateLinkedPaths() throws(Diagnostic) {
    let wanted = contours.indices.filter { contours[$0] == nil && tree.paths[$0].isLinked }
    for index in wanted { contours[index] = sourceContours(of: index) }
    let isWanted = Set(wanted)
    for modifier in tree.modifiers.reversed() {
      // Read bottom to top; a sequential trim runs from the top.
      let indices = modifier.paths.reversed().filter(isWanted.contains)
      guard !indices.isEmpty else { continue }
      var paths = indices.map { contours[$0] ?? [] }
      try modify(&paths, by: modifier.track)
      for (index, path) in zip(indices, paths) { contours[index] = path }
    }
  }

  private func modify(_ paths: inout [[Contour]], by modifier: ModifierTrack) throws(Diagnostic) {
    let count = paths.reduce(0) { $0 + $1.reduce(0) { $0 + $1.vertices.count } }
    // Three points a vertex: the modifiers of a path multiply each other.
    try limits.check(
      count * modifier.growth(at: time) * 3, atMost: limits.outlinePoints, "the number of points of a modified path")
    modifier.modify(&paths, at: time)
  }
}
