public import Geometry
public import Pixels
internal import Rasterizer
public import TimelineModel

/// Draws frames of a timeline.
///
/// A value with its own scratch memory: give each thread a copy. The pixels of a frame depend on nothing but the
/// timeline, the frame and the transform.
public struct TimelineRenderer: Sendable {
  private let timeline: Timeline
  private let images: DecodedImages
  private var rasterizer = Rasterizer()
  private var spare: [[UInt32]] = []

  /// A renderer for a timeline whose images are decoded already.
  public init(_ timeline: Timeline, images: DecodedImages) {
    self.timeline = timeline
    self.images = images
  }

  /// Draws a frame over what the target holds.
  ///
  /// - Parameters:
  ///   - frame: 0 ..< `frameCount` of the timeline.
  ///   - transform: canvas → pixels of the target. Nothing is cut at the canvas' edges but by the target's own.
  public mutating func render(frame: Int, transform: Affine, into target: inout Pixmap) {
    draw(timeline.sprites, frame: frame, transform: transform, into: &target)
  }

  /// Draws some sprites alone, as `render` would as part of a frame.
  public mutating func render(_ sprites: [Sprite], frame: Int, transform: Affine, into target: inout Pixmap) {
    draw(sprites, frame: frame, transform: transform, into: &target)
  }

  private mutating func draw(_ sprites: [Sprite], frame: Int, transform: Affine, into target: inout Pixmap) {
    for sprite in sprites { draw(sprite, frame: frame, transform: transform, into: &target) }
  }

  private mutating func draw(_ sprite: Sprite, frame: Int, transform parent: Affine, into target: inout Pixmap) {
    let state = sprite.frames[frame]
    guard state.isVisible else { return }
    let transform = parent * state.transform
    if needsIsolation(sprite, state, frame: frame) {
      drawIsolated(sprite, state, frame: frame, transform: transform, parent: parent, into: &target)
    } else {
      drawContent(sprite, state, opacity: state.opacity, frame: frame, transform: transform, into: &target)
    }
  }

  /// Whether a sprite must be composited by itself before it meets what is below.
  private func needsIsolation(_ sprite: Sprite, _ state: FrameState, frame: Int) -> Bool {
    if state.clip != nil || sprite.matte != nil || sprite.blendMode != .normal { return true }
    switch sprite.content {
    case .image: return false
    case .group(let children):
      return state.opacity < 1 || children.contains { $0.blendMode != .normal && $0.frames[frame].isVisible }
    case .vector:
      // Parts of a translucent sprite do not show through each other.
      guard state.opacity < 1, let list = state.shapes.map({ timeline[$0].shapes }) else { return false }
      return list.count > 1 || list.first.map { $0.fill != nil && $0.stroke != nil } ?? false
    }
  }

  private mutating func drawContent(
    _ sprite: Sprite, _ state: FrameState, opacity: Double, frame: Int, transform: Affine, into target: inout Pixmap
  ) {
    switch sprite.content {
    case .image(let id):
      guard let image = images[id] else { return }
      rasterizer.draw(image, transform: transform, opacity: opacity, into: &target)
    case .vector:
      guard let shapes = state.shapes else { return }
      for shape in timeline[shapes].shapes { draw(shape, opacity: opacity, transform: transform, into: &target) }
    case .group(let children):
      draw(children, frame: frame, transform: transform, into: &target)
    }
  }

  private mutating func draw(_ shape: Shape, opacity: Double, transform: Affine, into target: inout Pixmap) {
    let path = shape.outline.path
    let transform = transform * shape.transform
    if let fill = shape.fill {
      switch fill.paint.brush(opacity: opacity) {
      case .color(let color):
        rasterizer.fill(path, transform: transform, rule: fill.rule, color: color, into: &target)
      case .gradient(let shader):
        rasterizer.fill(path, transform: transform, rule: fill.rule, gradient: shader, into: &target)
      }
    }
    if let stroke = shape.stroke {
      switch stroke.paint.brush(opacity: opacity) {
      case .color(let color):
        rasterizer.stroke(path, style: stroke.style, transform: transform, color: color, into: &target)
      case .gradient(let shader):
        rasterizer.stroke(path, style: stroke.style, transform: transform, gradient: shader, into: &target)
      }
    }
  }

