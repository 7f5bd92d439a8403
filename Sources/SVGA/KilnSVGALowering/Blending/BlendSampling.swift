internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Small pictures of the canvas, from which follows what blend modes do.
struct BlendSampling {
  /// Longer side of the pictures, if no other is given.
  private static let side = 192.0
  /// Frames in which a sprite is compared with another, at most, evenly spread.
  private static let maximumFrames = 12

  private let fit: CanvasFit
  /// Whether the pictures are smaller than the canvas.
  let isReduced: Bool

  /// - Parameter side: Longest side of the pictures, in pixels.
  init(_ timeline: Timeline, side: Double = side) {
    let canvas = timeline.canvas
    let scale = min(1, side / max(canvas.width, canvas.height))
    isReduced = scale < 1
    fit = CanvasFit(
      canvas: canvas, width: max(1, Int((canvas.width * scale).rounded())),
      height: max(1, Int((canvas.height * scale).rounded())), mode: .fill)
  }

  /// Sprites in a frame.
  func picture(of sprites: [Sprite], _ frame: Int, _ renderer: inout TimelineRenderer) -> Pixmap {
    var picture = Pixmap(width: fit.width, height: fit.height)
    renderer.render(sprites, frame: frame, transform: fit.transform, into: &picture)
    return picture
  }

  /// Mean square difference of a component, 0…1, where either of two sprites covers the backdrop.
  func difference(
    of sprite: Sprite, from other: Sprite, over below: [Sprite], _ renderer: inout TimelineRenderer
  ) -> Double {
    let visible = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    var (sum, count) = (0.0, 0)
    for frame in visible.spread(Self.maximumFrames) {
      var first = picture(of: below, frame, &renderer)
      var second = first
      renderer.render([sprite], frame: frame, transform: fit.transform, into: &first)
      renderer.render([other], frame: frame, transform: fit.transform, into: &second)
      let own = picture(of: [sprite], frame, &renderer)
      for index in own.pixels.indices where own.pixels[index] != 0 {
        count += 1
        guard first.pixels[index] != second.pixels[index] else { continue }
        let difference = BlendFit.Color(pixel: first.pixels[index]) - BlendFit.Color(pixel: second.pixels[index])
        sum += (difference * difference).sum() / 4
      }
    }
    return count > 0 ? sum / Double(count) : 0
  }
}

extension [Int] {
  /// Some of the numbers at even distances, the first and the last among them if there are two; all if
  /// they are no more.
  func spread(_ most: Int) -> [Int] {
    guard count > most, most > 1 else { return Array(prefix(Swift.max(0, most))) }
    return (0..<most).map { self[$0 * (count - 1) / (most - 1)] }
  }
}
