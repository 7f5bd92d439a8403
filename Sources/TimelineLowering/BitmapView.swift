internal import Geometry
internal import Pixels
internal import Rasterizer
internal import TimelineModel
internal import TimelineRendering

/// How a sprite is drawn as one bitmap for one or several frames.
struct BitmapView: Sendable {
  /// Whose space is drawn.
  private enum Space { case canvas, sprite }

  /// The frames that show the bitmap.
  let frames: [Int]
  private let space: Space
  /// The space that is drawn → pixels of the picture.
  private let toPicture: Affine
  private let back: Affine
  private let width: Int
  private let height: Int

  /// What the canvas shows of the sprite in frames that are all the same; nil if that is nothing.
  init?(canvasOf timeline: Timeline, _ sprite: Sprite, _ frames: [Int], scale: Double) {
    guard let first = frames.first else { return nil }
    let canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    let visible = timeline.visibleBounds(of: sprite, frame: first).intersection(canvas)
    guard !visible.isEmpty else { return nil }
    // At whole pixels, so that at full resolution the bitmap's pixels are the canvas'.
    let region = PixelRect(covering: visible)
    let corner = Affine.translation(-Double(region.minX), -Double(region.minY))
    self.init(
      frames, .canvas, width: Double(region.width) * scale, height: Double(region.height) * scale,
      toPicture: .scale(scale, scale) * corner)
  }

  /// The sprite alone, for frames in which it is the same but for its transform.
  ///
  /// Nil where that gains nothing: the picture would be larger than two canvases.
  init?(of sprite: Sprite, in timeline: Timeline, _ frames: [Int], scale: Double) {
    let transforms = Set(frames.map { sprite.frames[$0].transform })
    guard let first = frames.first else { return nil }
    var bounds = timeline.contentBounds(of: sprite, frame: first)
    if let clip = sprite.frames[first].clip { bounds = bounds.intersection(timeline[clip].bounds) }
    let scale = scale * transforms.reduce(0) { max($0, $1.stretch.largest) }
    guard !bounds.isEmpty, bounds.isFinite, scale > 0, scale.isFinite else { return nil }
    // A transparent pixel on every side lets players smooth the edges.
    let width = (bounds.width * scale).rounded(.up) + 2
    let height = (bounds.height * scale).rounded(.up) + 2
    guard width * height <= 2 * timeline.canvas.width * timeline.canvas.height, max(width, height) <= 4096 else {
      return nil
    }
    self.init(
      frames, .sprite, width: width, height: height,
      toPicture: .translation(1, 1) * .scale(scale, scale) * .translation(-bounds.minX, -bounds.minY))
  }

  private init?(_ frames: [Int], _ space: Space, width: Double, height: Double, toPicture: Affine) {
    guard let back = toPicture.inverse else { return nil }
    self.frames = frames
    self.space = space
    self.toPicture = toPicture
    self.back = back
    self.width = Int(width.rounded(.up))
    self.height = Int(height.rounded(.up))
  }

  /// The picture, cut to what is not transparent, and where that lies in the whole one.
  func picture(of sprite: Sprite, _ renderer: inout TimelineRenderer) -> (picture: Pixmap, bounds: PixelRect) {
    var pixmap = Pixmap(width: width, height: height)
    if let frame = frames.first {
      var sprite = sprite
      if space == .sprite { sprite.frames[frame].transform = .identity }
      renderer.render([sprite], frame: frame, transform: toPicture, into: &pixmap)
    }
    var bounds = pixmap.contentBounds
    if space == .sprite, !bounds.isEmpty {
      let edge = PixelRect(
        minX: bounds.minX - 1, minY: bounds.minY - 1, maxX: bounds.maxX + 1, maxY: bounds.maxY + 1)
      bounds = edge.intersection(pixmap.bounds)
    }
    return (pixmap.cropped(to: bounds), bounds)
  }

  /// Pixels of the cut picture → canvas, in a frame.
  func placement(of sprite: Sprite, in frame: Int, at bounds: PixelRect) -> Affine {
    let toSpace = back * .translation(Double(bounds.minX), Double(bounds.minY))
    return space == .canvas ? toSpace : sprite.frames[frame].transform * toSpace
  }
}

extension Sprite {
  /// All that decides what the sprite looks like in a frame but its own transform and opacity.
  func contentStates(in frame: Int) -> [FrameState] {
    var own = frames[frame]
    own.transform = .identity
    own.opacity = 1
    var states = [own]
    func add(_ sprites: [Sprite]) {
      for sprite in sprites {
        states.append(sprite.frames[frame])
        if let matte = sprite.matte { add(matte.sprites) }
        if case .group(let children) = sprite.content { add(children) }
      }
    }
    if let matte { add(matte.sprites) }
    if case .group(let children) = content { add(children) }
    return states
  }
}
