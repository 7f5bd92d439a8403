internal import Diagnostics
internal import Pixels
internal import TimelineRendering

/// Draws and encodes runs of consecutive frames. One for each thread.
///
/// A run needs nothing of the runs before it: it begins by drawing the frame before its first. So runs can be encoded
/// in any order and side by side, and two pictures are all that is in memory.
struct RunEncoder: Sendable {
  private var renderer: TimelineRenderer
  private let fit: CanvasFit
  private var planner: PatchPlanner
  let encoder: PatchEncoder
  /// Frames from one that stores the whole canvas to the next; nil if none does.
  private let keyFrameInterval: Int?
  private var picture: Pixmap
  /// The frame that the picture holds.
  private var drawn: Int?

  init(
    renderer: TimelineRenderer, fit: CanvasFit, encoder: PatchEncoder, allowsBlending: Bool, keyFrameInterval: Int?
  ) {
    self.renderer = renderer
    self.fit = fit
    self.encoder = encoder
    self.keyFrameInterval = keyFrameInterval
    picture = Pixmap(width: fit.width, height: fit.height)
    planner = PatchPlanner(width: fit.width, height: fit.height, allowsBlending: allowsBlending)
  }

  /// What each frame of a run adds to the file; nil for one in which nothing changes.
  mutating func encode(_ frames: Range<Int>) throws(Diagnostic) -> [EncodedPatch?] {
    start(at: frames.lowerBound)
    var result: [EncodedPatch?] = []
    for frame in frames { result.append(try patch(forFrame: frame)) }
    return result
  }

  /// The ways to show a frame after the one before it.
  mutating func patches(forFrame frame: Int) -> [Patch] {
    start(at: frame)
    // Before `picture` is handed over, which this changes.
    let damage = draw(frame)
    return planner.patches(toShow: picture, damage: damage)
  }

  private mutating func start(at frame: Int) {
    if frame == 0 {
      picture.clear()
      drawn = nil
    } else if drawn != frame - 1 {
      renderer.render(frame: frame - 1, replacing: drawn, transform: fit.transform, into: &picture)
      drawn = frame - 1
    }
    planner.start(with: picture)
  }

  private mutating func patch(forFrame frame: Int) throws(Diagnostic) -> EncodedPatch? {
    let damage = draw(frame)
    var patches: [Patch]
    if let keyFrameInterval, frame.isMultiple(of: keyFrameInterval) {
      patches = [planner.keyFrame(picture)]
    } else {
      patches = planner.patches(toShow: picture, damage: damage)
      // The first frame has a patch, even if nothing is to be seen.
      if patches.isEmpty && frame == 0 { patches = [planner.pixel(of: picture)] }
    }
    guard let (patch, bytes) = try encoder.encode(patches) else { return nil }
    planner.show(picture, damage: damage, by: patch)
    return EncodedPatch(
      x: patch.rect.minX, y: patch.rect.minY, bytes: bytes, isBlended: patch.isBlended,
      isAfterDisposal: patch.isAfterDisposal)
  }

  /// Draws a frame over the one before it. Returns a rectangle that holds all changes.
  private mutating func draw(_ frame: Int) -> PixelRect {
    defer { drawn = frame }
    guard let drawn else {
      renderer.render(frame: frame, transform: fit.transform, into: &picture)
      return picture.bounds
    }
    let damage = renderer.damage(from: drawn, to: frame, transform: fit.transform, in: picture.bounds)
    renderer.redraw(frame: frame, in: damage, transform: fit.transform, into: &picture)
    return damage
  }
}
