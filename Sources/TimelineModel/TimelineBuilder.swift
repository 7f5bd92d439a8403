public import Diagnostics
public import Geometry

/// Makes a timeline and sees to its guarantees.
public struct TimelineBuilder {
  private let canvas: Size
  private let frameRate: Double
  private let frameCount: Int
  private let limits: Limits
  private var images: [ImageAsset] = []
  private var imageBytes = 0
  private var shapeLists: [ShapeList] = []
  private var shapeListIDs: [[Shape]: ShapeListID] = [:]
  private var clips: [Path] = []
  private var clipIDs: [Path: ClipID] = [:]
  private var outlinePoints = 0
  private var stateCount = 0
  /// Everything drawn, from back to front.
  public var sprites: [Sprite] = []
  /// Named ranges.
  public var markers: [Marker] = []

  /// Starts a timeline.
  ///
  /// Throws when the canvas or the frame rate is not a number above zero, there is no frame, or a limit is exceeded.
  public init(canvas: Size, frameRate: Double, frameCount: Int, limits: Limits) throws(Diagnostic) {
    guard canvas.width.isFinite, canvas.height.isFinite, canvas.width > 0, canvas.height > 0 else {
      throw Diagnostic(.timelineBadCanvas, "the canvas is \(canvas.width) × \(canvas.height) pixels")
    }
    guard frameRate.isFinite, frameRate > 0, frameRate <= 1000 else {
      throw Diagnostic(.timelineBadFrameRate, "the frame rate is \(frameRate)")
    }
    guard frameCount > 0 else { throw Diagnostic(.timelineNoFrames, "the animation has no frames") }
    try limits.check(frameCount, atMost: limits.frames, "the number of frames")
    let longest = max(canvas.width, canvas.height)
    guard longest <= Double(limits.side) else {
      throw Diagnostic(.limitExceeded, "the canvas' longer side is \(longest), above the limit of \(limits.side)")
    }
    self.canvas = canvas
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.limits = limits
  }

  /// The ID of a shape list; equal lists get equal IDs. Shapes with numbers that are not finite are left out.
  public mutating func intern(_ shapes: [Shape]) throws(Diagnostic) -> ShapeListID {
    let shapes = shapes.allSatisfy(\.isFinite) ? shapes : shapes.filter(\.isFinite)
    if let id = shapeListIDs[shapes] { return id }
    for case .path(let path) in shapes.lazy.map(\.outline) { outlinePoints += path.points.count }
    try limits.check(outlinePoints, atMost: limits.outlinePoints, "the number of points of all outlines")
    let id = ShapeListID(rawValue: Int32(truncatingIfNeeded: shapeLists.count))
    shapeLists.append(ShapeList(shapes))
    shapeListIDs[shapes] = id
    return id
  }

  /// The ID of a clip; equal outlines get equal IDs.
  public mutating func intern(clip: Path) throws(Diagnostic) -> ClipID {
    if let id = clipIDs[clip] { return id }
    outlinePoints += clip.points.count
    try limits.check(outlinePoints, atMost: limits.outlinePoints, "the number of points of all outlines")
    let id = ClipID(rawValue: Int32(truncatingIfNeeded: clips.count))
    clips.append(clip)
    clipIDs[clip] = id
    return id
  }

  /// Adds an image. Throws when all images together would take more memory than the limits allow.
  public mutating func add(_ image: ImageAsset) throws(Diagnostic) -> ImageID {
    try limits.check(width: image.width, height: image.height, "image \(image.name)")
    imageBytes += image.decodedBytes
    try limits.check(imageBytes, atMost: limits.decodedImageBytes, "the size of all decoded images")
    let id = ImageID(rawValue: Int32(truncatingIfNeeded: images.count))
    images.append(image)
    return id
  }

  /// The shapes behind an ID.
  public subscript(id: ShapeListID) -> ShapeList { shapeLists[id.index] }
  /// The image behind an ID.
  public subscript(id: ImageID) -> ImageAsset { images[id.index] }

  /// Counts the states of one more sprite, before they are made. Throws when there would be too many.
  public mutating func reserveSprite() throws(Diagnostic) {
    stateCount += frameCount
    try limits.check(stateCount, atMost: limits.frameStates, "the number of sprites times frames")
  }

  /// The finished timeline.
  ///
  /// States with numbers that are not finite are hidden and reported. Sprites that are never visible are left out.
  public consuming func build(log: inout DiagnosticLog) -> Timeline {
    let checked = Self.checked(sprites, frameCount: frameCount, log: &log)
    return Timeline(
      canvas: canvas, frameRate: frameRate, frameCount: frameCount, images: images, shapeLists: shapeLists,
      clips: clips, sprites: checked, markers: markers)
  }

  private static func checked(_ sprites: [Sprite], frameCount: Int, log: inout DiagnosticLog) -> [Sprite] {
    var result: [Sprite] = []
    for var sprite in sprites {
      precondition(sprite.frames.count == frameCount, "one state a frame")
      if case .group(let children) = sprite.content {
        let kept = checked(children, frameCount: frameCount, log: &log)
        if kept.isEmpty { continue }
        sprite.content = .group(kept)
      }
      var isVisible = false
      for index in sprite.frames.indices {
        let state = sprite.frames[index]
        guard state.isVisible else {
          // Also hides a state whose opacity is not a number.
          sprite.frames[index] = .hidden
          continue
        }
        guard state.transform.isFinite else {
          log.add(
            .timelineNotFinite, "a transform is not a finite number; the sprite is hidden in such frames",
            at: DocumentPath(layers: sprite.layers))
          sprite.frames[index] = .hidden
          continue
        }
        precondition(state.shapes != nil || sprite.content != .vector, "a visible vector sprite has shapes")
        sprite.frames[index].opacity = min(1, state.opacity)
        isVisible = true
      }
      if isVisible { result.append(sprite) }
    }
    return result
  }
}
