internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

/// Evaluates the frames of sprites: resolves KEEP, bitmaps and clips.
struct SpriteEvaluator {
  /// Whether the movie is of SVGA 2.x.
  private let isStream: Bool
  private(set) var images: MovieImages
  private(set) var tables = MovieTables()
  private(set) var findings = SpriteFindings()

  init(_ images: MovieImages, isStream: Bool) {
    self.images = images
    self.isStream = isStream
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
    var track = SpriteTrack(origin: origin, key: sprite.imageKey, matteKey: sprite.matteKey)
    track.image = try image(of: sprite, origin)
    track.frames.reserveCapacity(min(frameCount, sprite.frames.count))
    let pixels = track.image.map { Size(Double(tables.images[$0].width), Double(tables.images[$0].height)) }
    var shapes: Int?
    for (index, frame) in sprite.frames.prefix(frameCount).enumerated() {
      // Hidden frames count for KEEP: one without shapes leaves nothing to keep.
      shapes = self.shapes(of: frame, previous: shapes, isFirst: index == 0)
      track.frames.append(evaluate(frame, pixels: pixels, shapes: shapes))
    }
    return track
  }

  private mutating func image(of sprite: SVGASpriteEntity, _ origin: SpriteOrigin) throws(Diagnostic) -> Int? {
    guard let first = sprite.frames.first(where: { $0.alpha > 0 }) else { return nil }
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

  /// Position of a frame's shapes in `tables`; `previous` is that of the frame before, even if that frame is hidden.
  private mutating func shapes(of frame: SVGAFrameEntity, previous: Int?, isFirst: Bool) -> Int? {
    guard frame.shapes.first?.type == .keep else {
      var shapes: [Shape] = []
      for entity in frame.shapes {
        if let shape = entity.shape(findings: &findings) { shapes.append(shape) }
      }
      return tables.position(of: shapes)
    }
    if isFirst {
      findings.note(.svgaKeepFirst)
    } else if previous == nil, frame.alpha > 0 {
      findings.note(.svgaKeepEmpty)
    }
    return previous
  }

  private mutating func evaluate(_ frame: SVGAFrameEntity, pixels: Size?, shapes: Int?) -> SpriteTrack.Frame {
    guard frame.alpha > 0 else { return .hidden }
    var result = SpriteTrack.Frame(
      opacity: min(1, Double(frame.alpha)), transform: frame.hasTransform ? Affine(frame.transform) : .identity,
      shapes: shapes)
    if let pixels { result.pixelSize = pixelSize(frame.layout, pixels: pixels) }
    if !frame.clipPath.isEmpty {
      let clip = tables.position(ofClip: frame.clipPath, findings: &findings)
      // An empty clip leaves nothing.
      guard !tables.clips[clip].isEmpty else { return .hidden }
      result.clip = clip
    }
    note(frame, result)
    return result
  }

  /// The bitmap fills its layout.
  private mutating func pixelSize(_ layout: SVGALayout, pixels: Size) -> Size? {
    let width = Double(layout.width)
    let height = Double(layout.height)
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      findings.note(.svgaLayoutMissing)
      return nil
    }
    if width != pixels.width || height != pixels.height { findings.note(.svgaLayoutStretched) }
    return Size(width / pixels.width, height / pixels.height)
  }

  private mutating func note(_ frame: SVGAFrameEntity, _ result: SpriteTrack.Frame) {
    guard result.pixelSize != nil || result.shapes != nil else { return }
    if Double(frame.alpha) < SVGAPlayers.faintestAlpha { findings.note(.svgaAlphaFaint) }
    if frame.layout.x != 0 || frame.layout.y != 0 { findings.note(.svgaLayoutOffset) }
    if frame.hasTransform, frame.transform.a == 0 || frame.transform.d == 0 { findings.note(.svgaTransformZero) }
    if let shapes = result.shapes {
      if frame.alpha < 1, tables.shapeLists[shapes].count > 1 { findings.note(.svgaAlphaOverlap) }
      if result.clip != nil, result.pixelSize == nil { findings.note(.svgaClipOnVector) }
    }
  }
}
