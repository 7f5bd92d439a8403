internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnPixels
internal import KilnTimeline

/// Area of a composition: players clip it to its size.
struct CompositionWindow: Sendable, Hashable {
  /// Vector from the sprites' space to the composition's.
  var shift: Point
  /// Size in pixels.
  var width: Int
  var height: Int
}

/// A layer without the members that depend on its place.
struct WrittenLayer {
  /// The members, without `ddd`, `ind`, `td` and `tt`.
  var members: LottieText
  /// Frames in which it is seen, ascending.
  let frames: [Int]
  /// Whether the layer is a matte of the one below it.
  var isMatte = false
  /// `tt`, the kind of matte that the layer above is for it; nil for none.
  var matteMode: Int?
}

/// Writes sprites as layers, and what they need as assets.
struct LayerWriter {
  let timeline: Timeline
  /// Largest distance from its place of what is drawn, in pixels of the canvas.
  let tolerance: Double
  /// Whether sprites are cut by mattes instead of masks.
  let clipsAreMattes: Bool
  private let limits: Limits
  var assets: LayerAssets
  private(set) var log = DiagnosticLog()

  /// - Parameters:
  ///   - images: Files that are shorter than the timeline's.
  ///   - takenIDs: IDs of other assets of the document.
  init(
    _ timeline: Timeline, tolerance: Double, clipsAreMattes: Bool = false, images: PackedImages = PackedImages(),
    takenIDs: TakenNames = TakenNames(), limits: Limits
  ) {
    (self.timeline, self.tolerance, self.clipsAreMattes, self.limits) = (timeline, tolerance, clipsAreMattes, limits)
    assets = LayerAssets(timeline, images: images, takenIDs: takenIDs)
  }

  /// The layers of sprites as elements of an array, from front to back.
  ///
  /// - Parameters:
  ///   - sprites: From back to front.
  ///   - window: Area of the composition.
  ///   - zoom: Factor by which the composition is enlarged on the canvas.
  ///   - isCut: Whether a matte or a mask cuts a layer that shows them.
  /// - Throws: `limit.exceeded`.
  mutating func layers(
    of sprites: [Sprite], in window: CompositionWindow, zoom: Double = 1, isCut: Bool = false
  ) throws(Diagnostic) -> [WrittenLayer] {
    var layers: [WrittenLayer] = []
    for sprite in sprites { layers += try self.layers(of: sprite, in: window, zoom: zoom, isCut: isCut) }
    layers.reverse()
    return layers
  }

  /// The layer of a sprite, followed by that of its matte.
  ///
  /// - Throws: `limit.exceeded`.
  mutating func layers(
    of sprite: Sprite, in window: CompositionWindow, zoom: Double, isCut: Bool = false
  ) throws(Diagnostic) -> [WrittenLayer] {
    let visibility = SpriteVisibility(sprite)
    guard let lifetime = visibility.lifetime else { return [] }
    report(sprite, visibility)
    try check(sprite, visibility)
    let isCut = isCut || sprite.matte != nil || isCutByClips(visibility)
    let members = try members(of: sprite, visibility, lifetime, in: window, zoom: zoom, isCut: isCut)
    var layer = WrittenLayer(members: members, frames: visibility.frames)
    if clipsAreMattes, let clip = ClipMatteWriter(self, window, zoom).matte(visibility, lifetime, sprite) {
      layer.matteMode = 1
      guard sprite.matte != nil else { return [layer, clip] }
      layer = WrittenLayer(
        members: composition(of: [clip, layer], sprite.name, lifetime, window), frames: visibility.frames)
    }
    guard let matte = sprite.matte else { return [layer] }
    layer.matteMode =
      switch matte.mode {
      case .alpha: 1
      case .invertedAlpha: 2
      case .luma: 3
      case .invertedLuma: 4
      }
    return [layer, try self.matte(matte, of: layer, lifetime, in: window, zoom: zoom)]
  }

  /// The layer that is a matte: that of its sprite if there is one that is always seen, else a composition.
  private mutating func matte(
    _ matte: Matte, of layer: WrittenLayer, _ lifetime: ClosedRange<Int>, in window: CompositionWindow, zoom: Double
  ) throws(Diagnostic) -> WrittenLayer {
    let layers = try layers(of: matte.sprites, in: window, zoom: zoom)
    if layers.count == 1, var only = layers.first, Set(only.frames).isSuperset(of: layer.frames) {
      only.isMatte = true
      return only
    }
    let members = composition(of: layers, "matte", lifetime, window)
    return WrittenLayer(members: members, frames: Array(lifetime), isMatte: true)
  }

