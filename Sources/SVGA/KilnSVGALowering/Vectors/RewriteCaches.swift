/// Caches that the rewriting of all sprites of a timeline shares.
struct RewriteCaches {
  private var paints: [SpriteScales: PaintCache] = [:]
  /// Outlines of strokes of all sprites.
  let strokeOutlines = StrokeOutlineCache()

  /// The cache of a sprite's rewritten paints: they depend on nothing else of it.
  mutating func paints(at scales: SpriteScales) -> PaintCache {
    let cache = paints[scales] ?? PaintCache()
    paints[scales] = cache
    cache.forgetRefusals()
    return cache
  }
}
