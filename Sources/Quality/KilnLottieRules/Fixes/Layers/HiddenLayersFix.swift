internal import KilnDiagnostics
internal import KilnLottieFormat

/// Removes layers that are switched off, unless another layer needs them as parent or matte.
struct HiddenLayersFix: LottieFix {
  let rules: [Rule] = [.handoffHidden]
  let summary = "removes layers that are switched off"

  func apply(to draft: inout FixDraft) {
    draft.removeLayers { layer, _ in
      layer.isHidden ? ("removed, it is switched off", .handoffHidden) : nil
    }
  }
}
