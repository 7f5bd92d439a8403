internal import KilnGeometry
internal import KilnSVGAFormat
package import KilnTimeline

/// Work of an SVGA player for one frame, in counts. Areas are in pixels of the canvas.
///
/// Players keep nothing between frames: the path of every shape is read again, from its text, each time it is drawn.
/// The number of pixels of a fill makes next to no difference beside that.
package struct PlayerWork: Sendable, Hashable, Encodable {
  /// Sprites, mattes included.
  package var sprites = 0.0
  /// Points of the paths of shapes and clips.
  package var points = 0.0
  /// Points of those that are stroked.
  package var strokePoints = 0.0
  /// Rows of pixels that fills and clips cross.
  package var rows = 0.0
  /// Pixels that bitmaps cover which are drawn as they are.
  package var copiedPixels = 0.0
  /// Pixels that bitmaps cover which are scaled or turned.
  package var resampledPixels = 0.0

  /// No work.
  package init() {}

  /// Adds the counts of something else.
  package mutating func add(_ other: PlayerWork, times factor: Double = 1) {
    sprites += factor * other.sprites
    points += factor * other.points
    strokePoints += factor * other.strokePoints
    rows += factor * other.rows
    copiedPixels += factor * other.copiedPixels
    resampledPixels += factor * other.resampledPixels
  }

  /// Milliseconds, by the table of costs.
  package var milliseconds: Double {
    typealias Cost = SVGACosts.Playing
    return Cost.sprite * sprites + Cost.point * points + Cost.strokePoint * strokePoints + Cost.row * rows
      + Cost.copiedPixel * copiedPixels + Cost.resampledPixel * resampledPixels
  }
}

/// Counts what a player does to draw the sprites of a movie.
package struct PlayerWorkCounter {
  /// A shape that is filled, whatever it is mapped by.
  private struct Filled {
    let bounds: Rect
    let transform: Affine
  }

  /// The shapes of a sprite.
  private struct List {
    /// Maximum number of shapes whose rows are counted.
    static let countedShapes = 256

    var points = 0.0
    var strokePoints = 0.0
    var filled: [Filled] = []
    /// Number of filled shapes that each one in `filled` stands for.
    var share = 1.0

    init(_ shapes: [Shape]) {
      for shape in shapes {
        let path = shape.outline.path
        points += Double(path.points.count)
        if shape.stroke != nil { strokePoints += Double(path.points.count) }
        if shape.fill != nil { filled.append(Filled(bounds: path.controlBounds(), transform: shape.transform)) }
      }
      guard filled.count > Self.countedShapes else { return }
      let all = filled
      filled = (0..<Self.countedShapes).map { all[$0 * all.count / Self.countedShapes] }
      share = Double(all.count) / Double(Self.countedShapes)
    }
  }

  private let timeline: Timeline
  private let canvas: Rect
  /// By `ShapeListID`.
  private let lists: [List]

  /// A counter for a timeline as players draw it, without filters.
  package init(_ timeline: Timeline) {
    self.timeline = timeline
    canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    lists = timeline.shapeLists.map { List($0.shapes) }
  }

  /// Milliseconds of a frame, on average: those of `PlayerCost`, which also tells layers apart and takes longer.
  var milliseconds: Double {
    var sum = 0.0
    timeline.forEachSprite { sprite in
      for frame in sprite.frames.indices where sprite.frames[frame].isVisible {
        sum += work(for: sprite, frame: frame).milliseconds
      }
    }
    return SVGACosts.Playing.emptyFrame + sum / Double(max(1, timeline.frameCount))
  }

  /// The work for one sprite in a frame, without its matte and the children of a group.
  package func work(for sprite: Sprite, frame: Int) -> PlayerWork {
    let state = sprite.frames[frame]
    var result = PlayerWork()
    guard state.isVisible else { return result }
    // Files have no groups: importers make them to hold what a matte cuts, or a bitmap and its shapes.
    if case .group = sprite.content { return result }
    result.sprites = 1
    var seen = canvas
    if let clip = state.clip {
      let path = timeline[clip]
      seen = seen.intersection(state.transform.apply(path.controlBounds()))
      result.points = Double(path.points.count)
      result.rows = max(0, seen.height)
    }
    if case .image(let id) = sprite.content {
      addImage(id, state.transform, in: seen, to: &result)
    } else if let list = state.shapes {
      add(lists[list.index], state.transform, in: seen, to: &result)
    }
    return result
  }

  private func addImage(_ id: ImageID, _ transform: Affine, in seen: Rect, to work: inout PlayerWork) {
    let bounds = Rect(x: 0, y: 0, width: Double(timeline[id].width), height: Double(timeline[id].height))
    let pixels = Self.pixels(of: bounds, transform, in: seen)
    let isMoved = transform.a == 1 && transform.b == 0 && transform.c == 0 && transform.d == 1
    if isMoved { work.copiedPixels = pixels } else { work.resampledPixels = pixels }
  }

  private func add(_ list: List, _ transform: Affine, in seen: Rect, to work: inout PlayerWork) {
    work.points += list.points
    work.strokePoints += list.strokePoints
    for shape in list.filled {
      let bounds = (transform * shape.transform).apply(shape.bounds).intersection(seen)
      work.rows += list.share * max(0, bounds.height)
    }
  }

  /// Pixels of a mapped rectangle inside another, about.
  private static func pixels(of rect: Rect, _ transform: Affine, in seen: Rect) -> Double {
    let bounds = transform.apply(rect)
    let part = bounds.intersection(seen)
    guard !part.isEmpty, bounds.width > 0, bounds.height > 0 else { return 0 }
    // A turned rectangle covers a part of its bounds.
    let covered = abs(transform.determinant) * rect.width * rect.height / (bounds.width * bounds.height)
    return part.width * part.height * min(1, covered)
  }
}
