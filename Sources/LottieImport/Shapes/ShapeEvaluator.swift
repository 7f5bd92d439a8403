internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// Evaluates a shape tree at one time after the other. What does not change is evaluated once.
struct ShapeEvaluator {
  let tree: ShapeTree
  /// Each path's contours after its modifiers.
  private var contours: [Known<[Contour]>]
  /// How each style paints; nil where it paints nothing.
  private var looks: [Known<StylePaint.Look?>]
  /// The time at which everything is evaluated.
  var time = 0.0
  private let limits: Limits

  /// A value and when it was asked for last.
  private struct Known<Value> {
    let changes: ChangeTimes
    private var latest: (time: Double, value: Value)?

    init(_ changes: ChangeTimes) { self.changes = changes }

    /// The value, if it is the same at a time.
    func value(at time: Double) -> Value? {
      guard let latest, !changes.separate(latest.time, time) else { return nil }
      return latest.value
    }

    mutating func set(_ value: Value, at time: Double) { latest = (time, value) }
  }

  init(_ tree: ShapeTree, limits: Limits) {
    self.tree = tree
    self.limits = limits
    contours = tree.pathChanges().map(Known.init)
    looks = tree.styles.map { Known($0.paint.changes) }
  }

  /// When what a style paints changes, apart from the groups around it.
  func changes(ofStyle index: Int) -> ChangeTimes {
    let uses = tree.styles[index].uses.flatMap { use in
      [contours[use.path].changes] + use.groups.map { tree.groups[$0].transform.changes }
    }
    return ChangeTimes(anyOf: [looks[index].changes] + uses)
  }

  /// What a style paints now, with the style's space mapped by `transform`; nil when nothing is to be seen.
  mutating func shape(style index: Int, transform: Affine) throws(Diagnostic) -> Shape? {
    guard let look = look(ofStyle: index), let outline = try outline(ofStyle: index) else { return nil }
    return Shape(outline: outline, fill: look.fill, stroke: look.stroke, transform: transform)
  }

  private mutating func look(ofStyle index: Int) -> StylePaint.Look? {
    if let known = looks[index].value(at: time) { return known }
    let look = tree.styles[index].paint.look(at: time)
    looks[index].set(look, at: time)
    return look
  }

  private mutating func outline(ofStyle index: Int) throws(Diagnostic) -> Shape.Outline? {
    let uses = tree.styles[index].uses
    if let outline = parametricOutline(uses, isDashed: tree.styles[index].paint.isDashed) { return outline }
    var path = Path()
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
  private func parametricOutline(_ uses: [ShapeTree.PathUse], isDashed: Bool) -> Shape.Outline? {
    guard uses.count == 1, let use = uses.first, use.groups.isEmpty, !tree.paths[use.path].isModified, !isDashed
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
    if let known = contours[path].value(at: time) { return known }
    if tree.paths[path].isLinked { return try evaluatedLinkedPaths()[path] ?? [] }
    guard tree.paths[path].isModified else {
      let source = sourceContours(of: path)
      contours[path].set(source, at: time)
      return source
    }
    var paths = [sourceContours(of: path)]
    for modifier in tree.paths[path].modifiers.reversed() { try modify(&paths, by: tree.modifiers[modifier].track) }
    contours[path].set(paths[0], at: time)
    return paths[0]
  }

  private func sourceContours(of path: Int) -> [Contour] {
    let contour = tree.paths[path].source.contour(at: time)
    return contour.vertices.isEmpty ? [] : [contour]
  }

  /// Modifiers link these paths to each other, so all are evaluated together.
  private mutating func evaluatedLinkedPaths() throws(Diagnostic) -> [Int: [Contour]] {
    var linked: [Int: [Contour]] = [:]
    for index in tree.paths.indices where tree.paths[index].isLinked { linked[index] = sourceContours(of: index) }
    for modifier in tree.modifiers.reversed() {
      // Read bottom to top; a sequential trim runs from the top.
      let indices = modifier.paths.reversed().filter { linked[$0] != nil }
      guard !indices.isEmpty else { continue }
      var paths = indices.map { linked[$0] ?? [] }
      try modify(&paths, by: modifier.track)
      for (index, path) in zip(indices, paths) { linked[index] = path }
    }
    for (index, path) in linked { contours[index].set(path, at: time) }
    return linked
  }

  private func modify(_ paths: inout [[Contour]], by modifier: ModifierTrack) throws(Diagnostic) {
    let count = paths.reduce(0) { $0 + $1.reduce(0) { $0 + $1.vertices.count } }
    // Three points a vertex: the modifiers of a path multiply each other.
    try limits.check(
      count * modifier.growth(at: time) * 3, atMost: limits.outlinePoints, "the number of points of a modified path")
    modifier.modify(&paths, at: time)
  }
}
