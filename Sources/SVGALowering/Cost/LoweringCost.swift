internal import Geometry
internal import TimelineModel

/// What forms cost: bytes of the file, and a sixteenth of the bytes that bitmaps take when decoded.
enum LoweringCost {
  /// Deflated bytes of one point of an outline.
  private static let point = 5.0
  /// Deflated bytes of a shape beside its points, and the time that players take for it.
  private static let shape = 60.0
  /// Bytes of a pixel in a PNG file, as gradients and soft edges have them, and decoded.
  private static let pixel = 0.3 + 4.0 / 16

  /// A shape list.
  static func vector(_ shapes: [Shape]) -> Double {
    shapes.reduce(0) { $0 + outline(points: $1.outline.path.points.count) }
  }

  /// One shape.
  static func outline(points: Int) -> Double { shape + point * Double(points) }

  /// A lowered timeline.
  static func timeline(_ timeline: Timeline) -> Double {
    var cost = timeline.shapeLists.reduce(0) { $0 + vector($1.shapes) }
    cost += timeline.clips.reduce(0) { $0 + clip(points: $1.points.count) }
    cost += timeline.images.reduce(0) { $0 + bitmap(width: Double($1.width), height: Double($1.height)) }
    return timeline.sprites.reduce(cost) { $0 + frames(of: $1) }
  }

  /// The frames of a sprite.
  static func frames(of sprite: Sprite) -> Double {
    let moves = zip(sprite.frames, sprite.frames.dropFirst()).count { $0.transform != $1.transform }
    return frames(sprite.frames.count, moves: moves)
  }

  /// Clips of a bitmap.
  static func clip(points: Int) -> Double { point * Double(points) }

  /// Frames of a sprite, some of which have another transform than the one before.
  static func frames(_ count: Int, moves: Int) -> Double { 2 * Double(count) + 14 * Double(moves) }

  /// Up to here the bands of one sprite's gradients are worth their bytes.
  static let bands = 50_000.0

  /// From here on rough edges are better than the bitmaps that they save.
  static let roughEdge = 150_000.0

  /// From here on faint seams between colours that fade together are better than the bitmaps that they save.
  static let roughSeam = 100_000.0

  /// Gradients as ramps.
  static func ramps(_ showings: [RampPlanner.Showing]) -> Double {
    let bitmaps = showings.map(\.ramp).distinct().reduce(0) {
      $0 + bitmap(width: Double($1.size.width), height: Double($1.size.height))
    }
    return showings.map(\.clip).distinct().reduce(bitmaps + Double(showings.count) * shape) {
      $0 + clip(points: $1.points.count)
    }
  }

  /// A bitmap.
  static func bitmap(width: Double, height: Double) -> Double { pixel * (width + 2) * (height + 2) }
}
