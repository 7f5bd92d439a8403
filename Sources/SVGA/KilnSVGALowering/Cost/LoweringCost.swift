internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Cost model for the choice between forms: bytes in the file, plus 1/16 of the bytes of decoded bitmaps, plus what the time is
/// worth that players take to draw them.
enum LoweringCost {
  private typealias Packed = SVGACosts.Packed

  /// Cost of a pixel of a bitmap, in the file and decoded.
  private static let pixel = Packed.pixel + Double(SVGACosts.Memory.pixel) * SVGACosts.Memory.byte

  /// Cost of what a player does to draw something.
  ///
  /// - Parameter share: The part of the frames in which it is drawn, 0…1.
  static func playing(_ work: PlayerWork, share: Double) -> Double { playing(milliseconds: share * work.milliseconds) }

  /// Cost of what takes players some milliseconds in every frame.
  static func playing(milliseconds: Double) -> Double { SVGACosts.Playing.millisecond * milliseconds }

  /// Milliseconds in every frame that cost as much as what players do in some of them.
  static func milliseconds(ofPlaying cost: Double) -> Double { cost / SVGACosts.Playing.millisecond }

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
  static func outline(points: Int) -> Double { Packed.shape + Packed.point * Double(points) }

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
  static func clip(points: Int) -> Double { Packed.point * Double(points) }

  /// Cost of a sprite's frames.
  ///
  /// - Parameter moves: Number of frames whose transform differs from the frame before.
  static func frames(_ count: Int, moves: Int) -> Double {
    Packed.frame * Double(count) + Packed.move * Double(moves)
  }

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
    return instances.map(\.clip).distinct().reduce(bitmaps + Double(instances.count) * Packed.shape) {
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
