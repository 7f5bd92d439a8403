internal import KilnDiagnostics
internal import KilnExporting
internal import KilnPixels
internal import KilnRendering

/// Draws and encodes runs of consecutive frames. Each thread needs a copy.
///
/// Memory: two pictures, whatever the length of a run.
struct RunEncoder: Sendable {
  private var frames: FrameRunRenderer
  private var planner: PatchPlanner
  let encoder: PatchEncoder
  /// Frames from one that stores the whole canvas to the next; nil if none does.
  private let keyFrameInterval: Int?

  init(
    renderer: TimelineRenderer, fit: CanvasFit, encoder: PatchEncoder, allowsBlending: Bool, keyFrameInterval: Int?
  ) {
    frames = FrameRunRenderer(renderer: renderer, fit: fit)
    planner = PatchPlanner(width: fit.width, height: fit.height, rules: .webp(allowsBlending: allowsBlending))
    self.encoder = encoder
    self.keyFrameInterval = keyFrameInterval
  }

  /// Encoded patch of each frame of a run; nil for a frame in which nothing changes.
  mutating func encode(_ run: Range<Int>) throws(Diagnostic) -> [EncodedPatch?] {
    start(at: run.lowerBound)
    var result: [EncodedPatch?] = []
    for frame in run { result.append(try patch(forFrame: frame)) }
    return result
  }

  /// Planned patches of each frame of a run; nil for a frame in which nothing changes.
  mutating func plan(_ run: Range<Int>) -> [PlannedFrame?] {
    start(at: run.lowerBound)
    return run.map { frame in
      let (patches, damage) = waysToShow(frame)
      guard let first = patches.first else { return nil }
      planner.show(frames.picture, damage: damage, by: first)
      let picture = frames.picture
      let content = picture.contentCount(in: picture.bounds)
      return PlannedFrame(
        patches: patches.filter { $0.rect == first.rect && $0.disposal == first.disposal },
        share: content > 0 ? Double(picture.contentCount(in: first.rect)) / Double(content) : 1)
    }
  }

  /// Patches of which each shows a frame after the one before it.
  mutating func patches(forFrame frame: Int) -> [Patch] {
    start(at: frame)
    // Before the picture is handed over, which this changes.
    let damage = frames.draw(frame)
    return planner.patches(toShow: frames.picture, damage: damage)
  }

  private mutating func start(at frame: Int) {
    frames.start(at: frame)
    planner.start(with: frames.picture)
  }

  private mutating func patch(forFrame frame: Int) throws(Diagnostic) -> EncodedPatch? {
    let (patches, damage) = waysToShow(frame)
    guard let (patch, bytes) = try encoder.encode(patches) else { return nil }
    planner.show(frames.picture, damage: damage, by: patch)
    return EncodedPatch(patch, bytes: bytes)
  }

  /// Draws the next frame. Returns the patches that show it, none if nothing changes, and what may have changed.
  private mutating func waysToShow(_ frame: Int) -> (patches: [Patch], damage: PixelRect) {
    let damage = frames.draw(frame)
    if let keyFrameInterval, frame.isMultiple(of: keyFrameInterval) {
      return ([planner.keyFrame(frames.picture)], damage)
    }
    let patches = planner.patches(toShow: frames.picture, damage: damage)
    // The first frame has a patch, even if nothing is to be seen.
    return (patches.isEmpty && frame == 0 ? [planner.pixel(of: frames.picture)] : patches, damage)
  }
}

extension EncodedPatch {
  init(_ patch: Patch, bytes: [UInt8]) {
    self.init(
      x: patch.rect.minX, y: patch.rect.minY, bytes: bytes, isBlended: patch.isBlended,
      isAfterDisposal: patch.disposal == .background)
  }
}
