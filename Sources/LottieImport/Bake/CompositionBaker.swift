internal import Diagnostics
internal import Geometry
internal import LottieFormat
internal import Pixels
internal import TimelineModel

/// Bakes a document's compositions into sprites, layer by layer.
struct CompositionBaker {
  private let document: LottieDocument
  private let pictures: ImageTable
  private let fonts: FontTable
  private let limits: Limits
  private let merger = PathMerger()
  let fidelity: LottieFidelity
  let canvas: Rect
  private let support: FeatureReporter
  /// Of the shape layers so far, by their place in the document: a composition may be used many times.
  private var shapeLayers: [Int: ShapeLayerBaker] = [:]
  /// Likewise the compositions, by their asset.
  private var compositions: [String: Composition] = [:]
  private var layerCount = 0
  private var layerStateCount = 0
  private var progress = ProgressReporter.silent
  private var expandedLayerCount = 0
  var builder: TimelineBuilder
  var log: DiagnosticLog

  init(
    _ document: LottieDocument, fidelity: LottieFidelity, pictures: ImageTable, fonts: ExternalFonts,
    builder: TimelineBuilder, limits: Limits, log: DiagnosticLog
  ) {
    self.document = document
    self.fidelity = fidelity
    self.pictures = pictures
    self.builder = builder
    self.limits = limits
    self.log = log
    canvas = Rect(x: 0, y: 0, width: document.width, height: document.height)
    self.fonts = FontTable(document, externalFonts: fonts, limits: limits)
    support = FeatureReporter(document, fonts: self.fonts, fidelity: fidelity)
  }

  /// Where a composition stands: the layer that shows it, its size, and its space → canvas for each frame.
  struct Place {
    /// Nil for the root composition.
    var origin: SpriteOrigin?
    var size: Size
    var toCanvas: [Affine]
    var depth: Int
    /// Intersecting masks of the layers around, each of which puts a group around those before it.
    var maskDepth = 0

    /// The place in some frames only.
    func during(_ frames: Range<Int>) -> Place {
      var place = self
      place.toCanvas = Array(toCanvas[frames])
      return place
    }
  }

  /// The context of the root composition's layers.
  var rootContext: EvaluationContext {
    EvaluationContext(frameRate: document.frameRate, compositionSize: rootSize)
  }

  private var rootSize: Size { Size(document.width, document.height) }

  /// The root composition's sprites, from back to front. Reports progress by its layers.
  mutating func bake(at times: SampleTimes, _ progress: ProgressReporter) throws(Diagnostic) -> [Sprite] {
    let place = Place(
      origin: nil, size: rootSize, toCanvas: Array(repeating: .identity, count: times.count), depth: 0)
    self.progress = progress
    expandedLayerCount = document.expandedLayerCount(nesting: limits.compositionNesting)
    return try bake(Composition(document.composition, fidelity: fidelity), at: times, place)
  }

  private mutating func bake(
    _ composition: Composition, at times: SampleTimes, _ place: Place
  ) throws(Diagnostic) -> [Sprite] {
    let layers = composition.layers
    var sprites: [Sprite] = []
    for index in layers.indices.reversed() {
      let origin = composition.names.origin(of: index, inside: place.origin)
      support.report(layers[index], origin, to: &log)
      // The source of a matte is not drawn itself.
      if !layers[index].isMatteSource { sprites += try bake(index, in: composition, at: times, place, origin) }
    }
    return sprites
  }

  /// The layers of one composition with what links them.
  private struct Composition {
    var layers: [LottieLayer]
    var names: LayerNames
    var graph: LayerGraph
    var mattes: MatteLinks

    init(_ composition: LottieComposition, fidelity: LottieFidelity) {
      layers = composition.layers
      names = LayerNames(composition)
      graph = LayerGraph(layers)
      mattes = MatteLinks(layers, fidelity: fidelity)
    }
  }

