internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

/// A timeline whose sprites show cells of an atlas.
struct SpriteTimeline {
  /// The timeline. Its images are cells; what stays a vector is one.
  private(set) var timeline: Timeline
  /// The cell of each image.
  private(set) var cells: [Int] = []

  /// - Parameter assets: The cells as images.
  init(
    _ source: Timeline, _ cells: SpriteCells, assets: [ImageAsset], limits: Limits, log: inout DiagnosticLog
  ) throws(Diagnostic) {
    timeline = source
    var builder = try TimelineBuilder(editing: source, limits: limits)
    let replacer = try CellReplacer(cells, assets, &builder)
    builder.sprites = replacer.replaced(source.sprites)
    timeline = builder.build(log: &log)
    // Images that no sprite shows are gone.
    self.cells = timeline.images.compactMap { replacer.cell(of: $0) }
  }
}

/// Replaces the contents of sprites by cells.
private struct CellReplacer {
  private let cells: SpriteCells
  /// The image of each cell in the new timeline.
  private var images: [ImageID] = []
  /// The cell of an image by its name.
  private var numbers: [String: Int] = [:]

  init(_ cells: SpriteCells, _ assets: [ImageAsset], _ builder: inout TimelineBuilder) throws(Diagnostic) {
    self.cells = cells
    for (index, asset) in assets.enumerated() {
      images.append(try builder.add(asset))
      numbers[asset.name] = index
    }
  }

  func cell(of image: ImageAsset) -> Int? { numbers[image.name] }

  func replaced(_ sprites: [Sprite]) -> [Sprite] { sprites.map { replaced($0) } }

  private func replaced(_ sprite: Sprite) -> Sprite {
    var sprite = sprite
    if let matte = sprite.matte { sprite.matte = Matte(replaced(matte.sprites), mode: matte.mode) }
    switch sprite.content {
    case .group(let children):
      sprite.content = .group(replaced(children))
      return sprite
    case .image(let id):
      guard let cell = cells.images[id.index] else { return hidden(sprite) }
      return showing([(cell, nil)], instead: sprite)
    case .vector:
      return vector(sprite)
    }
  }

  /// A sprite that shows nothing, because its image has no pixels, cannot be decoded, or is never seen.
  private func hidden(_ sprite: Sprite) -> Sprite {
    var result = sprite
    result.matte = nil
    result.content = .group([])
    result.frames.update { _, state in state = .hidden }
    return result
  }

  private func vector(_ sprite: Sprite) -> Sprite {
    var lists: [ShapeListID] = []
    for state in sprite.frames {
      if let list = state.shapes, lists.last != list, !lists.contains(list) { lists.append(list) }
    }
    // Equal cells at equal places are one part.
    var parts: [(cell: SpriteCells.Cell, lists: Set<ShapeListID>?)] = []
    for list in lists {
      guard let cell = cells.lists[list.index] else { continue }
      if let known = parts.firstIndex(where: { $0.cell == cell }) {
        parts[known].lists?.insert(list)
      } else {
        parts.append((cell, [list]))
      }
    }
    guard !parts.isEmpty else { return sprite }
    let drawn = parts.reduce(into: Set<ShapeListID>()) { $0.formUnion($1.lists ?? []) }
    if parts.count == 1, drawn.count == lists.count { parts[0].lists = nil }
    return showing(parts, instead: sprite, vectors: drawn.count < lists.count ? drawn : nil)
  }

  /// A sprite that shows cells.
  ///
  /// - Parameters:
  ///   - parts: The cells, each with the shape lists that it stands for; nil if it is shown in all frames.
  ///   - vectors: The shape lists that are drawn as cells, if others stay vectors; nil if none does.
  private func showing(
    _ parts: [(cell: SpriteCells.Cell, lists: Set<ShapeListID>?)], instead sprite: Sprite,
    vectors: Set<ShapeListID>? = nil
  ) -> Sprite {
    var result = sprite
    let isPlain = sprite.frames.allSatisfy { $0.clip == nil && $0.filters == nil }
    if let cell = parts.first?.cell, parts.count == 1, parts[0].lists == nil, isPlain {
      result.content = .image(images[cell.index])
      result.frames.update { _, state in
        guard state.isVisible else { return }
        state.transform = state.transform * cell.placement
        state.shapes = nil
      }
      return result
    }
    // The group keeps motion, clip and filters; what is inside changes only in whether it is seen.
    var children = parts.map { part in
      Sprite(
        sprite.origin, content: .image(images[part.cell.index]),
        frames: sprite.frames.map { state in
          guard state.isVisible, part.lists.map({ lists in state.shapes.map(lists.contains) ?? false }) ?? true
          else { return .hidden }
          return FrameState(opacity: 1, transform: part.cell.placement)
        })
    }
    if let vectors {
      children.append(
        Sprite(
          sprite.origin, content: .vector,
          frames: sprite.frames.map { state in
            guard state.isVisible, let list = state.shapes, !vectors.contains(list) else { return .hidden }
            return FrameState(opacity: 1, transform: .identity, shapes: list)
          }))
    }
    result.content = .group(children)
    result.frames.update { _, state in state.shapes = nil }
    return result
  }
}
