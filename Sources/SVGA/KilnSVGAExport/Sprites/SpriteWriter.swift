internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Converts one sprite of a timeline to a sprite of a movie.
struct SpriteWriter {
  /// Size, in canvases, from which on outlines need no more precision: next to nothing of them is seen at once.
  private static let largestSize = 32.0
  /// Thickness in pixels below which a flattened sprite is not written.
  private static let minimumThickness = 0.001

  private let timeline: Timeline
  private let sprite: Sprite
  private let options: SVGAExporter.Options
  private let extent: Double
  private let precision: SpritePrecision
  private let layout: SVGALayout
  private var clipTexts: [ClipID: String] = [:]
  private var shapeEntities: [ShapeListID: [SVGAShapeEntity]] = [:]

  init(_ timeline: Timeline, _ sprite: Sprite, options: SVGAExporter.Options) {
    self.timeline = timeline
    self.sprite = sprite
    self.options = options
    var layout = SVGALayout()
    var scale = sprite.frames.reduce(0) { $1.isVisible ? max($0, $1.transform.stretch.largest) : $0 }
    switch sprite.content {
    case .image(let id):
      layout.width = Float(timeline[id].width)
      layout.height = Float(timeline[id].height)
      extent = Double(max(timeline[id].width, timeline[id].height))
    case .vector, .group:
      // No player cuts vectors at their layout, but Flutter does not draw without one.
      layout.width = Float(timeline.canvas.width)
      layout.height = Float(timeline.canvas.height)
      let bounds = Set(sprite.frames.compactMap(\.shapes)).map { timeline[$0].bounds }
      extent = bounds.reduce(0) { max($0, $1.farthestCoordinate) }
      let size = bounds.reduce(0) { max($0, $1.width, $1.height) }
      scale = min(scale, Self.largestSize * max(timeline.canvas.width, timeline.canvas.height) / max(1e-6, size))
    }
    self.layout = layout
    precision = SpritePrecision(extent: extent, scale: scale, options: options)
  }

  /// The sprite with a key.
  mutating func entity(key: String, _ texts: inout PathTexts) -> SVGASpriteEntity {
    var entity = SVGASpriteEntity()
    entity.imageKey = key
    entity.frames.reserveCapacity(sprite.frames.count)
    // Web and Android forget the shapes over a hidden frame, so KEEP never reaches over one.
    var kept: ShapeListID?
    for state in sprite.frames {
      if let frame = frame(state, kept: kept, &texts) {
        entity.frames.append(frame)
        kept = options.keepsUnchangedShapes ? state.shapes : nil
      } else {
        // Only an empty frame is hidden in every player.
        entity.frames.append(SVGAFrameEntity())
        kept = nil
      }
    }
    return entity
  }

  /// A frame, or nil when nothing is drawn.
  private mutating func frame(
    _ state: FrameState, kept: ShapeListID?, _ texts: inout PathTexts
  ) -> SVGAFrameEntity? {
    let list = state.shapes.map { timeline[$0] }
    let opacity = state.opacity * (list?.paintAlpha ?? 1)
    guard PlayerAlpha.isDrawn(opacity), state.transform.stretch.smallest * extent >= Self.minimumThickness else {
      return nil
    }
    var frame = SVGAFrameEntity()
    frame.alpha = PlayerAlpha.value(opacity)
    frame.layout = layout
    frame.transform = precision.transform(state.transform)
    if let clip = state.clip {
      let text = text(of: clip, &texts)
      guard !text.isEmpty else { return nil }
      frame.clipPath = text
    }
    if let shapes = state.shapes {
      let entities = entities(of: shapes, &texts)
      guard !entities.isEmpty else { return nil }
      frame.shapes = shapes == kept ? [.keep] : entities
    }
    return frame
  }

  private mutating func text(of clip: ClipID, _ texts: inout PathTexts) -> String {
    if let text = clipTexts[clip] { return text }
    let path = texts.simplified(timeline[clip], strokeWidth: nil, precision)
    let text = texts.text(of: path, strokeWidth: nil, precision)
    clipTexts[clip] = text
    return text
  }

  private mutating func entities(of list: ShapeListID, _ texts: inout PathTexts) -> [SVGAShapeEntity] {
    if let entities = shapeEntities[list] { return entities }
    let entities = timeline[list].shapes.compactMap { SVGAShapeEntity($0, precision: precision, &texts) }
    shapeEntities[list] = entities
    return entities
  }
}

extension ShapeList {
  /// Alpha of a single translucent paint, which the players take only from the frame; else 1.
  fileprivate var paintAlpha: Double { shapes.count == 1 ? shapes[0].paintAlphas.min() ?? 1 : 1 }
}