  /// A layer with its masks, matte and blend mode, in the space of its composition.
  private mutating func bake(
    _ index: Int, in composition: Composition, at times: SampleTimes, _ place: Place, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    let layer = composition.layers[index]
    guard !layer.isHidden, let life = try life(of: layer, at: times) else { return [] }
    let alive = times.during(layer, in: life)
    var sprites = try unmatted(index, in: composition, at: alive, place.during(life), origin)
    guard !sprites.isEmpty else { return [] }
    let link = composition.mattes[index]
    if let link, link.source == nil { return [] }
    let blendMode = BlendMode(lottie: layer.blendMode, fidelity: fidelity)
    if link != nil {
      let boxes = try outlineBoxes(of: layer, at: alive).map { boxes in
        zip(composition.graph.matrices(of: index, at: alive), boxes).map { $0.apply($1) }
      }
      sprites = try cutToMaskRegion(sprites, boxes, at: alive, origin)
    }
    if link != nil || blendMode != .normal {
      var sprite = try single(sprites, origin, at: alive) {
        $0.blendMode == .normal && (link == nil || $0.matte == nil)
      }
      sprite.blendMode = blendMode
      sprites = [sprite]
    }
    sprites = sprites.map { $0.moved(to: life.lowerBound, of: times.count) }
    if let link, let source = link.source {
      // What cuts nothing that is seen costs nothing.
      let seen = times.filtered { sprites[0].frames[$0].isVisible }
      sprites[0].matte = Matte(try matteSource(source, link, in: composition, at: seen, place), mode: link.mode)
    }
    return sprites
  }

  /// A layer that cuts another one.
  private mutating func matteSource(
    _ index: Int, _ link: MatteLinks.Link, in composition: Composition, at times: SampleTimes, _ place: Place
  ) throws(Diagnostic) -> [Sprite] {
    let layer = composition.layers[index]
    guard !layer.isHidden || link.isHiddenSourceSeen, let life = try life(of: layer, at: times) else { return [] }
    let origin = composition.names.origin(of: index, inside: place.origin)
    return try unmatted(index, in: composition, at: times.during(layer, in: life), place.during(life), origin)
      .map { $0.moved(to: life.lowerBound, of: times.count) }
  }

  /// The frames for which a layer is baked: in all others it costs nothing. Nil if it never shows anything.
  private mutating func life(of layer: LottieLayer, at times: SampleTimes) throws(Diagnostic) -> Range<Int>? {
    guard layer.content.isDrawn else { return nil }
    layerCount += 1
    try limits.check(layerCount, atMost: limits.layers, "the number of layers with all precompositions expanded")
    try progress.report("baking layers", min(layerCount, expandedLayerCount), of: expandedLayerCount)
    layerStateCount += times.count
    try limits.check(layerStateCount, atMost: limits.frameStates, "the number of layers times frames")
    let frames = times.visibleFrames(of: layer)
    return frames.isEmpty ? nil : frames
  }

  /// Sprites as one: itself if there is only one that is `simple`, else a group.
  mutating func single(
    _ sprites: [Sprite], _ origin: SpriteOrigin, at times: SampleTimes, simple: (Sprite) -> Bool
  ) throws(Diagnostic) -> Sprite {
    if sprites.count == 1, simple(sprites[0]) { return sprites[0] }
    try builder.reserveSprite()
    let frames = times.states { _ in FrameState(opacity: 1, transform: .identity) }
    return Sprite(origin, content: .group(sprites), frames: frames)
  }

  /// A layer with its masks, in the space of its composition, but without its matte and blend mode.
  private mutating func unmatted(
    _ index: Int, in composition: Composition, at alive: SampleTimes, _ place: Place, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    let layer = composition.layers[index]
    let graph = composition.graph
    let effects = LayerEffects(layer.effects, masks: layer.masks, fidelity: fidelity)
    let opacities = alive.all.map { time in
      time.map {
        graph.opacity(of: index, at: $0, in: alive.context) * effects.transform.value(at: $0, in: alive.context).opacity
      } ?? 0
    }
    let visible = alive.filtered { opacities[$0] > 0 }
    guard !visible.isEmpty else { return [] }
    defer { builder.reportOmissions(at: origin.path(), to: &log) }
    var matrices = graph.matrices(of: index, at: visible)
    if !effects.transform.formula.isEmpty {
      matrices = zip(matrices, visible.all).map { matrix, time in
        time.map { matrix * effects.transform.value(at: $0, in: visible.context).matrix } ?? matrix
      }
    }
    let inner = Place(
      origin: origin, size: place.size, toCanvas: zip(place.toCanvas, matrices).map { $0 * $1 },
      depth: place.depth + 1, maskDepth: place.maskDepth + layer.masks.count { $0.mode == .intersect })
    if inner.maskDepth > limits.nesting {
      throw Diagnostic(
        .limitExceeded, "more than \(limits.nesting) intersecting masks are nested", at: origin.path())
    }
    var content = try content(of: layer, at: visible, origin, inner)
    if fidelity == .lottieWeb {
      content = try decorated(content, by: effects, at: visible, origin)
    }
    if case .precomposition(_, let width, let height, _) = layer.content {
      content = try cut(content, at: visible, size: Size(max(0, width), max(0, height)), inner, origin)
    }
    guard !content.isEmpty else { return [] }
    // The Stroke effect takes painted masks away, but no clips.
    let isUnmasked = effects.strokes.contains { [.onOriginal, .onTransparent].contains($0.formula.style) }
    let masks = MaskBaker(layer.masks, at: visible, origin, fidelity: fidelity).flatMap {
      isUnmasked && !$0.isClip ? nil : $0
    }
    if fidelity == .lottieWeb {
      if let masks, !masks.isClip {
        content = try cutToMaskRegion(content, outlineBoxes(of: layer, at: visible), at: visible, origin)
      }
      return try placed(consume content, matrices, opacities, by: masks, at: visible, size: place.size, origin)
    }
    // After Effects applies effects to what the masks have left, in the layer's own space.
    let still = Array(repeating: Affine.identity, count: matrices.count)
    let shown = visible.all.map { $0 == nil ? 0.0 : 1 }
    content = try placed(content, still, shown, by: masks, at: visible, size: place.size, origin)
    content = try decorated(content, by: effects, at: visible, origin)
    return content.isEmpty ? [] : try placed(content, matrices, opacities, origin)
  }

