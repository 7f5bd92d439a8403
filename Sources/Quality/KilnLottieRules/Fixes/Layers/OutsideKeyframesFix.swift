internal import KilnDiagnostics
internal import KilnJSON
internal import KilnLottieFormat
internal import KilnLottieImport

/// Removes keyframes outside of the time in which their layer can be seen.
///
/// The last keyframe before that time and the first one after it stay, as they determine values inside.
struct OutsideKeyframesFix: LottieFix {
  let rules: [Rule] = [.timeKeyframesOutside]
  let summary = "removes keyframes that no frame depends on"
  /// Frames around a layer's time whose values are kept, too: players blur motion and look at neighbouring frames.
  private static let margin = 1.0

  func apply(to draft: inout FixDraft) {
    // Loops and other expressions read all keyframes.
    guard !draft.isScripted else { return }
    let times = CompositionTimes(draft.document, draft.compositions)
    for composition in draft.compositions {
      guard let shown = times.times(of: composition) else { continue }
      let parents = Set(composition.layers.compactMap(\.parent))
      for layer in composition.layers {
        let isParent = layer.index.map(parents.contains) ?? false
        // Parents move others also when they are not there themselves.
        guard let life = isParent ? shown : CompositionTimes.life(of: layer, in: shown) else { continue }
        trim(layer, to: life.lowerBound - Self.margin...life.upperBound + Self.margin, composition, &draft)
      }
    }
  }

  private func trim(
    _ layer: LottieLayer, to life: ClosedRange<Double>, _ composition: DocumentComposition, _ draft: inout FixDraft
  ) {
    let json = draft.document.tree.value(at: layer.node)
    var removed = 0
    var properties: [JSONValue] = []
    for name in ["ks", "shapes", "masksProperties", "ef", "tm"] {
      guard let part = json.member(named: name) else { continue }
      // The direction of an oriented layer comes from the keyframes of its position.
      if name == "ks", layer.isAutoOriented { continue }
      for property in AnimatedProperty.all(inside: part) {
        let removableKeyframes = Self.removableKeyframes(property, in: life)
        guard !removableKeyframes.isEmpty else { continue }
        for index in removableKeyframes { draft.edits.remove(property.keyframes[index].json) }
        removed += removableKeyframes.count
        properties.append(property.json)
      }
    }
    guard removed > 0 else { return }
    draft.note(
      .removed,
      "\(removed) keyframe\(removed == 1 ? "" : "s") of \(draft.names(of: properties, in: layer)) removed, before or "
        + "after the layer is seen", at: composition.path(of: layer))
  }

  /// Indices of the keyframes that no value inside a range depends on.
  private static func removableKeyframes(_ property: AnimatedProperty, in life: ClosedRange<Double>) -> [Int] {
    let keyframes = property.keyframes
    let last = keyframes.count - 1
    // At least two stay: lottie-web draws nothing of a property with one.
    let start = min(keyframes.lastIndex { $0.time <= life.lowerBound } ?? 0, last - 1)
    let end = max(keyframes.firstIndex { $0.time >= life.upperBound } ?? last, start + 1)
    guard start > 0 || end < last, property.hasOneTopology else { return [] }
    // The last keyframe of old files has no value of its own, so that the one before it must not become the last.
    if end < last, keyframes[end].json["s"] == nil { return [] }
    return Array(0..<start) + Array(end + 1..<keyframes.count)
  }
}