  /// The members of a layer that shows a composition of layers, from front to back, where it is.
  private mutating func composition(
    of layers: [WrittenLayer], _ name: String, _ lifetime: ClosedRange<Int>, _ window: CompositionWindow
  ) -> LottieText {
    let id = assets.addComposition(layers)
    return LottieText { text in
      text.layerMembers(type: 0, name: name, lifetime)
      text.member("refId", id)
      text.member("w", window.width)
      text.member("h", window.height)
      text.key("ks")
      text.object { text in
        text.staticMember("o", 100)
        text.identityTransform()
      }
    }
  }

  private mutating func members(
    of sprite: Sprite, _ visibility: SpriteVisibility, _ lifetime: ClosedRange<Int>, in window: CompositionWindow,
    zoom: Double, isCut: Bool
  ) throws(Diagnostic) -> LottieText {
    var box = timeline.contentBounds(sprite, visibility)
    let largest = visibility.states.reduce(1e-3) { max($0, $1.transform.stretch.largest) }
    let spriteTolerance = tolerance / max(1e-3, zoom * largest)
    var origin = Point.zero
    var (type, reference, size, shapes) = (4, String?.none, CompositionWindow?.none, LottieText?.none)
    switch sprite.content {
    case .image(let id):
      (type, reference) = (2, assets.image(id, key: sprite.replacementKey))
    case .vector:
      let ids = visibility.states.compactMap(\.shapes)
      let backdrop = isCut && ids.contains { timeline[$0].shapes.hasStrokes } ? [Shape.invisible(box)] : []
      shapes = ShapeLayerContent(tolerance: spriteTolerance).items(frames: visibility.frames, ids: ids) {
        backdrop + timeline[$0].shapes
      }
    case .group(let children):
      let inner = self.window(of: visibility, box, in: window)
      let layers = try layers(of: children, in: inner, zoom: zoom * largest, isCut: isCut)
      (type, reference, size, origin) = (0, assets.addComposition(layers), inner, inner.shift)
      // What is outside of the composition is not seen.
      box = box.intersection(Rect(x: -origin.x, y: -origin.y, width: Double(inner.width), height: Double(inner.height)))
    }
    let masks =
      clipsAreMattes
      ? nil
      : MaskWriter(tolerance: spriteTolerance, offset: origin, box: box).masks(
        frames: visibility.frames, clips: visibility.states.map(\.clip), in: timeline)
    let transform = transform(visibility, box.offset(by: origin), origin, window, tolerance / max(1e-3, zoom))
    return LottieText { text in
      text.layerMembers(type: type, name: sprite.replacementKey ?? sprite.name, lifetime)
      if let reference { text.member("refId", reference) }
      if let size {
        text.member("w", size.width)
        text.member("h", size.height)
      }
      text.key("ks")
      text.object { text in
        text.member("o", visibility.opacity(tolerance: ShapeWriter.opacityTolerance), .scalar, decimals: 2)
        transform.write(to: &text)
      }
      if let masks {
        text.key("hasMask")
        text.bool(true)
        text.member("masksProperties", masks)
      }
      if let shapes { text.member("shapes", shapes) }
      if let mode = sprite.blendMode.number { text.member("bm", mode) }
    }
  }

  /// Whether the clips of a sprite become a matte, or masks with holes: players cut strokes under both at the bounding box
  /// of their outlines.
  private func isCutByClips(_ visibility: SpriteVisibility) -> Bool {
    let clips = Set(visibility.states.compactMap(\.clip))
    return !clips.isEmpty && (clipsAreMattes || clips.contains { MaskWriter.hasHoles(timeline[$0]) })
  }

  func transform(
    _ visibility: SpriteVisibility, _ box: Rect, _ origin: Point, _ window: CompositionWindow, _ tolerance: Double
  ) -> FittedTransform {
    let after = Affine.translation(window.shift.x, window.shift.y)
    let before = Affine.translation(-origin.x, -origin.y)
    var transforms = visibility.states.map { after * $0.transform * before }
    var frames = visibility.frames
    if transforms.dropFirst().allSatisfy({ $0 == transforms[0] }) {
      (transforms, frames) = ([transforms[0]], [frames[0]])
    }
    return TransformFitter(transforms, frames: frames, box: box, tolerance: tolerance, allowsSplit: true).fit()
  }

