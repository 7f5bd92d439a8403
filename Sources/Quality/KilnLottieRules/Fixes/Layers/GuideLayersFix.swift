internal import KilnDiagnostics
internal import KilnLottieFormat

/// Removes guide layers that draw nothing.
struct GuideLayersFix: LottieFix {
  let rules: [Rule] = [.handoffGuide]
  let summary = "removes guide layers"

  func apply(to draft: inout FixDraft) {
    draft.removeLayers { layer, _ in
      Self.isGuide(layer) ? ("removed, it is a guide", .handoffGuide) : nil
    }
  }

  /// Whether a layer is of the type guide, or is called so and never seen.
  private static func isGuide(_ layer: LottieLayer) -> Bool {
    if case .other(11) = layer.content { return true }
    guard layer.name.lowercased().hasPrefix("guide") else { return false }
    if case .null = layer.content { return true }
    let opacity = layer.transform.opacity
    return !opacity.isAnimated && opacity.expression == nil && opacity.value <= 0
  }
}
