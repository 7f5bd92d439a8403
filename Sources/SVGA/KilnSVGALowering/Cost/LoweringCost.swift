internal import KilnGeometry
internal import KilnTimeline

/// Cost model for the choice between forms: bytes in the file, plus 1/16 of the bytes of decoded bitmaps, plus what the time is
/// worth that players take to draw them.
enum LoweringCost {
  /// Deflated bytes of a point of an outline.
  private static let point = 5.0
  /// Deflated bytes of a shape without its points, plus what its setting up is worth.
  private static let shape = 60.0
  /// Bytes that a millisecond of a player in every frame is worth: a tenth of a frame on a phone, of a file that is small
  /// enough for it.
  private static let millisecond = 8000.0
  /// Bytes of a pixel: 0.3 in a PNG file of gradients and soft edges, and 4 decoded.
  private static let pixel = 0.3 + 4.0 / 16

  /// Cost of what a player does to draw something.
  ///
  /// - Parameter share: The part of the frames in which it is drawn, 0…1.
  static func playing(_ work: PlayerWork, share: Double) -> Double { playing(milliseconds: share * work.milliseconds) }

  /// Cost of what takes players some milliseconds in every frame.
  static func playing(milliseconds: Double) -> Double { millisecond * milliseconds }

  /// Milliseconds in every frame that cost as much as what players do in some of them.
  static func milliseconds(ofPlaying cost: Double) -> Double { cost / millisecond }

  /// Cost of drawing an outline.
  ///
  /// - Parameters:
  ///   - rows: Its height in pixels of the canvas.
  ///   - share: The part of the frames in which it is drawn, 0…1.
  static func playing(points: Int, rows: Double, share: Double) -> Double {
    var work = PlayerWork()
    work.points = Double(points)
    work.rows = rows
    return playing(work, share: share)
  }

  /// Cost of drawing a bitmap.
  ///
  /// - Parameters:
  ///   - pixels: Pixels of the canvas that it covers.
  ///   - isCopied: Whether its pixels are the canvas'.
  ///   - share: The part of the frames in which it is drawn, 0…1.
  static func playing(pixels: Double, isCopied: Bool, share: Double) -> Double {
    var work = PlayerWork()
    work.sprites = 1
    if isCopied { work.copiedPixels = pixels } else { work.resampledPixels = pixels }
    return playing(work, share: share)
  }

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

  /// Cost of drawing gradients as ramps.
  static func playing(_ instances: [RampPlanner.Instance], frameCount: Int) -> Double {
    instances.reduce(0) { sum, instance in
      let bounds = instance.clip.controlBounds()
      if bounds.isEmpty { return sum }
      let pixels = bounds.width * bounds.height * abs(instance.transform.determinant)
      let clip = playing(
        points: instance.clip.points.count, rows: max(0, instance.transform.apply(bounds).height),
        share: 1 / Double(max(1, frameCount)))
      return sum + clip + playing(pixels: pixels, isCopied: false, share: 1 / Double(max(1, frameCount)))
    }
  }

  /// Cost of a bitmap with a transparent edge of one pixel.
  static func bitmap(width: Double, height: Double) -> Double { pixel * (width + 2) * (height + 2) }
}
