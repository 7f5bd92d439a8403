/// Rules in which lottie-web and After Effects differ. No other code checks which of the two applies.
package struct FidelityRules: Sendable {
  // MARK: - Layers

  /// A layer without in point, out point or start time is shown, always or from time 0; lottie-web compares with NaN and
  /// never shows it.
  let showsUntimedLayers: Bool

  // MARK: - Shapes

  /// Hidden groups and shape modifiers have no effect; in lottie-web they are shown and applied.
  let hidesHiddenItems: Bool
  /// Merge Paths makes one path; in lottie-web it has no effect.
  let mergesPaths: Bool
  /// The blend modes add and hard mix are drawn; in lottie-web they are normal.
  let drawsAddAndHardMix: Bool
  /// Several repeaters in one list are reported: each repeats what those above it made, as in After Effects, whereas
  /// lottie-web counts the copies of all of them with one counter, which nobody means.
  let reportsSeveralRepeaters: Bool

  // MARK: - Effects

  /// Disabled effects have no effect; in lottie-web they are applied.
  let skipsDisabledEffects: Bool
  /// Effects work on what the masks leave of the layer, in the layer's space; in lottie-web masks cut the result.
  let masksPrecedeEffects: Bool
  /// Filters have an effect inside a region relative to the layer's bounding box only, as in SVG.
  let limitsFilterRegions: Bool
  /// A filter after an effect that is none does not find its source picture: lottie-web names it by position.
  let losesFilterSources: Bool
  /// The Stroke effect works on a text before it has letters, so that these are drawn over the dots, whole.
  let strokesBeforeLetters: Bool

  /// Layer styles are drawn; in lottie-web they have no effect.
  let drawsLayerStyles: Bool

  // MARK: - Texts

  /// Letters stand at the layer's origin where the file leaves out a number that their place depends on: the tracking of one
  /// of several documents, or the ascent of the font of a text in a box.
  let losesLetterPlaces: Bool
  /// The baselines of texts drawn with fonts lie on whole pixels.
  let alignsBaselines: Bool
  /// Font files that the document names count as regular and upright, whatever they are.
  let declaresFontsRegular: Bool
  /// Texts are shaped by line, with kerning, ligatures and right-to-left runs; lottie-web shapes each character alone.
  let shapesLines: Bool

  // MARK: - Masks and mattes

  /// Masks and mattes cut to the bounding box of what they are applied to, grown by a tenth, as in SVG.
  let limitsMaskRegions: Bool
  /// Masks are blurred by their feather; lottie-web ignores it.
  let drawsMaskFeather: Bool
  /// Masks lighten, darken and differ from those before them; in lottie-web they are added.
  let drawsMaskBlendModes: Bool
  /// The outline of a mask with expansion is stroked as in SVG: not joined where it ends, and one unit wide where the
  /// expansion is negative, before the mask is eroded.
  let strokesMasksAsSVG: Bool
  /// Inverted masks show everything outside of their path; lottie-web inverts them inside a rectangle.
  let invertsMasksEverywhere: Bool
  /// Track matte mode 4 is an inverted luma matte; in lottie-web it has no effect.
  let drawsInvertedLumaMattes: Bool

  package init(_ fidelity: LottieFidelity) {
    let isAfterEffects =
      switch fidelity {
      case .lottieWeb: false
      case .afterEffects: true
      }
    showsUntimedLayers = isAfterEffects
    hidesHiddenItems = isAfterEffects
    mergesPaths = isAfterEffects
    drawsAddAndHardMix = isAfterEffects
    reportsSeveralRepeaters = !isAfterEffects
    skipsDisabledEffects = isAfterEffects
    masksPrecedeEffects = isAfterEffects
    limitsFilterRegions = !isAfterEffects
    losesFilterSources = !isAfterEffects
    strokesBeforeLetters = !isAfterEffects
    drawsLayerStyles = isAfterEffects
    losesLetterPlaces = !isAfterEffects
    alignsBaselines = !isAfterEffects
    declaresFontsRegular = !isAfterEffects
    shapesLines = isAfterEffects
    limitsMaskRegions = !isAfterEffects
    drawsMaskFeather = isAfterEffects
    drawsMaskBlendModes = isAfterEffects
    strokesMasksAsSVG = !isAfterEffects
    invertsMasksEverywhere = isAfterEffects
    drawsInvertedLumaMattes = isAfterEffects
  }
}
