package import KilnExporting
internal import KilnPixels
internal import KilnRendering
internal import KilnTimeline

extension LayerShare {
  /// Estimated shares of the layers in the size of a file that stores the changes between frames: the area in which
  /// each layer changes, times the detail of its drawing there. Largest first.
  package static func ofChanges(in source: FrameSource) -> [LayerShare] {
    let (timeline, transform) = (source.timeline, source.fit.transform)
    var renderer = source.renderer
    var canvas = Pixmap(width: source.fit.width, height: source.fit.height)
    var costs: [String: Double] = [:]
    for sprite in timeline.sprites {
      var total = 0.0
      var largest: (frame: Int, area: PixelRect) = (0, .empty)
      for frame in 0..<timeline.frameCount {
        let area = renderer.changedArea(of: sprite, at: frame, transform: transform, in: canvas.bounds)
        let size = area.isEmpty ? 0 : area.width * area.height
        total += Double(size)
        if size > largest.area.width * largest.area.height, sprite.frames[frame].isVisible { largest = (frame, area) }
      }
      guard !largest.area.isEmpty else { continue }
      let area = largest.area
      renderer.draw(alone: sprite, frame: largest.frame, transform: transform, in: area, into: &canvas)
      let size = Double(area.width * area.height)
      let detail = Double(PixelStatistics(canvas.cropped(to: area)).novelty) / size + 1.0 / 64
      costs[sprite.layers.joined(separator: " › "), default: 0] += total * detail
    }
    let total = costs.values.sorted().reduce(0, +)
    guard total > 0 else { return [] }
    return costs.map { LayerShare(layer: $0.key, share: $0.value / total) }
      .sorted { ($0.share, $1.layer) > ($1.share, $0.layer) }
  }
}
