internal import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// Draws sprites that have no other form as bitmaps.
///
/// What only moves is drawn once, at the largest scale at which it is shown, and the motion stays in the sprite's
/// transform. All else is drawn frame by frame at the canvas' resolution. Each distinct picture is one image and one
/// sprite, however many frames show it and wherever they do.
struct BitmapFallback {
  private let timeline: Timeline
  private let renderer: TimelineRenderer
  private let scale: Double
  private let threads: Int

  init(_ timeline: Timeline, images: DecodedImages, options: SVGALowering.Options) {
    self.timeline = timeline
    scale = options.bitmapScale
    renderer = TimelineRenderer(timeline, images: images)
    threads = options.threads
  }

  /// Adds the frames in which a sprite is visible.
  func add(
    _ sprite: Sprite, because reason: String, to builder: inout TimelineBuilder, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    let frames = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    guard !frames.isEmpty else { return }
    // Opacity goes into the frame, so that a fade needs one bitmap.
    var opaque = sprite
    for frame in frames { opaque.frames[frame].opacity = 1 }
    let views = views(of: opaque, in: frames)
    var sprites: [Pixmap: Int] = [:]
    var made: [Sprite] = []
    try OrderedWork.run(count: views.count, threads: threads, worker: renderer) { [opaque] renderer, index in
      views[index].picture(of: opaque, &renderer)
    } consume: { index, drawn throws(Diagnostic) in
      guard !drawn.bounds.isEmpty else { return }
      let position = sprites[drawn.picture] ?? made.count
      if position == made.count {
        sprites[drawn.picture] = position
        made.append(try bitmapSprite(drawn.picture, sprite, number: position + 1, in: &builder))
      }
      for frame in views[index].frames {
        made[position].frames[frame] = FrameState(
          opacity: sprite.frames[frame].opacity,
          transform: views[index].placement(of: sprite, in: frame, at: drawn.bounds))
      }
    }
    guard !made.isEmpty else { return }
    builder.sprites += made
    log.add(
      .loweringBitmap,
      "drawn as \(made.count) bitmap\(made.count == 1 ? "" : "s") in \(frames.count) frames: \(reason)",
      at: DocumentPath(layers: sprite.layers))
  }

  /// One view for all frames in which a sprite only moves as a whole, else one for each frame.
  private func views(of sprite: Sprite, in frames: [Int]) -> [BitmapView] {
    var contents: [[FrameState]: [Int]] = [:]
    var order: [[FrameState]] = []
    for frame in frames {
      let content = sprite.contentStates(in: frame)
      if contents[content] == nil { order.append(content) }
      contents[content, default: []].append(frame)
    }
    return order.flatMap { content -> [BitmapView] in
      let frames = contents[content] ?? []
      if Set(frames.map { sprite.frames[$0].transform }).count == 1 {
        return [BitmapView(canvasOf: timeline, sprite, frames, scale: scale)].compactMap(\.self)
      }
      // A matte does not move with the sprite that it cuts.
      if sprite.matte == nil, let view = BitmapView(of: sprite, in: timeline, frames, scale: scale) { return [view] }
      return frames.compactMap { BitmapView(canvasOf: timeline, sprite, [$0], scale: scale) }
    }
  }

  private func bitmapSprite(
    _ picture: Pixmap, _ sprite: Sprite, number: Int, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    let bytes = try PNGEncoder.encode(picture)
    guard let asset = ImageAsset(name: "\(sprite.name)-\(number)", bytes: bytes) else {
      throw Diagnostic(.internalError, "a bitmap that was just encoded cannot be read")
    }
    try builder.reserveSprite()
    let id: ImageID
    do throws(Diagnostic) {
      id = try builder.add(asset)
    } catch {
      throw Diagnostic(
        error.rule, "the bitmaps that stand in for what SVGA cannot say are too many: \(error.message)",
        at: DocumentPath(layers: sprite.layers), advice: "choose a smaller --scale or --fps, or a part with --frames")
    }
    return Sprite(
      layers: sprite.layers, content: .image(id),
      frames: Array(repeating: .hidden, count: timeline.frameCount))
  }
}
