internal import KilnGeometry
internal import KilnTimeline
internal import KilnRendering

/// Plans the bitmaps for a sprite.
///
/// Frames that differ in the transform only share one bitmap, drawn at the largest scale of them; if they differ in the
/// clip too, the players clip it where that costs less. All other frames get bitmaps at the canvas' resolution.
struct BitmapPlanner {
  /// Maximum number of pixels of a shared bitmap, in canvases.
  private static let maximumCanvasCount = 2.0
  /// Minimum resolution of a shared bitmap, as share of the largest scale at which it is shown.
  private static let minimumReduction = 0.5
  /// Resolution of small bitmaps that are turned, relative to the canvas', and how many pixels these have at most. Players
  /// resample them, and thin lines would lose a third of their contrast.
  private static let sharpening = (factor: 1.5, pixels: 65_536.0)
  /// Least scale of an instance relative to the largest one: smaller ones would show more pixels at once than players mix.
  private static let steadyScale = 0.95

  private let timeline: Timeline
  private let scale: Double
  /// Whether the bitmap is drawn at less than the canvas' resolution, which would make the edges of clips soft.
  private let isBlurred: Bool

  init(_ timeline: Timeline, scale: Double, isBlurred: Bool = false) {
    self.timeline = timeline
    self.scale = scale
    self.isBlurred = isBlurred
  }

  /// The bitmaps for some frames of a sprite.
  func views(of sprite: Sprite, in frames: [Int]) -> [BitmapView] {
    // Opacity stays in the frames, so that a fade needs one bitmap.
    var sprite = sprite
    for frame in frames { sprite.frames[frame].opacity = 1 }
    var contents: [[FrameState]: [(frame: Int, pose: SpritePose)]] = [:]
    var order: [[FrameState]] = []
    for frame in frames {
      guard let pose = SpritePose(of: sprite, in: frame) else { continue }
      if contents[pose.content] == nil { order.append(pose.content) }
      contents[pose.content, default: []].append((frame, pose))
    }
    return order.flatMap { content in
      let poses = contents[content] ?? []
      let sharpness = sharpness(of: sprite, in: poses.map(\.frame))
      let planner = BitmapPlanner(timeline, scale: scale * sharpness, isBlurred: sharpness < 1)
      return planner.views(of: sprite, poses)
    }
  }

  /// Resolution that a sprite needs as share of the canvas', 0…1; below 1 for blurred ones only.
  private func sharpness(of sprite: Sprite, in frames: [Int]) -> Double {
    frames.reduce(0) { sharpest, frame in
      let state = sprite.frames[frame]
      let chain = state.filters.map { timeline[$0] }
      return max(sharpest, chain?.sharpness(under: state.transform) ?? 1)
    }
  }

  /// The bitmaps for frames in which a sprite is the same but for its transform and its clip.
  private func views(of sprite: Sprite, _ poses: [(frame: Int, pose: SpritePose)]) -> [BitmapView] {
    var byClip: [ClipID?: [(frame: Int, pose: SpritePose)]] = [:]
    var clips: [ClipID?] = []
    for pose in poses {
      let clip = sprite.frames[pose.frame].clip
      if byClip[clip] == nil { clips.append(clip) }
      byClip[clip, default: []].append(pose)
    }
    let cut = clips.flatMap { clip in cutViews(of: sprite, byClip[clip] ?? []) }
    guard clips.count > 1, let whole = wholeView(of: sprite, poses) else { return cut }
    let clipPoints = whole.instances.reduce(0) { $0 + ($1.clip?.points.count ?? 0) }
    let cost = LoweringCost.bitmap(whole) + LoweringCost.clip(points: clipPoints)
    return cost < cut.reduce(0) { $0 + LoweringCost.bitmap($1) } ? [whole] : cut
  }

