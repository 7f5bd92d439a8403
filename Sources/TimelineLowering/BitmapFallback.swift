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
  private var renderer: TimelineRenderer

  init(_ timeline: Timeline, images: DecodedImages) {
    frameCount = timeline.frameCount
    fit = CanvasFit(canvas: timeline.canvas)
    renderer = TimelineRenderer(timeline, images: images)
  }

  /// Adds the frames in which a sprite is visible.
  mutating func add(
    _ sprite: Sprite, because reason: String, to builder: inout TimelineBuilder, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    let frames = sprite.frames.indices.filter { sprite.frames[$0].isVisible }
    guard !frames.isEmpty else { return }
    // Opacity goes into the frame, so that a fade needs one bitmap.
    var opaque = sprite
    for frame in frames { opaque.frames[frame].opacity = 1 }
    var sprites: [Pixmap: Int] = [:]
    var made: [Sprite] = []
    for frame in frames {
      var canvas = Pixmap(width: fit.width, height: fit.height)
      renderer.render([opaque], frame: frame, transform: .identity, into: &canvas)
      let bounds = canvas.contentBounds
      guard !bounds.isEmpty else { continue }
      let picture = canvas.cropped(to: bounds)
      let index = sprites[picture] ?? made.count
      if index == made.count {
        sprites[picture] = index
        made.append(try bitmapSprite(picture, sprite, number: index + 1, in: &builder))
      }
      made[index].frames[frame] = FrameState(
        opacity: sprite.frames[frame].opacity,
        transform: .translation(Double(bounds.minX), Double(bounds.minY)))
    }
    builder.sprites += made
    log.add(
      .loweringBitmap,
      "drawn as \(made.count) bitmap\(made.count == 1 ? "" : "s") in \(frames.count) frames: \(reason)",
      at: DocumentPath(layers: sprite.layers))
  }

  private func bitmapSprite(
    _ picture: Pixmap, _ sprite: Sprite, number: Int, in builder: inout TimelineBuilder
  ) throws(Diagnostic) -> Sprite {
    let bytes = try PNGEncoder.encode(picture, strategy: .small)
    guard let asset = ImageAsset(name: "\(sprite.name)-\(number)", bytes: bytes) else {
      throw Diagnostic(.internalError, "a bitmap that was just encoded cannot be read")
    }
    try builder.reserveSprite()
    return Sprite(
      layers: sprite.layers, content: .image(try builder.add(asset)),
      frames: Array(repeating: .hidden, count: frameCount))
  }
}
