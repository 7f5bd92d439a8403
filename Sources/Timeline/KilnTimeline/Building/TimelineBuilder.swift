public import KilnDiagnostics
public import KilnGeometry

/// Builds a timeline and enforces its guarantees.
public struct TimelineBuilder {
  private let canvas: Size
  private let frameRate: Double
  private let frameCount: Int
  private let limits: Limits
  private var images: [ImageAsset] = []
  private var imageBytes = 0
  private var shapeLists: [ShapeList] = []
  private var shapeListIndex = InternIndex()
  private var clips: [Path] = []
  private var clipIndex = InternIndex()
  private var filterChains: [FilterChain] = []
  private var filterChainIDs: [FilterChain: FilterChainID] = [:]
  /// Whether shapes or clips were omitted since the last report.
  private var hasOmittedShapes = false
  /// Whether filters were omitted since the last report.
  private var hasOmittedFilters = false
  private var outlinePoints = 0
  private var shapeCount = 0
  private var stateCount = 0
  /// Top-level sprites, from back to front.
  public var sprites: [Sprite] = []
  /// Sounds of the timeline; not validated.
  public var audioClips: [AudioClip] = []
  /// Named ranges of frames; those that are not finite are removed.
  public var markers: [Marker] = []
  /// Sample time of each frame, in source frames; empty if there is no source.
  public var sourceTimes: [Double] = []

  /// Least width and height of a canvas, in pixels: formats keep decimals of a pixel, to which less is rounded to nothing.
  public static let leastSide = 0.1

  /// Starts an empty timeline.
  ///
  /// - Throws: `timeline.canvas` if a side is not finite or below `leastSide`, `timeline.frameRate` if the rate is not
  ///   finite and above zero, `timeline.noFrames`, or `limit.exceeded`.
  public init(canvas: Size, frameRate: Double, frameCount: Int, limits: Limits) throws(Diagnostic) {
    guard canvas.width.isFinite, canvas.height.isFinite, min(canvas.width, canvas.height) >= Self.leastSide else {
      throw Diagnostic(.timelineBadCanvas, "the canvas is \(canvas.width) × \(canvas.height) pixels")
    }
    try Timeline.check(frameRate: frameRate)
    guard frameCount > 0 else { throw Diagnostic(.timelineNoFrames, "the animation has no frames") }
    try limits.check(
      frameCount, atMost: .frames, "the number of frames",
      advice: "choose a part of the animation, or a lower frame rate")
    let longest = max(canvas.width, canvas.height)
    guard longest <= Double(limits.side) else {
      throw Diagnostic(
        .limitExceeded,
        "the canvas' longer side is \(longest.shortDescription) pixels, above the limit of \(limits.side)",
        advice: Limit.side.advice("make the composition smaller"))
    }
    self.canvas = canvas
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.limits = limits
  }

  /// Starts a timeline with all of another one but its sprites; IDs of the other remain valid.
  ///
  /// - Parameter sampling: Frame rate and number of frames; nil for those of the other timeline.
  /// - Throws: `limit.exceeded` if the other timeline was built with higher limits, or what `init` throws.
  public init(editing timeline: Timeline, sampling: FrameSampling? = nil, limits: Limits) throws(Diagnostic) {
    try self.init(
      canvas: timeline.canvas, frameRate: sampling?.frameRate ?? timeline.frameRate,
      frameCount: sampling?.times.count ?? timeline.frameCount, limits: limits)
    images = timeline.images
    imageBytes = images.decodedBytes
    shapeLists = timeline.shapeLists
    for list in shapeLists {
      let properties = ShapeListProperties(list.shapes)
      shapeListIndex.append(properties.digest)
      outlinePoints += properties.pointCount
      shapeCount += list.shapes.count
    }
    clips = timeline.clips
    for clip in clips {
      clipIndex.append(clip.hashValue)
      outlinePoints += clip.points.count
    }
    filterChains = timeline.filterChains
    for (index, chain) in filterChains.enumerated() {
      filterChainIDs[chain] = FilterChainID(rawValue: Int32(truncatingIfNeeded: index))
    }
    audioClips = timeline.audioClips
    markers = timeline.markers
    sourceTimes = timeline.sourceTimes
  }

