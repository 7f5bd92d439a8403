internal import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// Draws sprites that have no other form, frame by frame, as bitmaps at the canvas' resolution.
///
/// Each distinct picture is one image and one sprite, however many frames show it and wherever they do.
struct BitmapFallback {
  private let frameCount: Int
  private let fit: CanvasFit
  private let renderer: TimelineRenderer
  private let threads: Int

  init(_ timeline: Timeline, images: DecodedImages, threads: Int) {
    frameCount = timeline.frameCount
    fit = CanvasFit(canvas: timeline.canvas)
    renderer = TimelineRenderer(timeline, images: images)
    self.threads = threads
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
    var sprites: [Pixmap: Int] = [:]
    var made: [Sprite] = []
    try OrderedWork.run(count: frames.count, threads: threads, worker: renderer) { [opaque, fit] renderer, index in
      var canvas = Pixmap(width: fit.width, height: fit.height)
      renderer.render([opaque], frame: frames[index], transform: .identity, into: &canvas)
      let bounds = canvas.contentBounds
      return (picture: canvas.cropped(to: bounds), bounds: bounds)
    } consume: { index, drawn throws(Diagnostic) in
      guard !drawn.bounds.isEmpty else { return }
      let position = sprites[drawn.picture] ?? made.count
      if position == made.count {
        sprites[drawn.picture] = position
        made.append(try bitmapSprite(drawn.picture, sprite, number: position + 1, in: &builder))
      }
      made[position].frames[frames[index]] = FrameState(
        opacity: sprite.frames[frames[index]].opacity,
        transform: .translation(Double(drawn.bounds.minX), Double(drawn.bounds.minY)))
    }
    guard !made.isEmpty else { return }
    builder.sprites += made
    log.add(
      .loweringBitmap,
      "drawn as \(made.count) bitmap\(made.count == 1 ? "" : "s") in \(frames.count) frames: \(reason)",
      at: DocumentPath(layers: sprite.layers))
  }

  private func bitmapSprite(
    _ picture: Pixmap, _ sprite: Sprite, number: Int, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    let bytes = try PNGEncoder.encode(picture, level: 9)
    guard let asset = ImageAsset(name: "\(sprite.name)-\(number)", bytes: bytes) else {
      throw Diagnostic(.internalError, "a bitmap that was just encoded cannot be read")
    }
    try builder.reserveSprite()
    return Sprite(
      layers: sprite.layers, content: .image(try builder.add(asset)),
      frames: Array(repeating: .hidden, count: frameCount))
  }
}
