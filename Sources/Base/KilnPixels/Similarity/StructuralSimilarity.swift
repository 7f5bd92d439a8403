/// Similarity of two pictures of the same content.
///
/// Structural similarity (SSIM, Wang et al. 2004) of the luma with a Gaussian window of 11 × 11 pixels and a deviation of
/// 1.5, over white and over mid grey, whichever is worse, averaged over the content only: what is not transparent in
/// either picture, grown by five pixels. Backgrounds so do not count as similar.
public enum StructuralSimilarity {
  /// Mean similarity of the content, up to 1; 1 if no pixel differs.
  ///
  /// - Parameter step: Distance in pixels of the rows at which it is measured. Of two, half of the time is needed, and the
  ///   mean changes in the third or fourth decimal.
  /// - Precondition: Both have the same size.
  public static func ofContent(_ a: Pixmap, _ b: Pixmap, step: Int = 1) -> Double {
    measure(a, b, step: max(1, step))?.ofContent ?? 1
  }

  /// Mean similarity of the content, and of the whole pictures, each up to 1; nil if no pixel differs.
  ///
  /// The whole is measured at the pixels whose window lies inside the picture, as in the paper: at all but the outer five
  /// rows and columns, or at all pixels of pictures of at most ten rows or columns.
  ///
  /// - Precondition: Both have the same size.
  public static func ofContentAndWhole(_ a: Pixmap, _ b: Pixmap) -> (content: Double, whole: Double)? {
    measure(a, b, step: 1).map { ($0.ofContent, $0.ofWhole) }
  }

  private static func measure(_ a: Pixmap, _ b: Pixmap, step: Int) -> SimilarityMap? {
    precondition(a.width == b.width && a.height == b.height, "sizes must match")
    let pixels = ComparedPixels(a, b)
    guard !pixels.changed.isEmpty else { return nil }
    let content = DilatedContent(pixels, width: a.width, height: a.height, by: SimilarityMap.radius)
    var map = SimilarityMap(pixels, content, width: a.width, height: a.height, step: step)
    map.measure(a, b)
    return map
  }
}
