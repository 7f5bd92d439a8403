internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnTimeline

/// Collects where the layers of a key path are, while one frame is baked.
struct LayerPlacementCollector {
  let pattern: KeyPathPattern
  var found: [LayerPlacement] = []
}

extension CompositionBaker {
  /// Collects the placement of a layer, if it is wanted.
  ///
  /// - Parameters:
  ///   - sprites: Content of the layer in its own space.
  ///   - times: Its samples, in its composition's space.
  ///   - placement: Layer space → composition space, and its opacity.
  mutating func probe(
    _ index: Int, in composition: Composition, _ origin: SpriteOrigin, _ sprites: [Sprite], at times: SampleTimes,
    _ placement: Placement
  ) {
    guard let probe, probe.pattern.matches(origin.names), let sample = times.samples.first, let time = sample.time
    else { return }
    var parts = composition.graph.parts(of: index, at: time, in: times.context)
    parts.opacity = placement.opacity
    let found = LayerPlacement(
      names: origin.names, toCanvas: sample.toCanvas * placement.matrix, parts: parts,
      bounds: builder.bounds(of: sprites, in: 0, .outlines))
    self.probe?.found.append(found)
  }
}