  /// The bitmaps for frames in which a sprite is the same but for its transform.
  private func cutViews(of sprite: Sprite, _ poses: [(frame: Int, pose: SpritePose)]) -> [BitmapView] {
    let frames = poses.map(\.frame)
    let onCanvas = { BitmapView(sprite, onCanvasOf: timeline, $0, scale: scale, isBlurred: isBlurred) }
    if Set(poses.map(\.pose.transform)).count == 1 { return [onCanvas(frames)].compactMap(\.self) }
    let isCut = poses.first.map { sprite.frames[$0.frame].clip != nil } ?? false
    if isBlurred, isCut, let whole = wholeView(of: sprite, poses) { return [whole] }
    let instances = poses.map { BitmapView.Instance(frame: $0.frame, transform: $0.pose.transform) }
    if let first = poses.first {
      var bounds = timeline.contentBounds(of: sprite, frame: first.frame)
      if let clip = sprite.frames[first.frame].clip { bounds = bounds.intersection(timeline[clip].bounds) }
      if let view = view(of: sprite, first, instances, bounds: first.pose.apply(bounds)) { return [view] }
    }
    return frames.compactMap { onCanvas([$0]) }
  }

  /// One bitmap for all frames, clipped by the players; nil if it would be too large.
  private func wholeView(of sprite: Sprite, _ poses: [(frame: Int, pose: SpritePose)]) -> BitmapView? {
    guard let first = poses.first else { return nil }
    var seen = Rect.empty
    var instances: [BitmapView.Instance] = []
    for (frame, pose) in poses {
      let bounds = pose.apply(timeline.contentBounds(of: sprite, frame: frame))
      let clip = sprite.frames[frame].clip.map { pose.apply(timeline[$0]) }
      let margin = isBlurred ? BitmapView.clipMargin / max(1e-6, scale * pose.transform.stretch.smallest) : 0
      let cut = clip.map { bounds.intersection($0.bounds.outset(x: margin, y: margin)) } ?? bounds
      if !cut.isEmpty { seen = seen.union(cut) }
      instances.append(BitmapView.Instance(frame: frame, transform: pose.transform, clip: clip))
    }
    var uncut = sprite
    uncut.frames[first.frame].clip = nil
    return view(of: uncut, first, instances, bounds: seen)
  }

  /// Longest side of a bitmap in pixels.
  private static let maximumSide = 4000.0

  /// A bitmap in content space at the largest scale at which it is shown, reduced to the maximum size; nil if that is
  /// below the minimum resolution.
  private func view(
    of sprite: Sprite, _ pose: (frame: Int, pose: SpritePose), _ instances: [BitmapView.Instance], bounds: Rect
  ) -> BitmapView? {
    guard let bounds = bounds.checked else { return nil }
    let largest = scale * instances.reduce(0) { max($0, $1.transform.stretch.largest) }
    let maximumPixelCount = Self.maximumCanvasCount * timeline.canvas.width * timeline.canvas.height * scale * scale
    let pixels = bounds.width * largest * bounds.height * largest
    let side = max(bounds.width, bounds.height) * largest
    let reduction = min(1, (maximumPixelCount / max(1, pixels)).squareRoot(), Self.maximumSide / max(1, side))
    guard reduction >= Self.minimumReduction else { return nil }
    let isTurned =
      instances.allSatisfy { scale * $0.transform.stretch.smallest >= Self.steadyScale * largest }
      && instances.contains { $0.transform.hasOtherAxes(than: instances[0].transform) }
    let room = min((Self.sharpening.pixels / max(1, pixels)).squareRoot(), Self.maximumSide / max(1, side * reduction))
    let sharpening = isBlurred || !isTurned ? 1 : max(1, min(Self.sharpening.factor, room))
    return BitmapView(
      pose.pose.placed(sprite, in: pose.frame), pose.frame, instances, bounds: bounds,
      scale: largest * reduction * sharpening, isBlurred: isBlurred)
  }
}

extension LoweringCost {
  static func bitmap(_ view: BitmapView) -> Double {
    bitmap(width: Double(view.width), height: Double(view.height))
  }
}

extension Affine {
  /// Whether the maps differ in more than their translation.
  fileprivate func hasOtherAxes(than other: Affine) -> Bool {
    a != other.a || b != other.b || c != other.c || d != other.d
  }
}
