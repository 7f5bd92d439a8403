internal import KilnGeometry
internal import KilnRasterizer
internal import KilnTimeline

/// Cache of shape outlines: flattened outlines, valid while only the translation changes; stroke outlines, valid while
/// the scale stays about the same; and coverage, valid while nothing changes.
///
/// An entry is stored when its shape is drawn for the second time in a row, because most changing shapes are drawn only
/// once, unless the parts of a frame are drawn one after the other. Pixels do not depend on the cache.
struct OutlineCache: Sendable {
  /// Maximum size of all slots in points; beyond it nothing is added, and the next list clears the cache. Coverage is stored
  /// up to half of it.
  private static let maximumSize = 1 << 20
  /// Size of an empty slot in points.
  fileprivate static let emptySlotSize = 32

  /// Cached data of one shape.
  struct Slot {
    fileprivate var path: Path?
    var fill = CachedOutline()
    fileprivate var strokeOutline: StrokeOutline?
    var stroke = CachedOutline()
    /// Size at the time of the last count.
    fileprivate var countedSize = 0

    /// Memory use in units of 16 bytes, the size of a point.
    fileprivate var size: Int {
      OutlineCache.emptySlotSize + fill.size + stroke.size + (strokeOutline?.path.points.count ?? 0)
    }
  }

  /// A flattened outline, whose memory is reused once it is invalid, and its coverage.
  struct CachedOutline {
    fileprivate var outline = FlatOutline()
    fileprivate var isValid = false
    var coverage = CachedCoverage()

    fileprivate var size: Int { outline.pointCount + coverage.spanCount }

    /// The outline; computed if it is invalid.
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

  /// Cached data of one shape list.
  struct Entry {
    /// Transform of the last drawing without its translation.
    fileprivate var linear = Affine(a: .nan, b: 0, c: 0, d: 0, tx: 0, ty: 0)
    fileprivate var strokeScale = -1.0
    fileprivate var keepsOutlines = false
    fileprivate var keepsStrokes = false
    var slots: [Slot] = []
  }

  /// One entry for each shape list. Drawings update the coverage in them.
  var entries: [Entry]
  /// Size of all slots, without what the last drawing has added.
  private var size = 0
  /// List and index of the shape that was drawn last.
  private var last: (list: Int, shape: Int)?
  private var overlaps = OverlapFinder()
  /// Whether parts of one frame are drawn: outlines are stored at once, coverage, which is of one part only, is not.
  var drawsParts = false
  /// Whether areas are exact where parts of an outline overlap within a pixel.
  private let resolvesOverlaps: Bool

  /// An empty cache for the shape lists of a timeline.
  init(listCount: Int, resolvesOverlaps: Bool) {
    entries = Array(repeating: Entry(), count: listCount)
    self.resolvesOverlaps = resolvesOverlaps
  }

  /// Must be called before the shapes of a list are drawn.
  ///
  /// - Parameters:
  ///   - transform: sprite space → pixels.
  mutating func begin(_ list: ShapeListID, shapeCount: Int, transform: Affine) {
    if size > Self.maximumSize {
      for index in entries.indices { entries[index] = Entry() }
      size = 0
      last = nil
    }
    let linear = transform.linear
    let scale = Self.strokeScale(linear)
    let (isUnchanged, isAsLarge) = (entries[list.index].linear == linear, entries[list.index].strokeScale == scale)
    entries[list.index].keepsOutlines = isUnchanged || drawsParts
    entries[list.index].keepsStrokes = isAsLarge || drawsParts
    entries[list.index].linear = linear
    entries[list.index].strokeScale = scale
    if entries[list.index].slots.isEmpty {
      entries[list.index].slots = Array(repeating: Slot(), count: shapeCount)
    }
    if isUnchanged { return }
    for index in entries[list.index].slots.indices {
      entries[list.index].slots[index].fill.isValid = false
      entries[list.index].slots[index].stroke.isValid = false
      if !isAsLarge { entries[list.index].slots[index].strokeOutline = nil }
    }
  }