  // MARK: - Isolation

  /// Draws a sprite by itself in the smallest rectangle that holds what is seen of it, cuts it, then composites it.
  private mutating func drawIsolated(
    _ sprite: Sprite, _ state: FrameState, frame: Int, transform: Affine, parent: Affine, into target: inout Pixmap
  ) {
    var visible = timeline.contentBounds(of: sprite, frame: frame)
    if let clip = state.clip { visible = visible.intersection(timeline[clip].bounds) }
    guard !visible.isEmpty else { return }
    let region = PixelRect(covering: transform.apply(visible)).intersection(target.bounds)
    guard !region.isEmpty else { return }
    let shift = Affine.translation(Double(-region.minX), Double(-region.minY))
    var layer = takePixmap(region)
    drawContent(sprite, state, opacity: 1, frame: frame, transform: shift * transform, into: &layer)
    if let clip = state.clip {
      var mask = takePixmap(region)
      rasterizer.fill(timeline[clip], transform: shift * transform, rule: .nonZero, color: .white, into: &mask)
      layer.cut(by: mask)
      spare.append(mask.pixels)
    }
    if let matte = sprite.matte {
      var mask = takePixmap(region)
      draw(matte, frame: frame, transform: shift * parent, into: &mask)
      layer.cut(by: mask)
      spare.append(mask.pixels)
    }
    composite(layer, region, opacity: state.opacity, sprite.blendMode, into: &target)
    spare.append(layer.pixels)
  }

  /// Draws a matte so that its alpha is what is seen.
  private mutating func draw(_ matte: Matte, frame: Int, transform: Affine, into mask: inout Pixmap) {
    draw(matte.sprites, frame: frame, transform: transform, into: &mask)
    if matte.mode == .luma || matte.mode == .invertedLuma { mask.replaceAlphaByLuminance() }
    if matte.mode == .invertedAlpha || matte.mode == .invertedLuma { mask.invertAlpha() }
  }

  private mutating func composite(
    _ layer: Pixmap, _ region: PixelRect, opacity: Double, _ mode: BlendMode, into target: inout Pixmap
  ) {
    guard mode != .normal else { return target.draw(layer, x: region.minX, y: region.minY, opacity: opacity) }
    var faded = takePixmap(region)
    faded.draw(layer, x: 0, y: 0, opacity: opacity)
    target.blend(faded, x: region.minX, y: region.minY, mode: mode.pixelMode)
    spare.append(faded.pixels)
  }

  /// A transparent pixmap in memory that was used before, if there is any.
  private mutating func takePixmap(_ region: PixelRect) -> Pixmap {
    var pixels = spare.popLast() ?? []
    pixels.removeAll(keepingCapacity: true)
    pixels.append(contentsOf: repeatElement(0, count: region.width * region.height))
    return Pixmap(width: region.width, height: region.height, pixels: pixels)
  }
}

extension Timeline {
  /// What a sprite may paint in a frame, in its own space and before its clip.
  public func contentBounds(of sprite: Sprite, frame: Int) -> Rect {
    let state = sprite.frames[frame]
    switch sprite.content {
    case .image(let id):
      return Rect(x: 0, y: 0, width: Double(self[id].width), height: Double(self[id].height))
    case .vector: return state.shapes.map { self[$0].bounds } ?? .empty
    case .group(let children):
      return children.reduce(.empty) { bounds, child in
        let childState = child.frames[frame]
        guard childState.isVisible else { return bounds }
        return bounds.union(childState.transform.apply(contentBounds(of: child, frame: frame)))
      }
    }
  }
}