  /// Interns a shape list; equal lists get equal IDs. Shapes with numbers that do not fit into 32-bit floats are omitted,
  /// which `reportOmissions` reports.
  ///
  /// - Throws: `limit.exceeded` if all outlines together have too many points.
  public mutating func intern(_ shapes: [Shape]) throws(Diagnostic) -> ShapeListID {
    let properties = ShapeListProperties(shapes)
    guard properties.fitsFloat else {
      hasOmittedShapes = true
      return try intern(shapes.filter(\.fitsFloat))
    }
    if let index = shapeListIndex.first(properties.digest, where: { shapeLists[$0].shapes == shapes }) {
      return ShapeListID(rawValue: Int32(truncatingIfNeeded: index))
    }
    try limits.check(
      shapeCount + shapes.count, atMost: .shapes, "the number of shapes of all frames",
      advice: "choose a part of the animation, a lower frame rate, or fewer animated shapes")
    try reserveOutlinePoints(properties.pointCount)
    shapeCount += shapes.count
    let id = ShapeListID(rawValue: Int32(truncatingIfNeeded: shapeLists.count))
    shapeLists.append(ShapeList(shapes))
    shapeListIndex.append(properties.digest)
    return id
  }

  /// Interns a clip path; equal paths get equal IDs. A path with numbers that do not fit into 32-bit floats is replaced by
  /// an empty one, which `reportOmissions` reports.
  ///
  /// - Throws: `limit.exceeded` if all outlines together have too many points.
  public mutating func intern(clip: Path) throws(Diagnostic) -> ClipID {
    guard clip.fitsFloat else {
      hasOmittedShapes = true
      return try intern(clip: Path())
    }
    let hash = clip.hashValue
    if let index = clipIndex.first(hash, where: { clips[$0] == clip }) {
      return ClipID(rawValue: Int32(truncatingIfNeeded: index))
    }
    try reserveOutlinePoints(clip.points.count)
    let id = ClipID(rawValue: Int32(truncatingIfNeeded: clips.count))
    clips.append(clip)
    clipIndex.append(hash)
    return id
  }

  /// Interns a filter chain; equal chains get equal IDs. Nil if a number does not fit into a 32-bit float, which
  /// `reportOmissions` reports.
  public mutating func intern(filters chain: FilterChain) -> FilterChainID? {
    guard chain.fitsFloat else {
      hasOmittedFilters = true
      return nil
    }
    if let id = filterChainIDs[chain] { return id }
    let id = FilterChainID(rawValue: Int32(truncatingIfNeeded: filterChains.count))
    filterChains.append(chain)
    filterChainIDs[chain] = id
    return id
  }

  private mutating func reserveOutlinePoints(_ count: Int) throws(Diagnostic) {
    try checkRoom(forPoints: count)
    outlinePoints += count
  }

  /// Checks that outlines with so many points may be added, before they are made.
  ///
  /// - Throws: `limit.exceeded`.
  public func checkRoom(forPoints count: Int) throws(Diagnostic) {
    try limits.check(
      outlinePoints.addingClamped(count), atMost: .outlinePoints, "the number of points of all outlines",
      advice: "choose a part of the animation, a lower frame rate, or simpler paths")
  }

  /// Reports shapes, clips and filters that were omitted since the last call because of their numbers.
  ///
  /// - Parameter path: Location of the layer that they belong to.
  public mutating func reportOmissions(at path: @autoclosure () -> DocumentPath, to log: inout DiagnosticLog) {
    guard hasOmittedShapes || hasOmittedFilters else { return }
    if hasOmittedShapes {
      log.add(.timelineNotFinite, "a number in an outline is too large; it is not drawn", at: path())
    }
    if hasOmittedFilters {
      log.add(.timelineNotFinite, "a number in an effect is too large; the layer is hidden in such frames", at: path())
    }
    (hasOmittedShapes, hasOmittedFilters) = (false, false)
  }

  /// Adds an image; equal images are not merged.
  ///
  /// - Throws: `limit.exceeded` if the image is too large, or all images together would take too much memory.
  public mutating func add(_ image: ImageAsset) throws(Diagnostic) -> ImageID {
    try limits.check(width: image.width, height: image.height, "image \(image.name)")
    let (sum, overflow) = imageBytes.addingReportingOverflow(image.decodedBytes)
    try limits.check(
      overflow ? .max : sum, atMost: .decodedImageBytes, "the size of all decoded images in bytes",
      advice: "use fewer or smaller images")
    imageBytes = sum
    let id = ImageID(rawValue: Int32(truncatingIfNeeded: images.count))
    images.append(image)
    return id
  }

