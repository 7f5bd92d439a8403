internal import Geometry
internal import Pixels
internal import TimelineModel
internal import TimelineRendering

/// How a sprite is drawn as one bitmap for one or several frames.
struct BitmapView: Sendable {
  /// The frames that show the bitmap.
  let frames: [Int]
  /// Sprite space → pixels of the picture; nil to draw the sprite where it is on the canvas.
  private let transform: Affine?
  private let width: Int
  private let height: Int

  /// A view of the canvas in frames that are all the same.
  init(canvas: CanvasFit, _ frames: [Int]) {
    self.frames = frames
    transform = nil
    width = canvas.width
    height = canvas.height
  }

  /// A view of the sprite alone, for frames in which it is the same but for its transform.
  ///
  /// Nil where that gains nothing: the picture would be larger than two canvases.
  init?(of sprite: Sprite, in timeline: Timeline, canvas: CanvasFit, _ frames: [Int]) {
    let transforms = Set(frames.map { sprite.frames[$0].transform })
    guard let first = frames.first else { return nil }
    var bounds = timeline.contentBounds(of: sprite, frame: first)
    if let clip = sprite.frames[first].clip { bounds = bounds.intersection(timeline[clip].bounds) }
    let scale = transforms.reduce(0) { max($0, $1.stretch.largest) }
    guard !bounds.isEmpty, bounds.isFinite, scale > 0, scale.isFinite else { return nil }
    // A transparent pixel on every side lets players smooth the edges.
    let width = (bounds.width * scale).rounded(.up) + 2
    let height = (bounds.height * scale).rounded(.up) + 2
    let largest = 2 * Double(canvas.width) * Double(canvas.height)
    guard width * height <= largest, max(width, height) <= 4096 else { return nil }
    self.frames = frames
    self.width = Int(width)
    self.height = Int(height)
    transform = .translation(1, 1) * .scale(scale, scale) * .translation(-bounds.minX, -bounds.minY)
  }

  /// The picture, cut to what is not transparent, and where that lies in the whole one.
  func picture(of sprite: Sprite, _ renderer: inout TimelineRenderer) -> (picture: Pixmap, bounds: PixelRect) {
    var pixmap = Pixmap(width: width, height: height)
    if let frame = frames.first {
      var sprite = sprite
      if transform != nil { sprite.frames[frame].transform = .identity }
      renderer.render([sprite], frame: frame, transform: transform ?? .identity, into: &pixmap)
    }
    var bounds = pixmap.contentBounds
    if transform != nil, !bounds.isEmpty {
      let edge = PixelRect(
        minX: bounds.minX - 1, minY: bounds.minY - 1, maxX: bounds.maxX + 1, maxY: bounds.maxY + 1)
      bounds = edge.intersection(pixmap.bounds)
    }
    return (pixmap.cropped(to: bounds), bounds)
  }

  /// Pixels of the cut picture → canvas, in a frame.
  func placement(of sprite: Sprite, in frame: Int, at bounds: PixelRect) -> Affine {
    let corner = Affine.translation(Double(bounds.minX), Double(bounds.minY))
    guard let back = transform?.inverse else { return corner }
    return sprite.frames[frame].transform * back * corner
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