  /// A layer's sprites, cut by its masks, in the space into which the matrices lead.
  private mutating func placed(
    _ content: consuming [Sprite], _ matrices: [Affine], _ opacities: [Double], by masks: MaskBaker?,
    at times: SampleTimes,
    size: Size, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard let masks else { return try placed(consume content, matrices, opacities, origin) }
    if masks.isClip {
      return try placed(content, matrices, opacities, clips: masks.clips(in: &builder), origin)
    }
    let matte = try masks.matte(matrices, composition: size, root: rootSize, in: &builder)
    var sprite = try single(placed(content, matrices, opacities, origin), origin, at: times) {
      $0.matte == nil && $0.blendMode == .normal
    }
    sprite.matte = matte
    return [sprite]
  }

  /// What a layer shows, in its own space.
  private mutating func content(
    of layer: LottieLayer, at times: SampleTimes, _ origin: SpriteOrigin, _ place: Place
  ) throws(Diagnostic) -> [Sprite] {
    switch layer.content {
    case .shapes(let items):
      // Taken out, so that it is changed in place.
      let known = shapeLayers.removeValue(forKey: layer.node)
      var baker = if let known { known } else { try shapeLayerBaker(items) }
      defer {
        shapeLayers[layer.node] = baker
        reportUnmergedPaths(layer, origin)
      }
      return try baker.bake(at: times, origin, into: &builder)
    case .solid(let width, let height, let color): return try solid(width, height, color, at: times, origin)
    case .image(let asset): return try image(asset, layer, at: times, origin)
    case .precomposition(let asset, let width, let height, let timeRemap):
      var place = place
      place.size = Size(max(0, width), max(0, height))
      return try precomposition(asset, layer, timeRemap.map(Track.init(single:)), at: times, place)
    case .text(let text):
      var baker = TextLayerBaker(
        text, masks: layer.masks, fonts: fonts, at: times, origin, limits: limits)
      return try sprites(of: baker.bake(into: &builder), layer, at: times, place, origin)
    case .null, .audio, .other: return []
    }
  }

  private mutating func reportUnmergedPaths(_ layer: LottieLayer, _ origin: SpriteOrigin) {
    for merge in merger.takeFailures() {
      let path = document.path(to: merge.node, in: layer, origin)
      log.add(.lottieMergeTooComplex, "the paths are not merged; together they are one compound path", at: path)
    }
  }

  /// For each frame the box of all outlines of a shape layer that has been baked, in its own space, if some of them paint
  /// nothing: these count in the region of a mask, and designers put them there so that it is large enough.
  private mutating func outlineBoxes(
    of layer: LottieLayer, at times: SampleTimes
  ) throws(Diagnostic) -> [Rect]? {
    guard fidelity == .lottieWeb, var baker = shapeLayers.removeValue(forKey: layer.node) else { return nil }
    defer { shapeLayers[layer.node] = baker }
    return try baker.outlineBoxes(at: times)
  }

  private func shapeLayerBaker(_ items: [ShapeItem]) throws(Diagnostic) -> ShapeLayerBaker {
    ShapeLayerBaker(try ShapeTree(items, fidelity: fidelity, limits: limits), merger: merger, limits: limits)
  }