  /// Bounds of everything that a shape list paints, in sprite space.
  public func bounds(of id: ShapeListID) -> Rect { shapeLists[id.index].bounds }
  /// Bounds of the outlines of a shape list, without stroke width, in sprite space.
  public func outlineBounds(of id: ShapeListID) -> Rect { shapeLists[id.index].outlineBounds }
  /// The shape list with an ID.
  public subscript(id: ShapeListID) -> ShapeList { shapeLists[id.index] }
  /// The clip path with an ID.
  public subscript(id: ClipID) -> Path { clips[id.index] }
  /// The filter chain with an ID.
  public subscript(id: FilterChainID) -> FilterChain { filterChains[id.index] }
  /// The image with an ID.
  public subscript(id: ImageID) -> ImageAsset { images[id.index] }

  /// Counts the states of one more sprite against the limit, before they are created.
  ///
  /// - Throws: `limit.exceeded` if there would be too many states.
  public mutating func reserveSprite() throws(Diagnostic) {
    stateCount += frameCount
    try limits.check(
      stateCount, atMost: .frameStates, "the number of sprites times frames",
      advice: "choose a part of the animation, a lower frame rate, or fewer layers")
  }

  /// Builds the timeline. The builder has no sprites afterwards.
  ///
  /// States with numbers that do not fit into 32-bit floats are hidden and reported. Sprites that are never visible, table
  /// entries that are not used, and markers that are not finite are removed.
  public mutating func build(log: inout DiagnosticLog) -> Timeline {
    var sprites: [Sprite] = []
    swap(&sprites, &self.sprites)
    reportOmissions(at: .root, to: &log)
    check(&sprites, log: &log)
    let tables = UsedTables(
      images: images, shapeLists: shapeLists, clips: clips, filterChains: filterChains, sprites: sprites)
    return Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: tables.images,
      shapeLists: tables.shapeLists, clips: tables.clips, filterChains: tables.filterChains,
      sprites: tables.sprites, audioClips: audioClips,
      markers: markers.filter { $0.firstFrame.isFinite && $0.frameCount.isFinite }, sourceTimes: sourceTimes)
  }

  /// Removes sprites that are never visible. In place, because states are most of a timeline's memory.
  private func check(_ sprites: inout [Sprite], log: inout DiagnosticLog) {
    for index in sprites.indices where !check(&sprites[index], log: &log) { sprites[index].frames = [] }
    sprites.removeAll { $0.frames.isEmpty }
  }

  /// Normalizes a sprite's states; false if it is never visible.
  private func check(_ sprite: inout Sprite, log: inout DiagnosticLog) -> Bool {
    precondition(sprite.frames.count == frameCount, "one state a frame")
    if case .group(var children) = sprite.content {
      sprite.content = .vector
      check(&children, log: &log)
      sprite.content = .group(children)
      if children.isEmpty { return false }
    }
    if var matte = sprite.matte {
      sprite.matte = nil
      check(&matte.sprites, log: &log)
      // A matte that never draws anything hides the sprite, or has no effect if inverted.
      if matte.sprites.isEmpty && !matte.mode.isInverted { return false }
      sprite.matte = matte.sprites.isEmpty ? nil : matte
    }
    var isVisible = false
    // Moved out, so that they are changed in place.
    var frames: FrameStates = []
    swap(&frames, &sprite.frames)
    var misplaced: [Int] = []
    frames.update { frame, state in
      if state.isVisible {
        if state.transform.fitsFloat {
          state = checked(state, of: sprite)
        } else {
          misplaced.append(frame)
          state = .hidden
        }
      } else {
        state = .hidden
      }
      if state.isVisible { isVisible = true }
    }
    sprite.frames = frames
    if !misplaced.isEmpty { report(misplaced, of: sprite, to: &log) }
    return isVisible
  }

  private func report(_ misplaced: [Int], of sprite: Sprite, to log: inout DiagnosticLog) {
    let path = sprite.origin.path(frames: Timeline.sourceFrames(misplaced, at: sourceTimes))
    log.add(.timelineNotFinite, "a number in the transform is too large; the layer is hidden", at: path)
  }

  /// The state normalized; hidden if it draws nothing.
  private func checked(_ state: FrameState, of sprite: Sprite) -> FrameState {
    var state = state
    state.opacity = min(1, state.opacity)
    guard case .vector = sprite.content else {
      state.shapes = nil
      return state
    }
    guard let shapes = state.shapes else { preconditionFailure("a visible vector sprite has shapes") }
    return shapeLists[shapes.index].shapes.isEmpty ? .hidden : state
  }
}
