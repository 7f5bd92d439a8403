internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Evaluates a shape tree at one time after the other. Unchanged values are not evaluated again.
struct ShapeEvaluator {
  let tree: ShapeTree
  /// Each modified or merged path before its modifiers; a cached one is not measured again.
  private var sources: [LastValueCache<MeasuredPath>]
  /// Each modified or merged path's contours after its modifiers.
  private var contours: [LastValueCache<[Contour]>]
  /// Each style's fill or stroke; nil where it paints nothing.
  private var styleCaches: [LastValueCache<ShapeStyle?>]
  /// The time at which everything is evaluated, in frames.
  var time = 0.0
  /// The layer for which everything is evaluated.
  var context = EvaluationContext.constant
  private let merger: PathMerger
  private let limits: Limits

  init(_ tree: ShapeTree, merger: PathMerger, limits: Limits) {
    self.tree = tree
    self.merger = merger
    self.limits = limits
    sources = tree.paths.map { LastValueCache(tree.changes(of: $0)) }
    contours = tree.pathChanges().map(LastValueCache.init)
    styleCaches = tree.styles.map { LastValueCache($0.paint.changes) }
  }

  /// Number of vertices of the paths that are cached.
  var cachedVertexCount: Int {
    contours.reduce(0) { $0 + ($1.latestValue?.reduce(0) { $0 + $1.vertices.count } ?? 0) }
      + sources.reduce(0) { $0 + ($1.latestValue?.contours.reduce(0) { $0 + $1.vertices.count } ?? 0) }
  }

  /// Times at which the outline or paint of a style changes, apart from the groups around it.
  func changes(ofStyle index: Int) -> ChangeTimes {
    var parts = [styleCaches[index].changes]
    for use in tree.styles[index].uses {
      parts.append(contours[use.path].changes)
      for group in use.groups { parts.append(tree.groups[group].transform.changes) }
    }
    return ChangeTimes(anyOf: parts)
  }

  /// Adds what a style paints now, with the style's space mapped by `transform`, if something is to be seen.
  mutating func append(style index: Int, transform: Affine, to shapes: inout [Shape]) throws(Diagnostic) {
    guard let style = style(ofStyle: index), let outline = try outline(ofStyle: index) else { return }
    shapes.append(Shape(outline: outline, style: style, transform: transform))
  }

  private mutating func style(ofStyle index: Int) -> ShapeStyle? {
    styleCaches[index].value(at: time) { tree.styles[index].paint.value(at: time, in: context) }
  }

  /// Outline that a style would paint now, in its own space; nil if there is nothing to paint.
  mutating func outline(ofStyle index: Int) throws(Diagnostic) -> Shape.Outline? {
    // By index, because a copy of a use costs several reference counts.
    let count = tree.styles[index].uses.count
    if count == 1, let outline = parametricOutline(ofStyle: index) { return outline }
    var path = Path()
    for use in 0..<count {
      let node = tree.styles[index].uses[use].path
      var transform = Affine.identity
      if !tree.styles[index].uses[use].groups.isEmpty {
        let groups = tree.styles[index].uses[use].groups
        guard groups.allSatisfy({ tree.groups[$0].transform.isPresent(at: time, in: context) }) else { continue }
        transform = tree.matrix(of: groups, at: time, in: context)
      }
      try append(path: node, to: &path, transformedBy: transform)
      try limits.check(path.points.count, atMost: .outlinePoints, "the number of points of all outlines")
    }
    return path.isEmpty ? nil : .path(path)
  }

  /// A rectangle or ellipse alone keeps its parameters, unless it matters where it starts.
  private func parametricOutline(ofStyle index: Int) -> Shape.Outline? {
    let use = tree.styles[index].uses[0].path
    guard tree.styles[index].uses[0].groups.isEmpty, !tree.styles[index].paint.formula.isDashed else { return nil }
    return tree.paths[use].plainSource?.formula.parametricOutline(at: time, in: context)
  }

  private mutating func append(
    path index: Int, to path: inout Path, transformedBy transform: Affine
  ) throws(Diagnostic) {
    if let source = tree.paths[index].plainSource {
      source.formula.append(to: &path, at: time, in: context, transformedBy: transform)
    } else {
      for contour in try evaluatedContours(of: index) { path.append(contour, transformedBy: transform) }
    }
  }

  /// A path's contours after its modifiers.
  mutating func evaluatedContours(of path: Int) throws(Diagnostic) -> [Contour] {
    if let cached = contours[path].value(at: time) { return cached }
    if tree.paths[path].isLinked { return try evaluatedPaths(linkedWith: path)[path] ?? [] }
    var paths = [try sourcePath(path)]
    for modifier in tree.paths[path].modifiers.reversed() { try modify(&paths, by: tree.modifiers[modifier].track) }
    contours[path].set(paths[0].contours, at: time)
    return paths[0].contours
  }

  private mutating func sourcePath(_ index: Int) throws(Diagnostic) -> MeasuredPath {
    if let cached = sources[index].value(at: time) { return cached }
    let path: MeasuredPath
    switch tree.paths[index].origin {
    case .item(let source):
      let contour = source.value(at: time, in: context)
      path = MeasuredPath(contour.vertices.isEmpty ? [] : [contour])
    case .merge(let merge): path = MeasuredPath(try mergedContours(merge))
    }
    sources[index].set(path, at: time)
    return path
  }

  private mutating func mergedContours(_ index: Int) throws(Diagnostic) -> [Contour] {
    var paths: [Path] = []
    var pointCount = 0
    // They were read bottom to top.
    for use in tree.merges[index].uses.reversed() {
      guard use.groups.allSatisfy({ tree.groups[$0].transform.isPresent(at: time, in: context) }) else { continue }
      var path = Path()
      try append(path: use.path, to: &path, transformedBy: tree.matrix(of: use.groups, at: time, in: context))
      pointCount += path.points.count
      try limits.check(pointCount, atMost: .outlinePoints, "the number of points of a merged path")
      paths.append(path)
    }
    return merger.merged(paths, by: tree.merges[index].item).contours.map(Contour.init)
  }

  /// Modifiers link these paths to each other, so all of the same merge, or of none, are evaluated together.
  private mutating func evaluatedPaths(linkedWith path: Int) throws(Diagnostic) -> [Int: [Contour]] {
    var linked: [Int: MeasuredPath] = [:]
    let merge = tree.paths[path].merge
    let candidates = merge.map { tree.merges[$0].paths } ?? tree.paths.indices
    for index in candidates where tree.paths[index].isLinked && tree.paths[index].merge == merge {
      linked[index] = try sourcePath(index)
    }
    let modifiers = merge.map { tree.modifiers[tree.merges[$0].modifiers] } ?? tree.modifiers[...]
    for modifier in modifiers.reversed() {
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

  private func modify(_ paths: inout [MeasuredPath], by track: ModifierTrack) throws(Diagnostic) {
    let modifier = track.value(at: time, in: context)
    let count = paths.reduce(0) { $0 + $1.contours.reduce(0) { $0 + $1.vertices.count } }
    // Three points a vertex: the modifiers of a path multiply each other.
    try limits.check(
      count * modifier.growth * 3, atMost: .outlinePoints, "the number of points of a modified path")
    modifier.modify(&paths)
  }
}
