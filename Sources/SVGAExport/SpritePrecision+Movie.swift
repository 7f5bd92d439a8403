internal import Geometry
internal import SVGAFormat

// What is written already, rounded.
extension SpritePrecision {
  /// A transform. A zero stays one, whatever players make of it.
  func rounded(_ transform: SVGATransform) -> SVGATransform {
    let affine = Affine(transform)
    guard affine.isFinite else { return transform }
    var result = self.transform(affine)
    if transform.a == 0 { result.a = 0 }
    if transform.d == 0 { result.d = 0 }
    return result
  }

  /// Path data with as many decimals as can be seen; as it is if players may read it differently.
  func shortened(_ text: String) -> String {
    guard PathDataGrammar.accepts(text) else { return text }
    let shortened = Path(text: text).text(decimals: decimals)
    return shortened.utf8.count < text.utf8.count ? shortened : text
  }
}
