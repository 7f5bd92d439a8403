internal import KilnGeometry
internal import KilnSVGAFormat

// Rounding of numbers that a movie already has.
extension SpritePrecision {
  /// A transform with rounded coefficients; zeros stay zeros.
  func rounded(_ transform: SVGATransform) -> SVGATransform {
    let affine = Affine(transform)
    guard affine.isFinite else { return transform }
    var result = self.transform(affine)
    if transform.a == 0 { result.a = 0 }
    if transform.d == 0 { result.d = 0 }
    return result
  }

  /// Path data with rounded coordinates and without what is flatter; unchanged if it does not keep to `PathDataGrammar`.
  ///
  /// - Parameter strokeWidth: Width of the path's stroke; nil if only its area is drawn.
  func shortened(_ text: String, strokeWidth: Double?, _ texts: inout PathTexts) -> String {
    guard PathDataGrammar.accepts(text) else { return text }
    let path = Path(text: text).simplified(tolerance: flatness, strokeWidth: strokeWidth)
    if path.isEmpty { return text }
    let shortened = texts.text(of: path, strokeWidth: strokeWidth, self)
    return shortened.utf8.count < text.utf8.count ? shortened : text
  }
}
