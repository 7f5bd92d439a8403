internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Leaves out shapes that others cover in every frame.
struct OccludedShapes {
  /// Number of shapes of a frame, the largest ones, that are considered as covers.
  private static let coverCount = 16
  /// Width and height of the smallest cover in pixels of the canvas.
  private static let leastSide = 4.0
  /// Distance in pixels of the canvas between a shape and the edge of its cover, which antialiasing leaves translucent.
  private static let margin = 1.5

  /// A shape in a sprite's list.
  private struct ShapePosition: Hashable {
    var list: ShapeListID
    var shape: Int
  }

  /// An opaque shape in a frame.
  private struct Occluder {
    var sprite: Int
    var place: ShapePosition
    var area: Rect
    /// The canvas → its path's space.
    var back: Affine
  }

  /// Key of a cached answer, needed in many frames: whether a path covers a rectangle in its space.
  private struct CoverageQuery: Hashable {
    var place: ShapePosition
    var rect: [Double]
  }

  private let builder: TimelineBuilder
  private let sprites: [Sprite]
  /// Bounds of the shapes of each list.
  private var bounds: [ShapeListID: [Rect]] = [:]
  private var answers: [CoverageQuery: Bool] = [:]
  /// By sprite: shapes that appear in some frame, and those of them that are not occluded in some frame.
  private var shown: [Set<ShapePosition>]
  private var uncovered: [Set<ShapePosition>]

  /// The sprites without shapes that nobody sees.
  ///
  /// - Throws: `limit.exceeded`.
  static func removed(
    from sprites: [Sprite], frameCount: Int, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> [Sprite] {
    var finder = OccludedShapes(sprites, builder)
    for frame in 0..<frameCount { finder.examine(at: frame) }
    var result = sprites
    for (index, sprite) in sprites.enumerated() {
      let hidden = finder.shown[index].subtracting(finder.uncovered[index])
      if !hidden.isEmpty { result[index] = try sprite.leavingOut(hidden.map { ($0.list, $0.shape) }, in: &builder) }
    }
    return result
  }

  private init(_ sprites: [Sprite], _ builder: TimelineBuilder) {
    self.builder = builder
    self.sprites = sprites
    shown = Array(repeating: [], count: sprites.count)
    uncovered = shown
  }

  private mutating func examine(at frame: Int) {
    let covers = covers(in: frame)
    for (index, sprite) in sprites.enumerated() {
      let state = sprite.frames[frame]
      guard sprite.isJoinable, sprite.content == .vector, state.isVisible, let list = state.shapes else { continue }
      for (number, bounds) in bounds(of: list).enumerated() {
        let place = ShapePosition(list: list, shape: number)
        shown[index].insert(place)
        // A shape that was visible once is kept.
        if uncovered[index].contains(place) { continue }
        let area = state.transform.apply(bounds).outset(x: Self.margin, y: Self.margin)
        let isCovered = covers.contains { cover in
          (cover.sprite, cover.place.shape) > (index, cover.sprite == index ? number : -1)
            && cover.area.contains(area) && isInside(area, cover)
        }
        if !isCovered { uncovered[index].insert(place) }
      }
    }
  }

  /// The largest opaque shapes in a frame.
  private mutating func covers(in frame: Int) -> [Occluder] {
    var covers: [Occluder] = []
    for (index, sprite) in sprites.enumerated() {
      let state = sprite.frames[frame]
      guard sprite.isJoinable, sprite.content == .vector, state.opacity == 1, state.clip == nil, state.filters == nil,
        let list = state.shapes
      else { continue }
      let bounds = bounds(of: list)
      for (number, shape) in builder[list].shapes.enumerated() {
        guard let fill = shape.fill, fill.rule == .nonZero, fill.paint.isOpaque else { continue }
        let area = state.transform.apply(bounds[number])
        guard min(area.width, area.height) > Self.leastSide, let back = (state.transform * shape.transform).inverse
        else {
          continue
        }
        covers.append(Occluder(sprite: index, place: ShapePosition(list: list, shape: number), area: area, back: back))
      }
    }
    guard covers.count > Self.coverCount else { return covers }
    func size(_ cover: Occluder) -> Double { cover.area.width * cover.area.height }
    return Array(
      covers.sorted { (size($1), $0.sprite, $0.place.shape) < (size($0), $1.sprite, $1.place.shape) }
        .prefix(Self.coverCount))
  }

  private mutating func bounds(of list: ShapeListID) -> [Rect] {
    if let known = bounds[list] { return known }
    let found = builder[list].shapes.map(\.bounds)
    bounds[list] = found
    return found
  }

  /// Whether a rectangle of the canvas lies inside of a cover.
  private mutating func isInside(_ area: Rect, _ cover: Occluder) -> Bool {
    let rect = cover.back.apply(area)
    // Shapes that move together repeat the same question, except for rounding errors.
    let question = CoverageQuery(
      place: cover.place, rect: [rect.minX, rect.minY, rect.maxX, rect.maxY].map { ($0 * 64).rounded() })
    if let known = answers[question] { return known }
    let answer = builder[cover.place.list].shapes[cover.place.shape].outline.path.relation(to: rect) == .inside
    answers[question] = answer
    return answer
  }
}

extension Sprite {
  /// The sprite without some shapes of its lists.
  fileprivate func leavingOut(
    _ hidden: [(list: ShapeListID, shape: Int)], in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    var lists: [ShapeListID: ShapeListID?] = [:]
    for (list, places) in Dictionary(grouping: hidden, by: \.list).sorted(by: { $0.key.index < $1.key.index }) {
      let numbers = Set(places.map(\.shape))
      let rest = builder[list].shapes.enumerated().filter { !numbers.contains($0.offset) }.map(\.element)
      lists[list] = .some(rest.isEmpty ? nil : try builder.intern(rest))
    }
    var sprite = self
    sprite.frames.update { _, state in
      guard let list = state.shapes, let rest = lists[list] else { return }
      if rest == nil { state = .hidden } else { state.shapes = rest }
    }
    return sprite
  }
}
