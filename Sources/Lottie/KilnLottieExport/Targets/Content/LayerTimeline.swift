internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport
internal import KilnPixels
internal import KilnTimeline

/// A composition in place of what a layer showed.
struct BakedComposition {
  let id: String
  /// JSON texts of the elements of `assets` that it needs, itself among them.
  let assets: [String]
  let window: CompositionWindow
  /// Frame of the layer's composition at which the time of this one is 0.
  let start: Double
  /// All IDs of assets that are taken.
  let takenIDs: TakenNames
  var pictureCount = 0
  /// Bytes of the pictures together.
  var byteCount = 0
  /// Pixels of the pictures for each unit of the layer's space.
  var density = 1.0
}

/// What one layer shows in its own space in each frame in which it is seen.
struct LayerTimeline {
  let timeline: Timeline
  /// Times of the frames, in those of the layer's composition.
  let times: [Double]
  /// Where the canvas is in the layer's space, with a wide margin; nil if nobody knows.
  let canvas: Rect?
  /// What could not be found to draw it, such as a font; nil for nothing.
  let missing: String?

  /// Frames of a layer at most.
  private static let maximumFrames = 3_000.0

  /// Nil if the layer is seen in no frame, or in too many.
  init?(
    _ layer: LottieLayer, in composition: DocumentComposition, bakesMasks: Bool, bakesEffects: Bool = true,
    _ draft: RewriteDraft
  ) throws(Diagnostic) {
    guard let seen = Self.times(of: layer, in: composition, draft) else { return nil }
    times = seen.times
    canvas = composition.id == nil ? Self.canvas(layer, in: composition, times, draft.document) : nil
    let text = Self.layer(layer, bakesMasks: bakesMasks, bakesEffects: bakesEffects, seen.range, draft)
    (timeline, missing) = try Self.timeline(of: [text], at: seen, size: nil, draft)
  }

  /// All layers of a composition as they are, some of them changed, over the time of one of them; nil as above.
  ///
  /// - Parameters:
  ///   - size: Width and height of the composition.
  ///   - change: Changes the layer at a position, whose text is then that of the copy.
  init?(
    of layer: LottieLayer, in composition: DocumentComposition, size: Size, _ draft: RewriteDraft,
    change: (Int, inout JSONCopy) -> Void
  ) throws(Diagnostic) {
    guard let seen = Self.times(of: layer, in: composition, draft) else { return nil }
    times = seen.times
    canvas = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let layers = composition.layers.enumerated().map { position, layer in
      var copy = JSONCopy(draft.json(layer.node))
      change(position, &copy)
      return copy.text
    }
    (timeline, missing) = try Self.timeline(of: layers, at: seen, size: size, draft)
  }

  /// The frames in which a layer is seen, and when these begin and end.
  private static func times(
    of layer: LottieLayer, in composition: DocumentComposition, _ draft: RewriteDraft
  ) -> (times: [Double], range: ClosedRange<Double>)? {
    var (first, last) = (layer.inPoint ?? draft.document.inPoint, layer.outPoint ?? draft.document.outPoint)
    if composition.id == nil {
      first = max(first, draft.document.inPoint)
      last = min(last, draft.document.outPoint)
    }
    first = first.rounded(.up)
    guard first.isFinite, last.isFinite, last > first, last - first <= Self.maximumFrames else { return nil }
    return ((0..<Int((last - first).rounded(.up))).map { first + Double($0) }, first...last)
  }

