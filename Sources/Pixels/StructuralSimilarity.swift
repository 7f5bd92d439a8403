/// How similar two pictures of the same content are.
///
/// Structural similarity (SSIM, Wang et al. 2004) of the luma with a Gaussian window of 11 × 11 pixels and a deviation of
/// 1.5, over white and over mid grey, whichever is worse, averaged over the content only: what is not transparent in
/// either picture, grown by five pixels. Backgrounds so do not count as similar.
public enum StructuralSimilarity {
  /// Mean similarity of the content, up to 1; 1 if no pixel differs.
  ///
  /// - Parameter step: Distance in pixels of the places at which it is measured, along rows and columns. Of two, a quarter
  ///   of the time is needed, and the mean changes in the third or fourth decimal.
  /// - Precondition: Both have the same size.
  public static func ofContent(_ a: Pixmap, _ b: Pixmap, step: Int = 1) -> Double {
    let changed = a.differenceBounds(from: b)
    guard !changed.isEmpty else { return 1 }
    let content = GrownContent(a, b, by: SimilarityMap.radius)
    let step = max(1, step)
    var map = SimilarityMap(a, b, changed: changed, step: step)
    map.measure(in: content)
    return map.mean(map.content, of: content.count)
  }

  /// Mean similarity of the content, and of the whole pictures, each up to 1.
  ///
  /// The whole is measured at the pixels whose window lies inside the picture, as in the paper: at all but the outer five
  /// rows and columns, or at all pixels of pictures of at most ten rows or columns.
  ///
  /// - Precondition: Both have the same size.
  public static func ofContentAndWhole(_ a: Pixmap, _ b: Pixmap) -> (content: Double, whole: Double) {
    let changed = a.differenceBounds(from: b)
    guard !changed.isEmpty else { return (1, 1) }
    let content = GrownContent(a, b, by: SimilarityMap.radius)
    var map = SimilarityMap(a, b, changed: changed, step: 1)
    map.measure(in: content, andWhole: true)
    return (map.mean(map.content, of: content.count), map.mean(map.whole, of: map.wholeCount))
  }
}
