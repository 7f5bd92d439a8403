internal import KilnDiagnostics
internal import KilnGeometry
internal import KilnLottieFormat

/// Removes layers that are never there while their composition is shown.
///
/// A layer that only touches the first or last frame stays, because some players show both ends of a layer's time.
struct OutsideLayersFix: LottieFix {
  let rules: [Rule] = [.timeLayerOutside, .timeLayerEmpty]
  let summary = "removes layers outside of the time of their composition"

  func apply(to draft: inout FixDraft) {
    let times = CompositionTimes(draft.document, draft.compositions)
    draft.removeLayers { layer, composition in
      guard let start = layer.inPoint, let end = layer.outPoint else { return nil }
      if end < start {
        return ("removed, it ends at frame \(end.shortDescription), before it begins", .timeLayerEmpty)
      }
      guard let shown = times.times(of: composition) else { return nil }
      if start > shown.upperBound {
        return (
          "removed, it begins at frame \(start.shortDescription), after the end at \(shown.upperBound.shortDescription)",
          .timeLayerOutside
        )
      }
      if end < shown.lowerBound {
        return (
          "removed, it ends at frame \(end.shortDescription), before the begin at \(shown.lowerBound.shortDescription)",
          .timeLayerOutside
        )
      }
      return nil
    }
  }
}
