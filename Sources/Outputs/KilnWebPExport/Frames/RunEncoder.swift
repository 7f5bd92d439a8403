internal import KilnDiagnostics
internal import KilnExporting
internal import KilnPixels
internal import KilnRendering

/// Draws and encodes runs of consecutive frames. Each thread needs a copy.
///
/// Memory: two pictures, whatever the length of a run.
struct RunEncoder: Sendable {
  private var frames: FrameRunRenderer
  private var planner: SubframePlanner
  let encoder: SubframeEncoder
  /// Number of frames from one key frame to the next; nil for no key frames.
  private let keyFrameInterval: Int?

  init(
    renderer: TimelineRenderer, fit: CanvasFit, encoder: SubframeEncoder, allowsBlending: Bool, keyFrameInterval: Int?
  ) {
    frames = FrameRunRenderer(renderer: renderer, fit: fit)
    planner = SubframePlanner(width: fit.width, height: fit.height, rules: .webp(allowsBlending: allowsBlending))
    self.encoder = encoder
    self.keyFrameInterval = keyFrameInterval
  }

  /// Encoded subframe of each frame of a run; nil for a frame in which nothing changes.
  ///
  /// - Parameter counter: Counts the frames.
  mutating func encode(_ run: Range<Int>, _ counter: FrameCounter) throws(Diagnostic) -> [EncodedSubframe?] {
    start(at: run.lowerBound)
    var result: [EncodedSubframe?] = []
    for frame in run {
      result.append(try subframe(forFrame: frame))
      try counter.add()
    }
    return result
  }

  /// Planned subframes of each frame of a run; nil for a frame in which nothing changes.
  mutating func plan(_ run: Range<Int>) -> [PlannedFrame?] {
    start(at: run.lowerBound)
    return run.map { frame in
      let (subframes, damage) = candidateSubframes(frame)
      guard let first = subframes.first else { return nil }
      planner.show(frames.picture, damage: damage, by: first)
      let picture = frames.picture
      let content = picture.contentCount(in: picture.bounds)
      return PlannedFrame(
        subframes: subframes.filter { $0.rect == first.rect && $0.disposal == first.disposal },
        share: content > 0 ? Double(picture.contentCount(in: first.rect)) / Double(content) : 1)
    }
  }

  /// Subframes of which each shows a frame after the one before it.
  mutating func subframes(forFrame frame: Int) -> [Subframe] {
    start(at: frame)
    // Before the picture is handed over, which this changes.
    let damage = frames.draw(frame)
    return planner.subframes(toShow: frames.picture, damage: damage)
  }

  private mutating func start(at frame: Int) {
    frames.start(at: frame)
    planner.start(with: frames.picture)
  }

  private mutating func subframe(forFrame frame: Int) throws(Diagnostic) -> EncodedSubframe? {
    let (subframes, damage) = candidateSubframes(frame)
    guard let (subframe, bytes) = try encoder.encode(subframes) else { return nil }
    planner.show(frames.picture, damage: damage, by: subframe)
    return EncodedSubframe(subframe, bytes: bytes)
  }

  /// Draws the next frame. Returns the candidate subframes that show it (none if nothing changes), and the rectangle
  /// that may have changed.
  private mutating func candidateSubframes(_ frame: Int) -> (subframes: [Subframe], damage: PixelRect) {
    let damage = frames.draw(frame)
    if let keyFrameInterval, frame.isMultiple(of: keyFrameInterval) {
      return ([planner.keyFrame(frames.picture)], damage)
    }
    let subframes = planner.subframes(toShow: frames.picture, damage: damage)
    // The first frame has a subframe, even if nothing is to be seen.
    return (subframes.isEmpty && frame == 0 ? [planner.pixel(of: frames.picture)] : subframes, damage)
  }
}

extension EncodedSubframe {
  init(_ subframe: Subframe, bytes: [UInt8]) {
    self.init(
      x: subframe.rect.minX, y: subframe.rect.minY, bytes: bytes, isBlended: subframe.isBlended,
      isAfterDisposal: subframe.disposal == .background)
  }
}
