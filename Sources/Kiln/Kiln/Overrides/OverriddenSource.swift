internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnTimeline
internal import KilnRendering

/// A source whose timelines are changed after they were baked.
struct OverriddenSource: AnimationSource {
  private(set) var info: AnimationInfo
  let source: any AnimationSource
  private let overrides: AnimationOverrides
  /// Images in place of others, by replacement key or name; none for Lottie, whose document was changed.
  private let images: [AnimationOverrides.Image]
  /// Texts over pictures; none for Lottie.
  private let texts: [SlotText]
  private let limits: Limits
  /// The part of the canvas that is shown; nil for all of it.
  private(set) var crop: Rect?

  /// - Throws: `keyPath.unmatched` for a key path or key that the animation does not have; what baking throws.
  init(
    _ source: any AnimationSource, _ overrides: AnimationOverrides, images: [AnimationOverrides.Image],
    texts: [SlotText], limits: Limits
  ) throws(Diagnostic) {
    self.source = source
    self.overrides = overrides
    self.images = images
    self.texts = texts
    self.limits = limits
    info = source.info
    if case .rectangle(let part) = overrides.crop { crop = part }
    if overrides.namesLayers || !images.isEmpty || !texts.isEmpty || overrides.crop == .drawn {
      // A layer may be drawn in other frames than the wanted ones: names are looked for in all frames.
      var log = DiagnosticLog()
      let whole = try source.timeline(info.nativeSampling, log: &log)
      try check(whole)
      if overrides.crop == .drawn { crop = try changed(whole, log: &log).drawnArea }
    }
    if let crop { info.canvas = Size(crop.width, crop.height) }
    if overrides.isMuted { info.hasSound = false }
  }

  /// The source with these changes in its document; nil if they are not all edits of one.
  ///
  /// - Throws: `usage.invalid` for a layer that is hidden in some uses of its composition only.
  func editingDocument() throws(Diagnostic) -> (any AnimationSource)? {
    guard let source = source as? LottieSource, overrides.crop == nil, images.isEmpty, texts.isEmpty else { return nil }
    let overrides = overrides
    var hiding = LottieHiding(
      limits: limits,
      isHidden: { names in
        overrides.hidden.contains { $0.contains(names) } && !overrides.shown.contains { $0.contains(names) }
      }, isDrawn: overrides.shows)
    hiding.isMuted = overrides.isMuted
    return try source.hiding(hiding)
  }

  /// - Throws: `keyPath.unmatched` for a key path or key that a timeline of all frames does not have.
  private func check(_ whole: Timeline) throws(Diagnostic) {
    let paths = whole.keyPaths
    for pattern in overrides.hidden + overrides.solo where !paths.contains(where: pattern.matches) {
      throw pattern.unmatched("drawn layer", among: paths)
    }
    for image in images where Self.ids(of: image.key, in: whole).isEmpty {
      let names = whole.replacementKeys + whole.images.map(\.name)
      guard let pattern = KeyPathPattern(image.key) else {
        throw Diagnostic(.keyPathUnmatched, "no image has the key “\(image.key)”")
      }
      throw pattern.unmatched("image", among: names.map { [$0] })
    }
    let keys = whole.replacementKeys
    for text in texts where !keys.contains(text.key) {
      guard let pattern = KeyPathPattern(text.key) else {
        throw Diagnostic(.keyPathUnmatched, "no picture has the key “\(text.key)”")
      }
      throw pattern.unmatched("picture", among: keys.map { [$0] })
    }
  }

  func packedBytes() -> Int? { source.packedBytes() }

  func timeline(
    _ sampling: FrameSampling, progress: ProgressReporter, log: inout DiagnosticLog
  ) throws(Diagnostic) -> Timeline {
    var sampling = sampling
    if overrides.isMuted { sampling.hasSound = false }
    let timeline = try changed(try source.timeline(sampling, progress: progress, log: &log), log: &log)
    guard let crop else { return timeline }
    return try timeline.fitted(
      by: .translation(-crop.minX, -crop.minY), canvas: Size(crop.width, crop.height), limits: limits, log: &log)
  }

  func placements(
    of pattern: KeyPathPattern, at time: Double, log: inout DiagnosticLog
  ) throws(Diagnostic) -> [LayerPlacement] {
    let shift = crop.map { Affine.translation(-$0.minX, -$0.minY) } ?? .identity
    return try source.placements(of: pattern, at: time, log: &log).map { placement in
      var placement = placement
      placement.toCanvas = shift * placement.toCanvas
      return placement
    }
  }

  /// A timeline with all changes but the crop.
  private func changed(_ timeline: Timeline, log: inout DiagnosticLog) throws(Diagnostic) -> Timeline {
    var timeline = timeline
    var replacements: [ImageID: ImageAsset] = [:]
    var portable = PortableImages(limits: limits)
    for image in images {
      for id in Self.ids(of: image.key, in: timeline) {
        replacements[id] = try image.asset(inPlaceOf: timeline[id], &portable, log: &log)
      }
    }
    if !replacements.isEmpty { timeline = timeline.replacingImages(replacements) }
    if !texts.isEmpty { timeline = try timeline.writing(texts, limits: limits, log: &log) }
    if overrides.namesLayers {
      timeline = try timeline.hiding(limits: limits, log: &log) { !overrides.shows($0.layers) }
    }
    return timeline
  }

  /// The images with a key, or else with a name.
  private static func ids(of key: String, in timeline: Timeline) -> [ImageID] {
    var ofKey: Set<ImageID> = []
    var named: Set<ImageID> = []
    timeline.forEachSprite { sprite in
      guard case .image(let id) = sprite.content else { return }
      if sprite.replacementKey == key { ofKey.insert(id) }
      if timeline[id].name == key { named.insert(id) }
    }
    return (ofKey.isEmpty ? named : ofKey).sorted { $0.index < $1.index }
  }
}

extension Timeline {
  /// The rectangle on the canvas that holds all that is ever drawn, extended to even numbers; nil if nothing is.
  fileprivate var drawnArea: Rect? {
    var all = Rect.empty
    for frame in 0..<frameCount {
      for sprite in sprites { all = all.union(visibleBounds(of: sprite, frame: frame)) }
    }
    let seen = all.intersection(Rect(x: 0, y: 0, width: canvas.width, height: canvas.height))
    guard seen.width > 0, seen.height > 0 else { return nil }
    func even(_ value: Double, _ rule: FloatingPointRoundingRule) -> Double { (value / 2).rounded(rule) * 2 }
    return Rect(
      minX: even(seen.minX, .down), minY: even(seen.minY, .down), maxX: even(seen.maxX, .up),
      maxY: even(seen.maxY, .up))
  }
}
