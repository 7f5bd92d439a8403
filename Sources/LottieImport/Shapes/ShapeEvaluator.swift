internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// Evaluates a shape tree at one time after the other. What does not change is evaluated once.
struct ShapeEvaluator {
  let tree: ShapeTree
  /// Each modified path before its modifiers: what stays the same is measured once.
  private var sources: [Known<MeasuredPath>]
  /// Each modified path's contours after its modifiers.
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
    sources = tree.paths.map { Known($0.source.changes) }
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

  /// Adds what a style paints now, with the style's space mapped by `transform`, if something is to be seen.
  mutating func append(style index: Int, transform: Affine, to shapes: inout [Shape]) throws(Diagnostic) {
    guard let look = look(ofStyle: index), let outline = try outline(ofStyle: index) else { return }
    shapes.append(Shape(outline: outline, fill: look.fill, stroke: look.stroke, transform: transform))
  }

  private mutating func look(ofStyle index: Int) -> StylePaint.Look? {
    if let known = looks[index].value(at: time) { return known }
    let look = tree.styles[index].paint.look(at: time)
    looks[index].set(look, at: time)
    return look
  }

  private mutating func outline(ofStyle index: Int) throws(Diagnostic) -> Shape.Outline? {
    // By index, because a copy of a use costs several reference counts.
    let count = tree.styles[index].uses.count
    if count == 1, let outline = parametricOutline(ofStyle: index) { return outline }
    var path = Path()
    for use in 0..<count {
      let node = tree.styles[index].uses[use].path
      var transform = Affine.identity
      if !tree.styles[index].uses[use].groups.isEmpty {
        let groups = tree.styles[index].uses[use].groups
        guard groups.allSatisfy({ tree.groups[$0].transform.isPresent(at: time) }) else { continue }
        transform = tree.matrix(of: groups, at: time)
      }
      if tree.paths[node].isModified {
        for contour in try evaluatedContours(of: node) { path.append(contour, transformedBy: transform) }
      } else {
        tree.paths[node].source.append(to: &path, at: time, transformedBy: transform)
      }
      try limits.check(path.points.count, atMost: limits.outlinePoints, "the number of points of all outlines")
    }
    return path.isEmpty ? nil : .path(path)
  }

  /// A rectangle or ellipse alone keeps its parameters, unless it matters where it starts.
  private func parametricOutline(ofStyle index: Int) -> Shape.Outline? {
    let use = tree.styles[index].uses[0].path
    guard tree.styles[index].uses[0].groups.isEmpty, !tree.paths[use].isModified, !tree.styles[index].paint.isDashed
    else { return nil }
    return tree.paths[use].source.parametricOutline(at: time)
  }

  private mutating func evaluatedContours(of path: Int) throws(Diagnostic) -> [Contour] {
    if let known = contours[path].value(at: time) { return known }
    if tree.paths[path].isLinked { return try evaluatedLinkedPaths()[path] ?? [] }
    var paths = [sourcePath(path)]
    for modifier in tree.paths[path].modifiers.reversed() { try modify(&paths, by: tree.modifiers[modifier].track) }
    contours[path].set(paths[0].contours, at: time)
    return paths[0].contours
  }

  private mutating func sourcePath(_ index: Int) -> MeasuredPath {
    if let known = sources[index].value(at: time) { return known }
    let contour = tree.paths[index].source.contour(at: time)
    let path = MeasuredPath(contour.vertices.isEmpty ? [] : [contour])
    sources[index].set(path, at: time)
    return path
  }

  /// Modifiers link these paths to each other, so all are evaluated together.
  private mutating func evaluatedLinkedPaths() throws(Diagnostic) -> [Int: [Contour]] {
    var linked: [Int: MeasuredPath] = [:]
    for index in tree.paths.indices where tree.paths[index].isLinked { linked[index] = sourcePath(index) }
    for modifier in tree.modifiers.reversed() {
      // Read bottom to top; a sequential trim runs from the top.
      let indices = modifier.paths.reversed().filter { linked[$0] != nil }
      guard !indices.isEmpty else { continue }
      var paths = indices.compactMap { linked[$0] }
      try modify(&paths, by: modifier.track)
      for (index, path) in zip(indices, paths) { linked[index] = path }
    }
    for (index, path) in linked { contours[index].set(path.contours, at: time) }
    return linked.mapValues(\.contours)
  }

  private func modify(_ paths: inout [MeasuredPath], by modifier: ModifierTrack) throws(Diagnostic) {
    let count = paths.reduce(0) { $0 + $1.contours.reduce(0) { $0 + $1.vertices.count } }
    // Three points a vertex: the modifiers of a path multiply each other.
    try limits.check(
      count * modifier.growth(at: time) * 3, atMost: limits.outlinePoints, "the number of points of a modified path")
    modifier.modify(&paths, at: time)
  }
}
