internal import Geometry
internal import TimelineModel

/// Rewrites shape lists into the shapes that SVGA players agree on.
struct VectorRewriter {
  /// Shapes that are drawn together, with opaque colours, at one alpha.
  struct Run {
    var shapes: [Shape]
    var alpha: Double
  }

  private let timeline: Timeline
  private let target: LoweringTarget
  private var evenOdd = EvenOddRewriter()
  private var known: [Key: [Run]?] = [:]
  /// Largest scale at which the sprite is drawn.
  private var scale = 1.0
  /// Whether the sprite is stretched unevenly in some frame.
  private var isUneven = false

  private struct Key: Hashable {
    var shapes: ShapeListID
    var isSeparated: Bool
    var overlapAllowed: Bool
  }

  init(_ timeline: Timeline, target: LoweringTarget) {
    self.timeline = timeline
    self.target = target
  }

  /// Looks at how a sprite is transformed, before its shapes are rewritten.
  mutating func prepare(for sprite: Sprite) {
    known.removeAll(keepingCapacity: true)
    scale = 0
    isUneven = false
    for state in sprite.frames where state.isVisible {
      scale = max(scale, state.transform.stretch.largest)
      if !target.stretchesStrokes, !state.transform.isUniform() { isUneven = true }
    }
  }

  /// A list's runs from back to front; nil if it has no equal.
  ///
  /// - Parameters:
  ///   - separating: Each paint gets a run of its own, because the sprite is translucent in some frame.
  ///   - overlapAllowed: False where the sprite is translucent: overlapping paints would show through each other.
  mutating func runs(_ id: ShapeListID, separating: Bool, overlapAllowed: Bool) -> [Run]? {
    let key = Key(shapes: id, isSeparated: separating, overlapAllowed: overlapAllowed)
    if let runs = known[key] { return runs }
    let runs = makeRuns(timeline[id].shapes, separating: separating, overlapAllowed: overlapAllowed)
    known[key] = .some(runs)
    return runs
  }

  private mutating func makeRuns(_ shapes: [Shape], separating: Bool, overlapAllowed: Bool) -> [Run]? {
    var paints: [Shape] = []
    for shape in shapes {
      // A fill and a stroke of one shape are two paints.
      if let fill = shape.fill {
        paints.append(Shape(outline: shape.outline, fill: fill, transform: shape.transform))
      }
      if let stroke = shape.stroke {
        paints.append(Shape(outline: shape.outline, stroke: stroke, transform: shape.transform))
      }
    }
    if !overlapAllowed && paints.count > 1 && !areDisjoint(paints.map(\.bounds)) { return nil }
    var runs: [Run] = []
    for paint in paints {
      guard let (shape, alpha) = rewritten(paint) else { return nil }
      if !separating, alpha == 1, let last = runs.indices.last, runs[last].alpha == 1 {
        runs[last].shapes.append(shape)
      } else {
        runs.append(Run(shapes: [shape], alpha: alpha))
      }
    }
    return runs
  }

  /// One paint with its transform worked in and its colour opaque, and the alpha that the colour had.
  private mutating func rewritten(_ shape: Shape) -> (Shape, alpha: Double)? {
    if let stroke = shape.stroke { return rewritten(shape, stroke) }
    guard let fill = shape.fill, let (paint, alpha) = fill.paint.opaque else { return nil }
    var outline = shape.outline
    if fill.rule == .evenOdd, case .path(let path) = outline {
      guard let nonZero = evenOdd.nonZero(path) else { return nil }
      outline = .path(nonZero)
    }
    if shape.transform != .identity { outline = .path(outline.path.transformed(by: shape.transform)) }
    return (Shape(outline: outline, fill: Fill(paint)), alpha)
  }

  /// A stroke keeps its centre line where every player scales its width alike; else it becomes its own outline.
  private func rewritten(_ shape: Shape, _ stroke: Stroke) -> (Shape, alpha: Double)? {
    guard let (paint, alpha) = stroke.paint.opaque else { return nil }
    var style = stroke.style
    if isUneven || !shape.transform.isUniform() {
      // A quarter of the error that a path's decimals may make.
      let tolerance = 0.0125 / max(1e-6, scale * shape.transform.stretch.largest)
      let outline = shape.outline.path.strokeOutline(style, tolerance: tolerance).transformed(by: shape.transform)
      return (Shape(outline: .path(outline), fill: Fill(paint)), alpha)
    }
    var outline = shape.outline
    if !style.dashes.isEmpty {
      outline = .path(outline.path.dashed(style.dashes, phase: style.dashPhase))
      style.dashes = []
      style.dashPhase = 0
    }
    if shape.transform != .identity {
      outline = .path(outline.path.transformed(by: shape.transform))
      style.width *= shape.transform.stretch.largest
    }
    return (Shape(outline: outline, stroke: Stroke(paint, style: style)), alpha)
  }
}

extension Paint {
  /// The paint without translucency, and its alpha; nil if it is not one colour.
  fileprivate var opaque: (Paint, alpha: Double)? {
    switch self {
    case .solid(var color):
      let alpha = color.alpha
      color.alpha = 1
      return (.solid(color), alpha)
    case .gradient: return nil
    }
  }
}