  /// The timeline of a document with layers, and what could not be found for it.
  private static func timeline(
    of layers: [String], at seen: (times: [Double], range: ClosedRange<Double>), size: Size?, _ draft: RewriteDraft
  ) throws(Diagnostic) -> (Timeline, String?) {
    let root = draft.document.tree.root
    func source(_ value: JSONValue) -> String { String(decoding: value.source, as: UTF8.self) }
    let names = ["v", "fr", "fonts", "chars", "slots", "assets"] + (size == nil ? ["w", "h"] : [])
    var members = names.compactMap { name in root.member(named: name).map { "\"\(name)\":\(source($0))" } }
    if let size { members += ["\"w\":\(size.width)", "\"h\":\(size.height)"] }
    members += ["\"ip\":\(seen.range.lowerBound)", "\"op\":\(seen.range.upperBound)"]
    let text = "{\(members.joined(separator: ",")),\"layers\":[\(layers.joined(separator: ","))]}"
    let document = try LottieSource(
      bytes: Array(text.utf8), fidelity: draft.settings.fidelity, expressions: .ignore, limits: draft.limits,
      assets: draft.settings.assets)
    var log = DiagnosticLog()
    let timeline = try document.timeline(
      FrameSampling(times: seen.times, frameRate: document.info.frameRate, hasSound: false), log: &log)
    return (
      timeline, log.diagnostics.first { $0.rule == .lottieTextFont || $0.rule == .lottieTextGlyph }?.message
    )
  }

  /// A layer whose transform does nothing.
  private static func layer(
    _ layer: LottieLayer, bakesMasks: Bool, bakesEffects: Bool, _ times: ClosedRange<Double>, _ draft: RewriteDraft
  ) -> String {
    var copy = JSONCopy(draft.json(layer.node))
    copy.remove("parent", "tt", "tp", "td", "bm", "ao", "hd", "ddd")
    if !bakesMasks { copy.remove("masksProperties", "hasMask") }
    if !bakesEffects { copy.remove("ef") }
    copy.set("ks", "{}")
    copy.set("ip", "\(times.lowerBound)")
    copy.set("op", "\(times.upperBound)")
    return copy.text
  }

  /// The canvas of the main composition as a layer sees it at any of the times.
  private static func canvas(
    _ layer: LottieLayer, in composition: DocumentComposition, _ times: [Double], _ document: LottieDocument
  ) -> Rect? {
    var chain: [TransformSampler] = []
    var current = Optional(layer)
    while let step = current, chain.count < 50 {
      let sampler = TransformSampler(step.transform, isAutoOriented: step.isAutoOriented)
      guard !sampler.isSpatial else { return nil }
      chain.append(sampler)
      current = step.parent.flatMap { parent in composition.layers.first { $0.index == parent } }
    }
    let canvas = Rect(x: 0, y: 0, width: document.width, height: document.height)
    var result = Rect.empty
    for time in times {
      let matrix = chain.reduce(Affine.identity) { $1.matrix(at: time) * $0 }
      guard let inverse = matrix.inverse else { continue }
      result = result.union(inverse.apply(canvas))
    }
    guard !result.isEmpty, result.isFinite else { return nil }
    return result.outset(x: 0.25 * (result.maxX - result.minX), y: 0.25 * (result.maxY - result.minY))
  }

  // MARK: - Ways to write it

  /// Whether nothing is so large that players fail.
  var isDrawable: Bool {
    for list in timeline.shapeLists {
      let box = list.bounds
      guard box.isEmpty || max(box.maxX, box.maxY, -box.minX, -box.minY) < 100_000 else { return false }
      for shape in list.shapes where shape.transform.stretch.largest > 1_000 { return false }
    }
    var isDrawable = true
    timeline.forEachSprite { sprite in
      if sprite.frames.contains(where: { $0.isVisible && $0.transform.stretch.largest > 1_000 }) { isDrawable = false }
    }
    return isDrawable
  }

  /// Shape items, if all are few solid shapes.
  func shapeItems(tolerance: Double) -> [String]? {
    // Each different list of shapes is a group that is switched on and off.
    guard timeline.shapeLists.count <= 2 * timeline.sprites.count + 4,
      let items = SpriteItems(timeline, times, tolerance: tolerance).items, !items.isEmpty
    else { return nil }
    return items
  }

