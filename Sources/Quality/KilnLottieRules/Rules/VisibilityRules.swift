package import KilnDiagnostics
internal import KilnGeometry
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnRendering
package import KilnRuleEngine
internal import KilnTimeline

// The rule of layers that are never seen.

extension Rule {
  package static let renderNeverVisible = Rule(
    "render.layer.neverVisible", .note, .exact,
    "A layer is never seen: it is transparent, without area or outside of the canvas in every frame.",
    why: "Players compute and draw it all the same, and it makes the file larger.",
    remedy: "In After Effects, delete the layer, or check why it is not seen.")
}

extension RuleCheck {
  package static let neverVisible = RuleCheck(
    .rendering, [.renderNeverVisible],
    { (visit: TimelineVisit) in
      // Without pictures, too few frames are baked to know.
      guard let context = visit.lottie, visit.timeline.frameCount > 1, visit.findings.options.rendersFrames else {
        return
      }
      let seen = VisibleLayers(visit.timeline)
      let images = Set(visit.timeline.images.map(\.name))
      let step = Double(visit.info.frameCount) / Double(visit.timeline.frameCount)
      let document = context.document
      check(
        CompositionVisit(document.composition, asset: nil, json: context.root["layers"] ?? context.root, context),
        pointer: "/layers", seen, images, life: document.inPoint..<max(document.inPoint, document.outPoint), step: step)
      // If frames are skipped, the times that precompositions show are not known well enough.
      guard step <= 1, let assets = context.root["assets"] else { return }
      for json in assets.children {
        guard let id = json["id"]?.identifier, let layers = json["layers"],
          case .precomposition(let composition)? = document.assets[id]
        else { continue }
        let visit = CompositionVisit(composition, asset: id, json: layers, context)
        guard isShown(id, document) else { continue }
        guard seen.pointers.contains(where: { $0.hasPrefix(layers.pointer + "/") }) else {
          if composition.layers.contains(where: { isDrawn($0, document, images) }) {
            visit.report(.renderNeverVisible, "nothing of “\(visit.title)” is ever seen")
          }
          continue
        }
        check(
          visit, pointer: layers.pointer, seen, images, life: -Double.infinity..<Double.infinity, step: step)
      }
    })

  /// Whether a layer that is not hidden shows a composition.
  private static func isShown(_ asset: String, _ document: LottieDocument) -> Bool {
    func isShown(in composition: LottieComposition) -> Bool {
      composition.layers.contains { layer in
        guard case .precomposition(asset, _, _, _) = layer.content else { return false }
        return !layer.isHidden && !layer.isMatteSource
      }
    }
    if isShown(in: document.composition) { return true }
    return document.assets.values.contains { other in
      if case .precomposition(let composition) = other { isShown(in: composition) } else { false }
    }
  }

  /// Reports the layers of a composition that are never seen.
  ///
  /// - Parameters:
  ///   - pointer: JSON pointer of the layers.
  ///   - life: When the composition is shown.
  ///   - step: Frames of the document for one of the timeline.
  private static func check(
    _ composition: CompositionVisit, pointer: String, _ seen: VisibleLayers, _ images: Set<String>,
    life: Range<Double>, step: Double
  ) {
    let document = composition.context.document
    for (position, layer) in composition.layers.enumerated() where isDrawn(layer, document, images) {
      guard let start = layer.inPoint, let end = layer.outPoint, end > start, start < life.upperBound,
        end > life.lowerBound, step <= 1 || end - start > 4 * step
      else { continue }
      // Invisible layers move others, and expressions may show what keyframes do not.
      if let index = layer.index, composition.layers.contains(where: { $0.parent == index }) { continue }
      guard !seen.pointers.contains("\(pointer)/\(layer.position)"), document.expressions(inside: layer.node).isEmpty
      else { continue }
      composition.report(.renderNeverVisible, "the layer is never seen", at: composition.json(of: position))
    }
  }

  /// Whether something of the layer should be seen at some time. Matters that have rules of their own are left out.
  private static func isDrawn(_ layer: LottieLayer, _ document: LottieDocument, _ images: Set<String>) -> Bool {
    guard !layer.isHidden, !layer.isMatteSource else { return false }
    switch layer.content {
    case .shapes(let items): return !items.isEmpty
    case .solid: return true
    // An image that is missing or unreadable has a finding of its own.
    case .image(let asset):
      guard case .image(let image)? = document.assets[asset] else { return false }
      return images.contains(image.name)
    // The text of a field that apps fill may be empty.
    case .precomposition, .null, .text, .audio, .other: return false
    }
  }
}

/// The layers that draw something on the canvas in some frame, those of inner compositions included.
private struct VisibleLayers {
  /// JSON pointers of the layers.
  private(set) var pointers: Set<String> = []
  private let timeline: Timeline
  private let canvas: Rect

  init(_ timeline: Timeline) {
    self.timeline = timeline
    canvas = Rect(x: 0, y: 0, width: timeline.canvas.width, height: timeline.canvas.height)
    visit(timeline.sprites, inside: [])
  }

  /// Visits sprites inside groups, the outermost first.
  private mutating func visit(_ sprites: [Sprite], inside groups: [Sprite]) {
    for sprite in sprites {
      if let pointer = Self.layer(of: sprite.path.pointer), !pointers.contains(pointer), isSeen(sprite, inside: groups)
      {
        pointers.insert(pointer)
      }
      if let matte = sprite.matte { visit(matte.sprites, inside: groups) }
      if case .group(let children) = sprite.content { visit(children, inside: groups + [sprite]) }
    }
  }

  /// Pointer of the layer that a pointer leads into, such as `/assets/2/layers/5`; nil if it leads elsewhere.
  private static func layer(of pointer: String) -> String? {
    let parts = pointer.split(separator: "/", maxSplits: 5)
    switch (parts.first, parts.count) {
    case ("layers", 2...): return "/layers/\(parts[1])"
    case ("assets", 4...) where parts[2] == "layers": return "/assets/\(parts[1])/layers/\(parts[3])"
    default: return nil
    }
  }

  /// Whether a sprite reaches into the canvas in some frame.
  private func isSeen(_ sprite: Sprite, inside groups: [Sprite]) -> Bool {
    for frame in 0..<timeline.frameCount where sprite.frames[frame].isVisible {
      guard groups.allSatisfy({ $0.frames[frame].isVisible }) else { continue }
      // Filters draw beyond the bounds of what is inside.
      if groups.contains(where: { $0.frames[frame].filters != nil }) { return true }
      var bounds = timeline.visibleBounds(of: sprite, frame: frame)
      for group in groups.reversed() where !bounds.isEmpty {
        let state = group.frames[frame]
        if let clip = state.clip { bounds = bounds.intersection(timeline[clip].controlBounds()) }
        if !bounds.isEmpty { bounds = state.transform.apply(bounds) }
      }
      if !bounds.intersection(canvas).isEmpty { return true }
    }
    return false
  }
}