  /// The area of a group: that of the composition around it if the group is never moved, else what its content needs.
  private func window(of visibility: SpriteVisibility, _ box: Rect, in outer: CompositionWindow) -> CompositionWindow {
    if visibility.states.allSatisfy({ $0.transform == .identity }) { return outer }
    let reach = 8192.0
    let bounds = box.intersection(Rect(minX: -reach, minY: -reach, maxX: reach, maxY: reach)).outset(x: 1, y: 1)
    guard !bounds.isEmpty, bounds.isFinite else { return CompositionWindow(shift: .zero, width: 1, height: 1) }
    let (left, top) = (bounds.minX.rounded(.down), bounds.minY.rounded(.down))
    return CompositionWindow(
      shift: Point(-left, -top), width: Int((bounds.maxX - left).rounded(.up)),
      height: Int((bounds.maxY - top).rounded(.up)))
  }

  /// Throws for a sprite of too many shapes and points of clips, counted for each frame.
  private func check(_ sprite: Sprite, _ visibility: SpriteVisibility) throws(Diagnostic) {
    var (shapes, contours) = (0, 0)
    for state in visibility.states {
      if let id = state.shapes { shapes = max(shapes, timeline[id].shapes.count) }
      if let id = state.clip { contours = max(contours, timeline[id].points.count) }
    }
    let (count, overflows) = max(shapes, contours).multipliedReportingOverflow(by: visibility.frames.count)
    try limits.check(
      overflows ? .max : count, atMost: .writtenParts, "the number of shapes of “\(sprite.name)” in all frames",
      at: sprite.path, advice: "choose a part of the animation, or a lower frame rate")
  }

  /// Notes what a document cannot hold.
  private mutating func report(_ sprite: Sprite, _ visibility: SpriteVisibility) {
    if visibility.states.contains(where: { $0.filters != nil }) {
      log.add(.lottieExportFilter, "the effects of “\(sprite.name)” are left out", at: sprite.path)
    }
    if sprite.matte?.mode == .invertedLuma {
      log.add(.lottieExportMatte, "“\(sprite.name)” is cut by an inverted luma matte", at: sprite.path)
    }
    if sprite.blendMode != .normal, sprite.blendMode.number == nil {
      log.add(
        .lottieExportBlendMode,
        "“\(sprite.name)” is drawn without its blend mode, \(sprite.blendMode.displayName)", at: sprite.path)
    }
  }
}

extension Shape {
  /// A rectangle that paints nothing, so that strokes under a matte or mask are whole: SVG players cut there at the bounding
  /// box of all outlines, painted or not, in which widths of strokes do not count.
  fileprivate static func invisible(_ rect: Rect) -> Shape {
    Shape(outline: .rect(rect, cornerRadius: 0), fill: Fill(.solid(StraightColor(red: 0, green: 0, blue: 0, alpha: 0))))
  }
}

extension [Shape] {
  fileprivate var hasStrokes: Bool { contains { $0.stroke != nil } }
}

extension LottieText {
  /// Members that all layers have.
  mutating func layerMembers(type: Int, name: String, _ lifetime: ClosedRange<Int>, start: Double = 0) {
    member("ty", type)
    member("nm", name)
    member("ip", lifetime.lowerBound)
    member("op", lifetime.upperBound + 1)
    key("st")
    number(start)
  }

  /// An array of layers from front to back.
  mutating func layers(_ layers: [WrittenLayer]) {
    array { text in
      for (index, layer) in layers.enumerated() {
        text.object { text in
          text.member("ddd", 0)
          text.member("ind", index + 1)
          text.append(layer.members)
          if layer.isMatte { text.member("td", 1) }
          if let mode = layer.matteMode { text.member("tt", mode) }
        }
      }
    }
  }
}

extension BlendMode {
  /// Lottie's number; nil for none, and for modes that players do not know.
  fileprivate var number: Int? {
    switch self {
    case .normal, .add, .hardMix: nil
    case .multiply: 1
    case .screen: 2
    case .overlay: 3
    case .darken: 4
    case .lighten: 5
    case .colorDodge: 6
    case .colorBurn: 7
    case .hardLight: 8
    case .softLight: 9
    case .difference: 10
    case .exclusion: 11
    case .hue: 12
    case .saturation: 13
    case .color: 14
    case .luminosity: 15
    }
  }
}
