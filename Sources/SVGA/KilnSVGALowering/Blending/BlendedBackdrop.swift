internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnRasterizer
internal import KilnTimeline
internal import KilnRendering

/// Pictures of the backdrop under a blended colour, which a sprite of that colour cuts.
///
/// A sprite of one colour that covers a pixel by c shows the backdrop mixed by c with the blended colour, as an opaque
/// bitmap of blended colours does that the sprite's coverage cuts. So the bitmap is exact, and one is enough for all
/// frames in which the backdrop rests.
struct BlendedBackdrop {
  /// A bitmap, and the frames that show it.
  struct Part {
    var picture: Pixmap
    /// Pixels of the bitmap → canvas.
    var transform: Affine
    var frames: [Int]
  }

  /// Frames in which neither the backdrop nor the colour changes where the sprite is.
  private struct Run {
    var color: StraightColor
    var frames: [Int]
    /// Area of the canvas in which the sprite is visible.
    var region: Rect
    /// Pixels of the backdrop that changed.
    var changed: PixelRect
  }

  private let runs: [Run]
  private let scale: Double

  /// Bytes of the decoded bitmaps.
  var memory: Int { runs.reduce(0) { $0 + 4 * pixels(of: $1).width * pixels(of: $1).height } }

  /// Whether most bitmaps stand for several frames.
  var rests: Bool { 2 * runs.count <= runs.reduce(0) { $0 + $1.frames.count } }

  /// Nil if the sprite has several colours, or if the bitmaps would take too much memory.
  ///
  /// - Parameters:
  ///   - below: Sprites that are drawn below `sprite`.
  ///   - scale: Pixels of the bitmaps for each pixel of the canvas.
  ///   - maximumMemory: In bytes.
  init?(_ sprite: Sprite, over below: [Sprite], in timeline: Timeline, scale: Double, maximumMemory: Int) {
    guard sprite.isOnlyVectors,
      let runs = Self.runs(of: sprite, over: below, in: timeline, scale: scale, maximumMemory: maximumMemory)
    else { return nil }
    self.runs = runs
    self.scale = scale
  }

  private func pixels(of run: Run) -> PixelRect { PixelRect(covering: Affine.scale(scale, scale).apply(run.region)) }

  /// Draws the bitmaps for a blend mode.
  func parts(over below: [Sprite], _ mode: BlendMode, _ renderer: inout TimelineRenderer) -> [Part] {
    runs.compactMap { run in
      let bounds = pixels(of: run)
      let toPicture = Affine.translation(Double(-bounds.minX), Double(-bounds.minY)) * .scale(scale, scale)
      guard let back = toPicture.inverse, let frame = run.frames.first else { return nil }
      var picture = Pixmap(width: bounds.width, height: bounds.height)
      renderer.render(below, frame: frame, transform: toPicture, into: &picture)
      let color = PremultipliedColor(red: run.color.red, green: run.color.green, blue: run.color.blue, alpha: 1)
      let cover = Pixmap(
        width: bounds.width, height: bounds.height,
        pixels: Array(repeating: color.word, count: bounds.width * bounds.height))
      picture.blend(cover, x: 0, y: 0, mode: mode)
      return Part(picture: picture, transform: back, frames: run.frames)
    }
  }

  /// Number of pictures of one sprite.
  private static let maximumRuns = 256

  /// The frames of a sprite, divided where the backdrop or its colour changes; nil as in `init`.
  private static func runs(
    of sprite: Sprite, over below: [Sprite], in timeline: Timeline, scale: Double, maximumMemory: Int
  ) -> [Run]? {
    let canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    let pixels = PixelRect(covering: canvas)
    var ignored = DiagnosticLog()
    // Nothing is drawn, so that no image is needed.
    let images = DecodedImages(timeline.part(of: []), limits: Limits(), log: &ignored)
    let changes = TimelineRenderer(timeline.part(of: below), images: images)
    var runs: [Run] = []
    var memory = 0.0
    for (frame, state) in sprite.frames.enumerated() where state.isVisible {
      let region = timeline.visibleBounds(of: sprite, frame: frame).intersection(canvas)
      if region.isEmpty { continue }
      guard let color = timeline.onlyColor(of: sprite, frame: frame) else { return nil }
      if var run = runs.last, run.color == color, let last = run.frames.last {
        run.changed = run.changed.union(
          changes.damage(from: last, to: frame, transform: .identity, in: pixels))
        run.region = run.region.union(region)
        run.frames.append(frame)
        if run.changed.intersection(PixelRect(covering: run.region)).isEmpty {
          runs[runs.count - 1] = run
          continue
        }
      }
      memory += 4 * region.width * region.height * scale * scale
      if memory > Double(maximumMemory) || runs.count == maximumRuns { return nil }
      runs.append(
        Run(color: color, frames: [frame], region: region, changed: PixelRect(x: 0, y: 0, width: 0, height: 0)))
    }
    let whole = runs.reduce(0) { $0 + 4 * $1.region.width * $1.region.height * scale * scale }
    return runs.isEmpty || whole > Double(maximumMemory) ? nil : runs
  }
}

extension Sprite {
  /// Whether everything inside of it is vectors, without filters and mattes whose luminance is blended.
  fileprivate var isOnlyVectors: Bool {
    guard frames.allSatisfy({ $0.filters == nil }) else { return false }
    if let matte, matte.mode != .alpha, matte.mode != .invertedAlpha, matte.sprites.contains(where: \.blendsInside) {
      return false
    }
    switch content {
    case .image: return false
    case .vector: return true
    case .group(let children): return children.allSatisfy(\.isOnlyVectors)
    }
  }
}

extension Timeline {
  /// The colour of all paints of a sprite in a frame, without its opacity; nil if there are several, or none.
  fileprivate func onlyColor(of sprite: Sprite, frame: Int) -> StraightColor? {
    let state = sprite.frames[frame]
    if case .group(let children) = sprite.content {
      let visible = children.filter { $0.frames[frame].isVisible }
      let colors = visible.map { onlyColor(of: $0, frame: frame) }.distinct()
      guard colors.count == 1, let color = colors[0] else { return nil }
      // Colours that blend with each other must stay what they are.
      let modes = visible.map(\.blendMode).filter { $0 != .normal }
      let isKept = modes.allSatisfy(color.staysEqual) || visible.map { visibleBounds(of: $0, frame: frame) }.areDisjoint
      return isKept ? color : nil
    }
    guard let list = state.shapes else { return nil }
    let paints = self[list].shapes.flatMap { [$0.fill?.paint, $0.stroke?.paint] }.compactMap(\.self)
    let colors = paints.map { paint -> StraightColor? in
      guard case .solid(var color) = paint else { return nil }
      color.alpha = 1
      return color
    }.distinct()
    return colors.count == 1 ? colors[0] : nil
  }
}

extension StraightColor {
  /// Whether a blend mode mixes the colour with itself to itself.
  fileprivate func staysEqual(_ mode: BlendMode) -> Bool {
    let pixel = Pixmap(
      width: 1, height: 1, pixels: [PremultipliedColor(red: red, green: green, blue: blue, alpha: 1).word])
    var mixed = pixel
    mixed.blend(pixel, x: 0, y: 0, mode: mode)
    return mixed == pixel
  }
}
