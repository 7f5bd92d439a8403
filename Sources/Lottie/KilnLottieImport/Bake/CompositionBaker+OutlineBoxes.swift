internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat
internal import KilnTimeline

// Outlines that paint nothing, which SVG counts in the bounding box that the region of a mask refers to.
extension CompositionBaker {
  /// For each frame the bounding box of the outlines of a layer that has been baked, in its own space; nil if all of them
  /// are painted. Of a composition, the outlines of its shape layers that are shown.
  mutating func outlineBoxes(of layer: LottieLayer, at times: SampleTimes) throws(Diagnostic) -> [Rect]? {
    guard case .precomposition(let asset, let width, let height, let timeRemap) = layer.content else {
      return try shapeLayers.outlineBoxes(of: layer, at: times)
    }
    guard case .precomposition(let used) = document.assets[asset], hasShapes(used) else { return nil }
    let inner = innerTimes(
      of: layer, timeRemap.map { Track(single: $0, expressions) }, size: Size(max(0, width), max(0, height)), at: times)
    let composition = try composition(asset, used)
    var boxes: [Rect]?
    for index in composition.layers.indices where !composition.layers[index].isMatteSource {
      guard let found = try outlineBoxes(of: index, in: composition, at: inner) else { continue }
      boxes = boxes.map { zip($0, found).map { $0.union($1) } } ?? found
    }
    return boxes
  }

  /// The same of a layer in the space of its composition.
  private mutating func outlineBoxes(
    of index: Int, in composition: Composition, at times: SampleTimes
  ) throws(Diagnostic) -> [Rect]? {
    let layer = composition.layers[index]
    let frames = times.visibleFrames(of: layer)
    guard !layer.isHidden, !frames.isEmpty else { return nil }
    let visible = times.during(layer, in: frames)
    let effects = LayerEffects(layer.effects, masks: layer.masks, rules, expressions)
    let placements = composition.graph.placements(of: index, after: effects.transform, at: visible)
    guard let own = try outlineBoxes(of: layer, at: visible.inside(placements)) else { return nil }
    var boxes = [Rect](repeating: .empty, count: times.count)
    for (frame, (placement, box)) in zip(frames, zip(placements, own)) where placement.opacity > 0 && !box.isEmpty {
      boxes[frame] = placement.matrix.apply(box)
    }
    return boxes
  }

  private func hasShapes(_ composition: LottieComposition) -> Bool {
    composition.layers.contains { layer in
      switch layer.content {
      case .shapes, .precomposition: true
      default: false
      }
    }
  }
}