  /// Adds the growth of the slot drawn last to `size`, before another shape is drawn.
  private mutating func count(before index: Int, of list: ShapeListID) {
    if let (list, index) = last {
      let newSize = entries[list].slots[index].size
      size += newSize - entries[list].slots[index].countedSize
      entries[list].slots[index].countedSize = newSize
    }
    last = (list.index, index)
    let allowsStoring = !drawsParts && size <= Self.maximumSize / 2
    entries[list.index].slots[index].fill.coverage.allowsStoring = allowsStoring
    entries[list.index].slots[index].stroke.coverage.allowsStoring = allowsStoring
  }

  /// The area of a shape's fill.
  mutating func fill(_ shape: Shape, _ index: Int, of list: ShapeListID, transform: Affine) -> Rasterizer.Area {
    count(before: index, of: list)
    let path = outline(of: shape, index, list)
    guard entries[list.index].keepsOutlines, size <= Self.maximumSize else {
      return Rasterizer.Area(path, transform, resolvesOverlaps: resolvesOverlaps)
    }
    let outline = entries[list.index].slots[index].fill.outline(
      of: path, transform, mayOverlap: resolvesOverlaps, &overlaps)
    return Rasterizer.Area(path, transform, outline: outline, resolvesOverlaps: resolvesOverlaps)
  }

  /// The area of a shape's stroke; nil if the transform's scale is 0 or not finite.
  mutating func stroke(
    _ shape: Shape, style: StrokeStyle, _ index: Int, of list: ShapeListID, transform: Affine
  ) -> Rasterizer.Area? {
    count(before: index, of: list)
    guard let outline = strokeOutline(shape, style: style, index, of: list, transform: transform) else { return nil }
    let resolves = resolvesOverlaps && outline.mayOverlap
    guard entries[list.index].keepsOutlines, size <= Self.maximumSize else {
      return Rasterizer.Area(outline.path, transform, resolvesOverlaps: resolves)
    }
    let flat = entries[list.index].slots[index].stroke.outline(
      of: outline.path, transform, mayOverlap: resolves, &overlaps)
    return Rasterizer.Area(outline.path, transform, outline: flat, resolvesOverlaps: resolves)
  }

  private mutating func strokeOutline(
    _ shape: Shape, style: StrokeStyle, _ index: Int, of list: ShapeListID, transform: Affine
  ) -> StrokeOutline? {
    // Letters are fitted to each size.
    let keeps =
      entries[list.index].keepsStrokes && size <= Self.maximumSize && !(shape.letter?.isAligned ?? false)
    if keeps, let known = entries[list.index].slots[index].strokeOutline { return known }
    let scale = Self.strokeScale(transform)
    guard scale > 0, scale.isFinite else { return nil }
    let made = outline(of: shape, index, list).strokeOutline(style, tolerance: Rasterizer.tolerance / scale)
    if keeps { entries[list.index].slots[index].strokeOutline = made }
    return made
  }

  /// A shape's outline as a path; conversions from rectangles and ellipses are cached.
  private mutating func outline(of shape: Shape, _ index: Int, _ list: ShapeListID) -> Path {
    if case .path(let path) = shape.outline { return path }
    if let path = entries[list.index].slots[index].path { return path }
    let path = shape.outline.path
    entries[list.index].slots[index].path = path
    return path
  }

  /// The scale for which stroke outlines are accurate: rounded up to the next of four steps in each octave, so that
  /// rotations and slight scaling do not invalidate them.
  private static func strokeScale(_ transform: Affine) -> Double {
    let scale = transform.stretch.largest
    guard scale > 0, scale.isFinite, scale.isNormal else { return scale }
    return Double(sign: .plus, exponent: scale.exponent, significand: (scale.significand * 4).rounded(.up) / 4)
  }
}
