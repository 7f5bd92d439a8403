internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Evaluates the frames of sprites: resolves KEEP, bitmaps and clips.
struct SpriteEvaluator {
  private let drawing: PlayerDrawing
  /// Whether the movie is of SVGA 2.x.
  private let isStream: Bool
  private(set) var images: MovieImages
  private(set) var tables: MovieTables
  private(set) var findings = SpriteFindings()
  private var kept: KeptShapes

  init(_ images: MovieImages, _ drawing: PlayerDrawing, isStream: Bool, isText: Bool) {
    self.images = images
    self.drawing = drawing
    self.isStream = isStream
    tables = MovieTables(drawing.paths)
    kept = KeptShapes(drawing.keeping, isText: isText)
  }

  /// The sprite's frames, evaluated.
  ///
  /// - Throws: Errors of making the placeholder for an image that cannot be decoded.
  mutating func track(
    _ sprite: SVGASpriteEntity, _ origin: SpriteOrigin, frameCount: Int
  ) throws(Diagnostic) -> SpriteTrack {
    findings.beginSprite(origin)
    if sprite.imageKey.isEmpty { findings.note(.svgaKeyEmpty) }
    if sprite.frames.count != frameCount { findings.note(.svgaFrameCountMismatch) }
    var track = SpriteTrack(
      origin: origin, key: sprite.imageKey, matteKey: sprite.matteKey, isMatte: sprite.isMatte)
    guard drawing.drawsWithoutKey || !sprite.imageKey.isEmpty else { return track }
    track.missingFrame = drawing.missingFrame
    track.image = try image(of: sprite, origin)
    if let key = images.key(for: sprite.imageKey) { track.fails = images.failingKeys.contains(key) }
    track.frames.reserveCapacity(min(frameCount, sprite.frames.count))
    let pixels = track.image.map { Size(Double(tables.images[$0].width), Double(tables.images[$0].height)) }
    kept.beginSprite()
    for (index, frame) in sprite.frames.prefix(frameCount).enumerated() {
      // Hidden frames count for KEEP: one without shapes leaves nothing to keep.
      let opacity = drawing.opacity(of: frame)
      let shapes = shapes(of: frame, at: index, isVisible: opacity > 0)
      track.frames.append(evaluate(frame, opacity: opacity, pixels: pixels, shapes: shapes))
    }
    return track
  }

  private mutating func image(of sprite: SVGASpriteEntity, _ origin: SpriteOrigin) throws(Diagnostic) -> Int? {
    guard let first = sprite.frames.first(where: { drawing.opacity(of: $0) > 0 }) else { return nil }
    guard let key = images.key(for: sprite.imageKey) else {
      let hasShapes = sprite.frames.contains { !$0.shapes.isEmpty }
      if !hasShapes, !sprite.imageKey.hasSuffix(SVGAPlayers.vectorSuffix) { findings.note(.svgaImageMissing) }
      return nil
    }
    noteKey(key, of: sprite)
    var position = tables.position(ofImage: key)
    if position == nil, let image = try images.image(under: key, layout: first.layout, at: origin.path()) {
      position = tables.add(image, under: key)
    }
    if position != nil, images.foreignKeys.contains(key) { findings.note(.svgaImageEncoding) }
    return position
  }

  private mutating func noteKey(_ key: String, of sprite: SVGASpriteEntity) {
    let isMatte = sprite.imageKey.hasSuffix(SVGAPlayers.matteSuffix)
    if isMatte, key == sprite.imageKey {
      // All players take the ending off the keys of SVGA 1.x.
      if isStream { findings.note(.svgaKeyMatte) }
    } else if key.contains(".") {
      findings.note(.svgaKeyDotted)
    }
  }

  /// Position in `tables` of the shapes that a frame shows.
  private mutating func shapes(of frame: SVGAFrameEntity, at index: Int, isVisible: Bool) -> Int? {
    guard frame.shapes.first?.type == .keep else {
      var shapes: [Shape] = []
      for entity in frame.shapes {
        if let shape = entity.shape(drawing, findings: &findings) { shapes.append(shape) }
      }
      return kept.show(tables.position(of: shapes), of: frame, at: index, isVisible: isVisible)
    }
    if index == 0 {
      findings.note(.svgaKeepFirst)
    } else if kept.previous == nil, frame.alpha > 0 {
      findings.note(.svgaKeepEmpty)
    }
    return kept.keep(at: index, isVisible: isVisible)
  }

  private mutating func evaluate(
    _ frame: SVGAFrameEntity, opacity: Double, pixels: Size?, shapes: Int?
  ) -> SpriteTrack.Frame {
    guard opacity > 0 else { return .hidden }
    var result = SpriteTrack.Frame(opacity: opacity, transform: drawing.transform(of: frame), shapes: shapes)
    result.fails = drawing.failsAtNegativeRects && frame.shapes.contains(where: \.hasNegativeRadius)
    if let pixels { result.bitmap = bitmapPlace(frame.layout, pixels: pixels) }
    if !frame.clipPath.isEmpty, drawing.clipsVectors || pixels != nil {
      let clip = tables.position(ofClip: frame.clipPath, findings: &findings)
      // An empty clip leaves nothing.
      guard !tables.clips[clip].isEmpty else { return .hidden }
      result.clip = clip
    }
    note(frame, result)
    return result
  }

  private mutating func bitmapPlace(_ layout: SVGALayout, pixels: Size) -> BitmapPlace? {
    guard let place = drawing.bitmapPlace(in: layout, pixels: pixels) else {
      findings.note(.svgaLayoutMissing)
      return nil
    }
    if place.pixelSize != Size(1, 1) { findings.note(.svgaLayoutStretched) }
    return place
  }

  private mutating func note(_ frame: SVGAFrameEntity, _ result: SpriteTrack.Frame) {
    guard result.bitmap != nil || result.shapes != nil else { return }
    if Double(frame.alpha) < SVGAPlayers.faintestAlpha { findings.note(.svgaAlphaFaint) }
    if frame.layout.x != 0 || frame.layout.y != 0 { findings.note(.svgaLayoutOffset) }
    if frame.hasTransform, frame.transform.a == 0 || frame.transform.d == 0 { findings.note(.svgaTransformZero) }
    if let shapes = result.shapes {
      if frame.alpha < 1, tables.shapeLists[shapes].count > 1 { findings.note(.svgaAlphaOverlap) }
      if result.clip != nil, result.bitmap == nil { findings.note(.svgaClipOnVector) }
    }
  }
}
