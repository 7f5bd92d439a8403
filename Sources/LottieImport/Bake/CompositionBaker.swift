internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import TimelineModel

/// Bakes a document's compositions into sprites, layer by layer.
struct CompositionBaker {
  private let document: LottieDocument
  private let pictures: ImageTable
  private let limits: Limits
  private let canvas: Rect
  private var support: FeatureReporter
  private var layerCount = 0
  var builder: TimelineBuilder
  var log: DiagnosticLog

  init(
    _ document: LottieDocument, pictures: ImageTable, builder: TimelineBuilder, limits: Limits, log: DiagnosticLog
  ) {
    self.document = document
    self.pictures = pictures
    self.builder = builder
    self.limits = limits
    self.log = log
    canvas = Rect(x: 0, y: 0, width: document.width, height: document.height)
    support = FeatureReporter(document)
  }

  /// Where a composition stands: the layers that lead to it, and its space → canvas for each frame.
  private struct Place {
    var layers: [String]
    var toCanvas: [Affine]
    var depth: Int
  }

  /// The root composition's sprites, from back to front.
  mutating func bake(at moments: Moments) throws(Diagnostic) -> [Sprite] {
    let place = Place(layers: [], toCanvas: Array(repeating: .identity, count: moments.count), depth: 0)
    return try bake(document.layers, at: moments, place)
  }

  private mutating func bake(
    _ layers: [LottieLayer], at moments: Moments, _ place: Place
  ) throws(Diagnostic) -> [Sprite] {
    let graph = LayerGraph(layers)
    var sprites: [Sprite] = []
    for index in layers.indices.reversed() {
      layerCount += 1
      try limits.check(layerCount, atMost: limits.layers, "the number of layers with all precompositions expanded")
      sprites += try bake(layers[index], index, graph, at: moments, place)
    }
    return sprites
  }

  private mutating func bake(
    _ layer: LottieLayer, _ index: Int, _ graph: LayerGraph, at moments: Moments, _ place: Place
  ) throws(Diagnostic) -> [Sprite] {
    guard !layer.isHidden else { return [] }
    let names = place.layers + [layer.name.isEmpty ? "Layer \(layer.index ?? index + 1)" : layer.name]
    support.report(layer, names, to: &log)
    // The source of a matte is not drawn itself.
    guard !layer.isMatteSource else { return [] }
    let alive = moments.during(layer.inPoint ?? -.infinity, layer.outPoint ?? .infinity)
    let opacities = alive.all.map { $0.map { graph.opacity(of: index, at: $0) } ?? 0 }
    let visible = Moments(all: zip(alive.all, opacities).map { $1 > 0 ? $0 : nil })
    guard !visible.isEmpty else { return [] }
    let matrices = graph.matrices(of: index, at: visible)
    var clips = Array(repeating: ClipID?.none, count: moments.count)
    let content: [Sprite]
    switch layer.content {
    case .shapes(let items):
      var baker = ShapeLayerBaker(ShapeTree(items), at: visible, layers: names)
      content = try baker.bake(into: &builder)
    case .solid(let width, let height, let color):
      content = try solid(width, height, color, at: visible, names)
    case .image(let asset):
      content = try image(asset, layer, at: visible, names)
    case .precomposition(let asset, let width, let height, let timeRemap):
      let inner = Place(
        layers: names, toCanvas: zip(place.toCanvas, matrices).map { $0 * $1 }, depth: place.depth + 1)
      content = try precomposition(asset, layer, timeRemap.map(Track.init), at: visible, inner)
      let frame = Rect(x: 0, y: 0, width: max(0, width), height: max(0, height))
      clips = try self.clips(cutting: content, to: frame, at: visible, inner.toCanvas)
    case .null, .text, .audio, .other: content = []
    }
    return try placed(content, matrices, opacities, clips, names)
  }

  /// A layer's sprites in the space of its composition, as one group if its opacity or clip concerns them together.
  private mutating func placed(
    _ content: [Sprite], _ matrices: [Affine], _ opacities: [Double], _ clips: [ClipID?], _ names: [String]
  ) throws(Diagnostic) -> [Sprite] {
    if content.isEmpty { return [] }
    let isTranslucent = opacities.contains { $0 > 0 && $0 < 1 }
    if clips.contains(where: { $0 != nil }) || isTranslucent && content.count > 1 {
      try builder.reserveSprite()
      let frames = matrices.indices.map { index in
        FrameState(opacity: opacities[index], transform: matrices[index], clip: clips[index])
      }
      return [Sprite(layers: names, content: .group(content), frames: frames)]
    }
    return content.map { sprite in
      var sprite = sprite
      for index in sprite.frames.indices where sprite.frames[index].isVisible {
        sprite.frames[index].opacity *= opacities[index]
        sprite.frames[index].transform = matrices[index] * sprite.frames[index].transform
      }
      return sprite
    }
  }

