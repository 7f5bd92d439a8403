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
    if state.clip != nil || state.filters != nil || sprite.matte != nil || sprite.blendMode != .normal { return true }
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
    if let filters = state.filters {
      drawFiltered(sprite, state, timeline[filters], frame: frame, transform: shift * transform, into: &layer)
    } else {
      drawContent(sprite, state, opacity: 1, frame: frame, transform: shift * transform, into: &layer)
    }
    if let clip = state.clip { cut(&layer, by: timeline[clip], transform: shift * transform) }
    if let matte = sprite.matte {
      var mask = takePixmap(region)
      draw(matte, frame: frame, transform: shift * parent, into: &mask)
      layer.cut(by: mask)
      spare.append(mask.pixels)
    }
    composite(layer, region, opacity: state.opacity, sprite.blendMode, into: &target)
    spare.append(layer.pixels)
  }

  /// Draws what filters make of a sprite.
  ///
  /// Filters that look at neighbours work along the sprite's own axes, at the scale at which it is shown; the rest of
  /// the transform is applied to the result.
  private mutating func drawFiltered(
    _ sprite: Sprite, _ state: FrameState, _ chain: FilterChain, frame: Int, transform: Affine, into layer: inout Pixmap
  ) {
    let isStraight = !chain.isSpatial || transform.b == 0 && transform.c == 0
    let space = isStraight ? transform : transform.axisScale
    guard let back = space.inverse, let toSpace = (transform * back).inverse else { return }
    let content = timeline.unfilteredBounds(of: sprite, frame: frame)
    let result = chain.bounds(of: content)
    // Nothing outside of this reaches what is seen.
    let reach = chain.reach(in: space, side: max(layer.width, layer.height))
    let needed = toSpace.apply(Rect(layer.bounds)).outset(x: reach.width, y: reach.height)
    let area = PixelRect(covering: space.apply(result.union(content.intersection(chain.region))).intersection(needed))
    guard !area.isEmpty else { return }
    let toPicture = Affine.translation(Double(-area.minX), Double(-area.minY)) * space
    var picture = takePixmap(area)
    drawContent(sprite, state, opacity: 1, frame: frame, transform: toPicture, into: &picture)
    let tolerance = 0.01
    let isContained = chain.region.contains(content, tolerance: tolerance)
    if !isContained { cut(&picture, by: .rect(chain.region), transform: toPicture) }
    picture.apply(chain.filters, space: space)
    // What filters spread may leave the region again.
    if !isContained || chain.isSpatial { cut(&picture, by: .rect(chain.region), transform: toPicture) }
    if isStraight {
      layer.draw(picture, x: area.minX, y: area.minY, opacity: 1)
    } else {
      let placement = transform * back * .translation(Double(area.minX), Double(area.minY))
      rasterizer.draw(MipmappedImage(unscaled: picture), transform: placement, opacity: 1, into: &layer)
    }
    spare.append(picture.pixels)
  }

  /// Leaves of a picture what is inside an outline.
  private mutating func cut(_ picture: inout Pixmap, by outline: Path, transform: Affine) {
    var mask = takePixmap(picture.bounds)
    rasterizer.fill(outline, transform: transform, rule: .nonZero, color: .white, into: &mask)
    picture.cut(by: mask)
    spare.append(mask.pixels)
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
    let bounds = unfilteredBounds(of: sprite, frame: frame)
    return sprite.frames[frame].filters.map { self[$0].bounds(of: bounds) } ?? bounds
  }

  /// The same before the sprite's own filters.
  fileprivate func unfilteredBounds(of sprite: Sprite, frame: Int) -> Rect {
    switch sprite.content {
    case .image(let id):
      return Rect(x: 0, y: 0, width: Double(self[id].width), height: Double(self[id].height))
    case .vector: return sprite.frames[frame].shapes.map { self[$0].bounds } ?? .empty
    case .group(let children):
      return children.reduce(.empty) { bounds, child in
        let childState = child.frames[frame]
        guard childState.isVisible else { return bounds }
        return bounds.union(childState.transform.apply(contentBounds(of: child, frame: frame)))
      }
    }
  }
}

extension Rect {
  fileprivate init(_ rect: PixelRect) {
    self.init(
      minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
  }
}

extension Affine {
  /// How long the map makes one unit along each axis, as a map without turns.
  fileprivate var axisScale: Affine {
    .scale((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot())
  }
}
