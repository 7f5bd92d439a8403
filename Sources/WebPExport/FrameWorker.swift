internal import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Pixels
internal import TimelineRendering

/// Draws a frame and encodes what changed since the one before. One for each thread.
///
/// The frame before is drawn again unless this worker drew it last. That costs little beside encoding, and it lets
/// frames be encoded in any order.
struct FrameWorker: Sendable {
  /// An encoded rectangle of the canvas.
  struct Patch: Sendable {
    var x: Int
    var y: Int
    var bytes: [UInt8]
    /// Whether it goes over what is there, instead of replacing it.
    var isBlended: Bool
  }

  private var renderer: TimelineRenderer
  private let fit: CanvasFit
  private let encoding: WebPEncoderOptions
  private var current: Pixmap
  private var previous: Pixmap
  private var lastFrame = -1

  init(renderer: TimelineRenderer, fit: CanvasFit, encoding: WebPEncoderOptions) {
    self.renderer = renderer
    self.fit = fit
    self.encoding = encoding
    current = Pixmap(width: fit.width, height: fit.height)
    previous = current
  }

  /// What changes in a frame; nil if nothing does. The first frame always has a patch.
  mutating func patch(forFrame frame: Int) throws(Diagnostic) -> Patch? {
    if frame > 0 && lastFrame != frame - 1 { draw(frame - 1) }
    swap(&current, &previous)
    // The canvas is transparent before the first frame.
    if frame == 0 { previous.clear() }
    draw(frame)
    var changed = current.differenceBounds(from: previous)
    if changed.isEmpty {
      if frame > 0 { return nil }
      changed = PixelRect(x: 0, y: 0, width: 1, height: 1)
    }
    // The container stores halves of offsets.
    changed.minX &= ~1
    changed.minY &= ~1
    let after = current.cropped(to: changed)
    // Lossy pictures are worse and larger with holes in them.
    let blended = encoding.lossless ? after.leavingOut(unchangedFrom: previous.cropped(to: changed)) : nil
    let bytes = try WebPFrameEncoder.encode(blended ?? after, options: encoding)
    return Patch(x: changed.minX, y: changed.minY, bytes: bytes, isBlended: blended != nil)
  }

  private mutating func draw(_ frame: Int) {
    current.clear()
    renderer.render(frame: frame, transform: fit.transform, into: &current)
    lastFrame = frame
  }
}

extension Pixmap {
  /// The pixels that differ from an older picture, on transparent ground, which codes smaller than all of them.
  ///
  /// Nil where blending the result over the older picture would not give this one: blending can only add, so a changed
  /// pixel must be opaque now or have been transparent before.
  fileprivate func leavingOut(unchangedFrom older: Pixmap) -> Pixmap? {
    var result = self
    for (index, before) in older.pixels.enumerated() {
      if pixels[index] == before {
        result.pixels[index] = 0
      } else if pixels[index] >> 24 < 255 && before >> 24 > 0 {
        return nil
      }
    }
    return result
  }
}