  // MARK: - Contents

  private mutating func solid(
    _ width: Double, _ height: Double, _ color: LottieColor, at moments: Moments, _ names: [String]
  ) throws(Diagnostic) -> [Sprite] {
    guard width > 0, height > 0 else { return [] }
    try builder.reserveSprite()
    let paint = Paint.solid(StraightColor(red: color[0], green: color[1], blue: color[2]))
    let rect = Rect(x: 0, y: 0, width: width, height: height)
    let shapes = try builder.intern([Shape(outline: .rect(rect, cornerRadius: 0), fill: Fill(paint))])
    let frames = moments.states { _ in FrameState(opacity: 1, transform: .identity, shapes: shapes) }
    return [Sprite(layers: names, content: .vector, frames: frames)]
  }

  private mutating func image(
    _ asset: String, _ layer: LottieLayer, at moments: Moments, _ names: [String]
  ) throws(Diagnostic) -> [Sprite] {
    let path = DocumentPath(pointer: document.pointer(to: layer.node), layers: names)
    guard case .image(let image) = document.assets[asset] else {
      log.add(.lottieAssetMissing, "the layer's image asset “\(asset)” does not exist", at: path)
      return []
    }
    guard let picture = try pictures.picture(image, at: path, builder: &builder, log: &log) else { return [] }
    try builder.reserveSprite()
    let pixels = builder[picture]
    let fit = ImageFit(image, pixelWidth: pixels.width, pixelHeight: pixels.height)
    let clip = try fit.crop.map { rect throws(Diagnostic) in try builder.intern(clip: .rect(rect)) }
    let frames = moments.states { _ in FrameState(opacity: 1, transform: fit.transform, clip: clip) }
    let key = layer.name.isEmpty ? image.name : layer.name
    return [Sprite(layers: names, replacementKey: key, content: .image(picture), frames: frames)]
  }

  private mutating func precomposition(
    _ asset: String, _ layer: LottieLayer, _ timeRemap: Track<Double>?, at moments: Moments, _ place: Place
  ) throws(Diagnostic) -> [Sprite] {
    let path = DocumentPath(pointer: document.pointer(to: layer.node), layers: place.layers)
    guard case .precomposition(let layers) = document.assets[asset] else {
      log.add(.lottieAssetMissing, "the layer's composition “\(asset)” does not exist", at: path)
      return []
    }
    try limits.check(
      place.depth, atMost: limits.compositionNesting, "the nesting of precompositions", at: path)
    let frameRate = document.frameRate
    let inner = moments.mapped { time in
      guard let timeRemap else { return (time - layer.startTime) / layer.stretch }
      let remapped = timeRemap.value(at: time) * frameRate
      // lottie-web shows the last frame where the remapped time is exactly the layer's end.
      return remapped == layer.outPoint ? remapped - 1 : remapped
    }
    return try bake(layers, at: inner, place)
  }

  // MARK: - Clips

  /// The frames in which a composition's rectangle cuts what is seen of its sprites.
  private mutating func clips(
    cutting sprites: [Sprite], to frame: Rect, at moments: Moments, _ toCanvas: [Affine]
  ) throws(Diagnostic) -> [ClipID?] {
    var clips = Array(repeating: ClipID?.none, count: moments.count)
    for index in moments.all.indices where moments.all[index] != nil {
      // Nothing sticks out, or nothing that sticks out is on the canvas. Less than this cannot be seen.
      let tolerance = 0.01
      if frame.contains(bounds(of: sprites, in: index), tolerance: tolerance) { continue }
      if let back = toCanvas[index].inverse, frame.contains(back.apply(canvas), tolerance: tolerance) { continue }
      clips[index] = try builder.intern(clip: .rect(frame))
    }
    return clips
  }

  /// What sprites may paint in one frame, in the space that they stand in.
  private func bounds(of sprites: [Sprite], in frame: Int) -> Rect {
    sprites.reduce(.empty) { bounds, sprite in
      let state = sprite.frames[frame]
      guard state.isVisible else { return bounds }
      let own: Rect
      switch sprite.content {
      case .image(let id): own = Rect(x: 0, y: 0, width: Double(builder[id].width), height: Double(builder[id].height))
      case .vector: own = state.shapes.map { builder[$0].bounds } ?? .empty
      case .group(let children): own = self.bounds(of: children, in: frame)
      }
      return bounds.union(state.transform.apply(own))
    }
  }
}