  /// Whether baked layers are drawn alike by targets.
  func isPortable(_ support: TargetSupport) -> Bool {
    var isPortable = true
    timeline.forEachSprite { sprite in
      if sprite.blendMode != .normal { isPortable = false }
      if let matte = sprite.matte {
        if support.isLacking("mattes") { isPortable = false }
        if matte.mode == .luma, support.isLacking("lumaMatte") { isPortable = false }
        if matte.mode == .invertedLuma { isPortable = false }
      }
      if case .image = sprite.content, support.isLacking("images") { isPortable = false }
      if sprite.frames.contains(where: { $0.filters != nil }) { isPortable = false }
      if support.isLacking("masks"), sprite.frames.contains(where: { $0.clip != nil }) { isPortable = false }
    }
    guard isPortable else { return false }
    return timeline.shapeLists.allSatisfy { $0.shapes.allSatisfy { $0.isPortable(support) } }
  }

  /// The sprites as layers of a composition; nil if that would lose something.
  func composition(takenIDs: TakenNames, _ draft: RewriteDraft) throws(Diagnostic) -> BakedComposition? {
    guard let window = CompositionWindow(around: timeline.bounds(timeline.sprites)) else { return nil }
    var writer = LayerWriter(
      timeline, tolerance: draft.settings.tolerance, takenIDs: takenIDs, limits: draft.limits)
    let layers = try writer.layers(of: timeline.sprites, in: window)
    guard writer.log.diagnostics.isEmpty else { return nil }
    let id = writer.assets.addComposition(layers)
    return BakedComposition(
      id: id, assets: writer.assets.elements.map { String(decoding: $0.bytes, as: UTF8.self) }, window: window,
      start: times.first ?? 0, takenIDs: writer.assets.ids)
  }

  /// Largest scale with which the layer is shown in its composition; 1 if it is unknown.
  func scale(of layer: LottieLayer, in composition: DocumentComposition) -> Double {
    var scale = 1.0
    var (current, seen) = (Optional(layer), 0)
    while let step = current, seen < 50 {
      let sampler = TransformSampler(step.transform)
      scale *= times.reduce(0.0) { max($0, sampler.matrix(at: $1).stretch.largest) }
      current = step.parent.flatMap { parent in composition.layers.first { $0.index == parent } }
      seen += 1
    }
    return scale.isFinite && scale > 0 ? scale : 1
  }
}

extension CompositionWindow {
  /// A window with whole corners around what is drawn; nil around nothing.
  init?(around box: Rect) {
    let reach = 8192.0
    let bounds = box.intersection(Rect(minX: -reach, minY: -reach, maxX: reach, maxY: reach)).outset(x: 1, y: 1)
    guard !bounds.isEmpty, bounds.isFinite else { return nil }
    let (left, top) = (bounds.minX.rounded(.down), bounds.minY.rounded(.down))
    self.init(
      shift: Point(-left, -top), width: Int((bounds.maxX - left).rounded(.up)),
      height: Int((bounds.maxY - top).rounded(.up)))
  }
}

extension Shape {
  /// Whether targets draw its paints.
  fileprivate func isPortable(_ support: TargetSupport) -> Bool {
    func isPortable(_ paint: Paint) -> Bool {
      guard case .gradient(let gradient) = paint, case .radial(let center, _, let focus) = gradient.geometry,
        focus != center
      else { return true }
      return !support.isLacking("gradientHighlight")
    }
    if let fill = style.fill, !isPortable(fill.paint) { return false }
    guard let stroke = style.stroke else { return true }
    if case .gradient = stroke.paint, support.isLacking("gradientStroke") { return false }
    let dashes = stroke.style.dashes
    if !dashes.isEmpty, support.isLacking("dashes") { return false }
    if support.isLacking("emptyDashes"), dashes.indices.dropLast().contains(where: { dashes[$0] + dashes[$0 + 1] <= 0 })
    {
      return false
    }
    return isPortable(stroke.paint)
  }
}
