internal import Geometry
internal import TimelineModel

/// Cost model for the choice between forms: bytes in the file plus 1/16 of the bytes of decoded bitmaps.
enum LoweringCost {
  /// Deflated bytes of a point of an outline.
  private static let point = 5.0
  /// Deflated bytes of a shape without its points, plus what its drawing time is worth.
  private static let shape = 60.0
  /// Bytes of a pixel: 0.3 in a PNG file of gradients and soft edges, and 4 decoded.
  private static let pixel = 0.3 + 4.0 / 16

  /// Cost of a shape list.
  static func vector(_ shapes: [Shape]) -> Double {
    shapes.reduce(0) { $0 + outline(points: $1.outline.path.points.count) }
  }

  /// Cost of one shape.
  static func outline(points: Int) -> Double { shape + point * Double(points) }

  /// Cost of a lowered timeline.
  static func timeline(_ timeline: Timeline) -> Double {
    var cost = timeline.shapeLists.reduce(0) { $0 + vector($1.shapes) }
    cost += timeline.clips.reduce(0) { $0 + clip(points: $1.points.count) }
    cost += timeline.images.reduce(0) { $0 + bitmap(width: Double($1.width), height: Double($1.height)) }
    return timeline.sprites.reduce(cost) { $0 + frames(of: $1) }
  }

  /// Cost of a sprite's frames without what they show.
  static func frames(of sprite: Sprite) -> Double {
    let moves = zip(sprite.frames, sprite.frames.dropFirst()).count { $0.transform != $1.transform }
    return frames(sprite.frames.count, moves: moves)
  }

  /// Cost of clips.
  static func clip(points: Int) -> Double { point * Double(points) }

  /// Cost of a sprite's frames.
  ///
  /// - Parameter moves: Number of frames whose transform differs from the frame before.
  static func frames(_ count: Int, moves: Int) -> Double { 2 * Double(count) + 14 * Double(moves) }

  /// Maximum cost of the gradient bands of one sprite.
  static let maximumBandCost = 50_000.0

  /// Minimum cost of bitmaps that clips with aliased edges may replace.
  static let roughEdgeThreshold = 150_000.0

  /// Minimum cost of bitmaps that shapes with visible seams may replace.
  static let seamThreshold = 100_000.0

  /// Cost of gradients as ramps.
  static func ramps(_ instances: [RampPlanner.Instance]) -> Double {
    let bitmaps = instances.map(\.ramp).distinct().reduce(0) {
      $0 + bitmap(width: Double($1.size.width), height: Double($1.size.height))
    }
    return instances.map(\.clip).distinct().reduce(bitmaps + Double(instances.count) * shape) {
      $0 + clip(points: $1.points.count)
    }
  }

  /// Cost of a bitmap with a transparent edge of one pixel.
  static func bitmap(width: Double, height: Double) -> Double { pixel * (width + 2) * (height + 2) }
}
