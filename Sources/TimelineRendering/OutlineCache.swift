internal import Geometry
internal import Rasterizer
internal import TimelineModel

/// Outlines of shapes that are drawn again: flattened ones while only the translation changes, those of strokes while
/// the scale stays about the same; and their coverage while nothing changes.
///
/// Something is kept when it is drawn for the second time in a row, because most shapes that change are drawn once.
/// Pixels do not depend on what is kept.
struct OutlineCache: Sendable {
  /// How large all shelves together may be; beyond that everything is forgotten. Coverage is kept up to half of it.
  private static let sizeLimit = 1 << 20
  /// The size of a shelf on which nothing is kept.
  fileprivate static let shelfSize = 32

  /// What is kept of one shape.
  struct Shelf {
    fileprivate var path: Path?
    var fill = Kept()
    fileprivate var strokeOutline: StrokeOutline?
    var stroke = Kept()
    /// The size when it was looked at last.
    fileprivate var knownSize = 0

    /// How much memory is used: points, or as much as these take.
    fileprivate var size: Int {
      OutlineCache.shelfSize + fill.size + stroke.size + (strokeOutline?.path.points.count ?? 0)
    }
  }

  /// A flattened outline, whose memory serves again when it does not hold any more, and its coverage.
  struct Kept {
    fileprivate var outline = FlatOutline()
    fileprivate var isValid = false
    var coverage = CachedCoverage()

    fileprivate var size: Int { outline.pointCount + coverage.spanCount }

    /// The outline, made anew if need be.
    fileprivate mutating func outline(
      of path: Path, _ transform: Affine, mayOverlap: Bool, _ overlaps: inout OverlapFinder
    ) -> FlatOutline {
      if !isValid {
        outline.assign(path, transform: transform)
        if mayOverlap { outline.findOverlaps(with: &overlaps) }
        isValid = true
      }
      return outline
    }
  }

  /// What is known of one shape list.
  struct Entry {
    /// The map by which the list was drawn last; its translation does not count.
    fileprivate var linear = Affine(a: .nan, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    fileprivate var strokeScale = -1.0
    fileprivate var keepsOutlines = false
    fileprivate var keepsStrokes = false
    var shelves: [Shelf] = []
  }

  /// One for each shape list. Drawings change what is kept of coverage.
  var entries: [Entry]
  /// Of all shelves, but for what the last drawing has added.
  private var size = 0
  /// The shape that was drawn last, by its list.
  private var last: (list: Int, shape: Int)?
  private var overlaps = OverlapFinder()

  /// An empty cache for the shape lists of a timeline.
  init(listCount: Int) { entries = Array(repeating: Entry(), count: listCount) }

  /// Must be called before the shapes of a list are drawn.
  ///
  /// - Parameters:
  ///   - transform: sprite space → pixels.
  mutating func begin(_ list: ShapeListID, shapeCount: Int, transform: Affine) {
    if size > Self.sizeLimit {
      for index in entries.indices { entries[index] = Entry() }
      size = 0
      last = nil
    }
    var linear = transform
    (linear.tx, linear.ty) = (0, 0)
    let scale = Self.strokeScale(linear)
    entries[list.index].keepsOutlines = entries[list.index].linear == linear
    entries[list.index].keepsStrokes = entries[list.index].strokeScale == scale
    entries[list.index].linear = linear
    entries[list.index].strokeScale = scale
    if entries[list.index].shelves.isEmpty {
      entries[list.index].shelves = Array(repeating: Shelf(), count: shapeCount)
    }
    if entries[list.index].keepsOutlines { return }
    for index in entries[list.index].shelves.indices {
      entries[list.index].shelves[index].fill.isValid = false
      entries[list.index].shelves[index].stroke.isValid = false
      if !entries[list.index].keepsStrokes { entries[list.index].shelves[index].strokeOutline = nil }
    }
  }

  /// Counts what the last drawing has added, before one of another shape.
  private mutating func count(before index: Int, of list: ShapeListID) {
    if let (list, index) = last {
      let newSize = entries[list].shelves[index].size
      size += newSize - entries[list].shelves[index].knownSize
      entries[list].shelves[index].knownSize = newSize
    }
    last = (list.index, index)
    let allowsStoring = size <= Self.sizeLimit / 2
    entries[list.index].shelves[index].fill.coverage.allowsStoring = allowsStoring
    entries[list.index].shelves[index].stroke.coverage.allowsStoring = allowsStoring
  }

  /// The area inside a shape's outline.
  mutating func fill(_ shape: Shape, _ index: Int, of list: ShapeListID, transform: Affine) -> Rasterizer.Area {
    count(before: index, of: list)
    let path = outline(of: shape, index, list)
    guard entries[list.index].keepsOutlines else { return Rasterizer.Area(path, transform) }
    let outline = entries[list.index].shelves[index].fill.outline(
      of: path, transform, mayOverlap: true, &overlaps)
    return Rasterizer.Area(path, transform, outline: outline)
  }

  /// The area that a shape's stroke covers; nil if there is none.
  mutating func stroke(
    _ shape: Shape, style: StrokeStyle, _ index: Int, of list: ShapeListID, transform: Affine
  ) -> Rasterizer.Area? {
    count(before: index, of: list)
    guard let outline = strokeOutline(shape, style: style, index, of: list, transform: transform) else { return nil }
    guard entries[list.index].keepsOutlines else {
      return Rasterizer.Area(outline.path, transform, resolvesOverlaps: outline.mayOverlap)
    }
    let flat = entries[list.index].shelves[index].stroke.outline(
      of: outline.path, transform, mayOverlap: outline.mayOverlap, &overlaps)
    return Rasterizer.Area(outline.path, transform, outline: flat, resolvesOverlaps: outline.mayOverlap)
  }

  private mutating func strokeOutline(
    _ shape: Shape, style: StrokeStyle, _ index: Int, of list: ShapeListID, transform: Affine
  ) -> StrokeOutline? {
    let keeps = entries[list.index].keepsStrokes
    if keeps, let known = entries[list.index].shelves[index].strokeOutline { return known }
    let scale = Self.strokeScale(transform)
    guard scale > 0, scale.isFinite else { return nil }
    let made = outline(of: shape, index, list).strokeOutline(style, tolerance: Rasterizer.tolerance / scale)
    if keeps { entries[list.index].shelves[index].strokeOutline = made }
    return made
  }

  /// A shape's outline; made but once where it is not a path in the first place.
  private mutating func outline(of shape: Shape, _ index: Int, _ list: ShapeListID) -> Path {
    if case .path(let path) = shape.outline { return path }
    if let path = entries[list.index].shelves[index].path { return path }
    let path = shape.outline.path
    entries[list.index].shelves[index].path = path
    return path
  }

  /// The scale for which outlines of strokes are made fine enough: the next of four steps in each octave, so that
  /// turning a shape, or a slight pulse, does not make them anew.
  private static func strokeScale(_ transform: Affine) -> Double {
    let scale = transform.stretch.largest
    guard scale > 0, scale.isFinite, scale.isNormal else { return scale }
    return Double(sign: .plus, exponent: scale.exponent, significand: (scale.significand * 4).rounded(.up) / 4)
  }
}
