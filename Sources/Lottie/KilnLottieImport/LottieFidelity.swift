/// The reference where lottie-web and After Effects draw differently. `FidelityRules` lists the differences.
public enum LottieFidelity: String, Sendable, CaseIterable {
  /// lottie-web's SVG renderer, as on the web.
  case lottieWeb = "web"
  /// After Effects, as the designer sees it:
  /// - hidden groups and modifiers are hidden, and disabled effects do nothing;
  /// - merged paths are one: styles above the merge paint nothing, those below it what the merge leaves;
  /// - track matte mode 4 cuts by inverted luma;
  /// - inverted masks show all outside of their path, and feathered ones have soft edges;
  /// - masks lighten, darken and differ from those before them, instead of adding to them;
  /// - the blend modes add and hard mix are drawn;
  /// - effects work on the layer as its masks leave it, and shadows and strokes are not cut at bounding boxes;
  /// - of the layer styles stroke, drop shadow, colour overlay and gradient overlay are drawn.
  case afterEffects = "ae"
}