  /// A layer's sprites in the space of its composition, as one group if its opacity or clips concern them together.
  mutating func placed(
    _ content: consuming [Sprite], _ matrices: [Affine], _ opacities: [Double], clips: [ClipID?]? = nil,
    _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    let isTranslucent = opacities.contains { $0 > 0 && $0 < 1 }
    let needsGroup =
      clips != nil || isTranslucent && (content.count > 1 || content[0].blendMode != .normal)
      || content.contains { $0.matte != nil }
    if needsGroup {
      try builder.reserveSprite()
      let frames = matrices.indices.map { index in
        FrameState(opacity: opacities[index], transform: matrices[index], clip: clips?[index])
      }
      return [Sprite(origin, content: .group(content), frames: frames)]
    }
    var content = consume content
    for sprite in content.indices {
      content[sprite].frames.update { frame, state in
        guard state.isVisible else { return }
        state.opacity *= opacities[frame]
        state.transform = matrices[frame] * state.transform
      }
    }
    return content
  }

  // MARK: - Contents

  private mutating func solid(
    _ width: Double, _ height: Double, _ color: LottieColor, at times: SampleTimes, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard width > 0, height > 0 else { return [] }
    try builder.reserveSprite()
    let paint = Paint.solid(StraightColor(red: color[0], green: color[1], blue: color[2]))
    let rect = Rect(x: 0, y: 0, width: width, height: height)
    let shapes = try builder.intern([Shape(outline: .rect(rect, cornerRadius: 0), fill: Fill(paint))])
    let frames = times.states { _ in FrameState(opacity: 1, transform: .identity, shapes: shapes) }
    return [Sprite(origin, content: .vector, frames: frames)]
  }

  private mutating func image(
    _ asset: String, _ layer: LottieLayer, at times: SampleTimes, _ origin: SpriteOrigin
  ) throws(Diagnostic) -> [Sprite] {
    guard case .image(let image) = document.assets[asset] else {
      log.add(.lottieAssetMissing, "the layer's image asset “\(asset)” does not exist", at: origin.path())
      return []
    }
    guard let picture = try pictures.picture(image, at: origin.path(), builder: &builder, log: &log) else { return [] }
    try builder.reserveSprite()
    let pixels = builder[picture]
    let fit = ImageFit(image, pixelWidth: pixels.width, pixelHeight: pixels.height)
    let clip = try fit.crop.map { rect throws(Diagnostic) in try builder.intern(clip: .rect(rect)) }
    let frames = times.states { _ in FrameState(opacity: 1, transform: fit.transform, clip: clip) }
    let key = layer.name.isEmpty ? image.name : layer.name
    return [Sprite(origin, replacementKey: key, content: .image(picture), frames: frames)]
  }

  private mutating func precomposition(
    _ asset: String, _ layer: LottieLayer, _ timeRemap: Track<Double>?, at times: SampleTimes, _ place: Place
  ) throws(Diagnostic) -> [Sprite] {
    let frameRate = document.frameRate
    let inner = times.mapped { time in
      guard let timeRemap else { return (time - layer.startTime) / layer.stretch }
      let remapped = timeRemap.value(at: time, in: times.context) * frameRate
      // lottie-web shows the last frame where the remapped time is exactly the layer's end.
      return remapped == layer.outPoint ? remapped - 1 : remapped
    }
    return try composition(asset, at: inner, place, usedBy: layer.node)
  }

  /// A composition's sprites. `user` is where a finding about it points to.
  mutating func composition(
    _ asset: String, at times: SampleTimes, _ place: Place, usedBy user: Int
  ) throws(Diagnostic) -> [Sprite] {
    func path() -> DocumentPath {
      let pointer = document.pointer(to: user)
      return place.origin?.path(pointer: pointer) ?? DocumentPath(pointer: pointer)
    }
    guard case .precomposition(let used) = document.assets[asset] else {
      log.add(.lottieAssetMissing, "the layer's composition “\(asset)” does not exist", at: path())
      return []
    }
    guard place.depth <= limits.compositionNesting else {
      throw Diagnostic(
        .limitExceeded, "precompositions are nested deeper than \(limits.compositionNesting) levels", at: path())
    }
    let composition = compositions[asset] ?? Composition(used, fidelity: fidelity)
    compositions[asset] = composition
    return try bake(composition, at: times, place)
  }
}
