internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline
internal import KilnRendering

/// Draws bitmaps of a sprite that, drawn as normal, look as the sprite with its blend mode.
///
/// A pixel of a sprite that blends is one of another colour that does not. Where the sprite moves over what is below it,
/// the pixels of one bitmap are the nearest to all frames; or each frame has a bitmap of its own, which is exact.
struct BlendBitmaps {
  /// Bitmaps, and the states in which frames show them.
  struct Result {
    var pictures: [(picture: Pixmap, states: [(frame: Int, state: PlacedBitmap)])] = []
    /// Mean square error of a component, 0…1, where the sprite covers something.
    var error = 0.0

    /// Bytes of the decoded bitmaps.
    var memory: Int { pictures.reduce(0) { $0 + 4 * $1.picture.pixels.count } }
  }

  /// Placement of a bitmap in a frame.
  struct PlacedBitmap {
    var opacity: Double
    /// Pixels of the bitmap → canvas.
    var transform: Affine
    /// In pixels of the bitmap.
    var clip: Path?
  }

  /// Frames from which the pixels of one bitmap follow, at most, evenly spread.
  private static let maximumSamples = 12
  /// Pixels of all pictures that are compared at the same time; larger bitmaps are made from fewer frames.
  private static let maximumPixels = 6_000_000
  /// Coverage below which a sample says nothing.
  private static let leastCoverage = 0.02

  private let timeline: Timeline
  private let sprite: Sprite
  private let below: [Sprite]
  private let planner: BitmapPlanner

  /// - Parameters:
  ///   - below: Sprites that are drawn below `sprite`.
  ///   - scale: Pixels of the bitmaps for each pixel of the canvas.
  init(_ sprite: Sprite, over below: [Sprite], in timeline: Timeline, scale: Double) {
    self.sprite = sprite
    self.below = below
    self.timeline = timeline
    planner = BitmapPlanner(timeline, scale: scale)
  }

  private var frames: [Int] { sprite.frames.indices.filter { sprite.frames[$0].isVisible } }

  /// One bitmap for all frames in which the sprite differs in place only; nil if they would take too much memory.
  func shared(memory: Int, _ renderer: inout TimelineRenderer) -> Result? {
    let views = planner.views(of: sprite, in: frames)
    guard views.reduce(0, { $0 + $1.memory }) <= memory else { return nil }
    return result(views, memory: memory, &renderer)
  }

  /// A bitmap for each frame whose picture differs; nil if they take too much memory.
  func exact(memory: Int, _ renderer: inout TimelineRenderer) -> Result? {
    var pictures = Result()
    var error = 0.0
    for frame in frames {
      let views = planner.views(of: sprite, in: [frame])
      guard let one = result(views, memory: memory, &renderer) else { return nil }
      error = max(error, one.error)
      for (picture, states) in one.pictures { pictures.add(picture, states) }
      if pictures.memory > memory { return nil }
    }
    pictures.error = error
    return pictures
  }

  private func result(_ views: [BitmapView], memory: Int, _ renderer: inout TimelineRenderer) -> Result? {
    var result = Result()
    var (error, weight) = (0.0, 0.0)
    for view in views {
      let drawn = picture(view, &renderer)
      error += drawn.error
      weight += drawn.weight
      let (picture, bounds) = view.cut(drawn.picture)
      guard !bounds.isEmpty else { continue }
      result.add(
        picture,
        view.instances.map { instance in
          let placed = PlacedBitmap(
            opacity: sprite.frames[instance.frame].opacity, transform: view.placement(instance, at: bounds),
            clip: view.clip(instance, at: bounds))
          return (instance.frame, placed)
        })
    }
    result.error = weight > 0 ? error / (4 * weight) : 0
    return result.memory <= memory ? result : nil
  }

  /// The pixels of a bitmap, and the sum of the squares of what they are wrong by in the frames that show it.
  private func picture(
    _ view: BitmapView, _ renderer: inout TimelineRenderer
  ) -> (picture: Pixmap, error: Double, weight: Double) {
    var picture = view.wholePicture(&renderer)
    let samples = samples(of: view, drawnAs: picture, &renderer)
    var (error, weight) = (0.0, 0.0)
    for index in picture.pixels.indices where picture.pixels[index] != 0 {
      let opacity = Double(picture.pixels[index] >> 24) / 255
      var fit = BlendFit()
      for sample in samples {
        let coverage = Double(sample.own.pixels[index] >> 24) / 255 / opacity
        guard coverage > Self.leastCoverage else { continue }
        fit.add(
          coverage: min(1, coverage), backdrop: BlendFit.Color(pixel: sample.backdrop.pixels[index]),
          result: BlendFit.Color(pixel: sample.result.pixels[index]))
      }
      // Pixels that no frame shows keep their colour.
      guard fit.weight > 0 else { continue }
      let nearest = fit.nearest(preferring: opacity)
      picture.pixels[index] = nearest.paint.pixel
      error += nearest.error
      weight += fit.weight
    }
    return (picture, error, weight)
  }

  /// Pictures of a frame at the pixels of a bitmap.
  private struct Sample {
    var backdrop: Pixmap
    var result: Pixmap
    /// The sprite alone, as it covers the backdrop in that frame.
    var own: Pixmap
  }

  /// - Parameter picture: The bitmap, as the sprite draws it by itself.
  private func samples(
    of view: BitmapView, drawnAs picture: Pixmap, _ renderer: inout TimelineRenderer
  ) -> [Sample] {
    let most = max(1, min(Self.maximumSamples, Self.maximumPixels / max(1, view.width * view.height)))
    let chosen = Array(view.instances.indices).spread(most)
    var alone = sprite
    alone.blendMode = .normal
    return chosen.compactMap { index in
      let instance = view.instances[index]
      guard let transform = view.toPicture(of: instance) else { return nil }
      func draw(_ sprites: [Sprite], over picture: inout Pixmap) {
        renderer.render(sprites, frame: instance.frame, transform: transform, into: &picture)
      }
      let empty = Pixmap(width: view.width, height: view.height)
      var backdrop = empty
      draw(below, over: &backdrop)
      var result = backdrop
      draw([sprite], over: &result)
      var own = picture
      if !view.isDrawn(as: instance) || sprite.frames[instance.frame].opacity < 1 {
        own = empty
        draw([alone], over: &own)
      }
      return Sample(backdrop: backdrop, result: result, own: own)
    }
  }
}

extension BlendBitmaps.Result {
  /// Adds frames that show a picture, which may be there already.
  fileprivate mutating func add(_ picture: Pixmap, _ states: [(frame: Int, state: BlendBitmaps.PlacedBitmap)]) {
    if let index = pictures.firstIndex(where: { $0.picture == picture }) {
      pictures[index].states += states
    } else {
      pictures.append((picture, states))
    }
  }
}
