public import KilnGeometry
public import KilnPixels
internal import KilnTimeline

extension TimelineRenderer {
  /// Visible coverage of each sprite in a frame, back to front: the sum over all pixels of the part that the sprite
  /// covers and that no sprite in front of it hides.
  ///
  /// - Parameters:
  ///   - transform: canvas → pixels.
  ///   - canvas: Pixels to draw on, whose content is lost; parts outside of them do not count.
  ///   - visit: Called with the index of each visible sprite that has pixels on the canvas, front to back, and how much of
  ///     each pixel the sprites in front of it leave open, 0…1.
  public mutating func visibleCoverage(
    frame: Int, transform: Affine, on canvas: inout Pixmap, visit: (Int, [Float]) -> Void = { _, _ in }
  ) -> [Double] {
    let width = canvas.width
    var transmittance = [Float](repeating: 1, count: canvas.pixels.count)
    var result = [Double](repeating: 0, count: timeline.sprites.count)
    for (index, sprite) in timeline.sprites.enumerated().reversed() where sprite.frames[frame].isVisible {
      let area = pixels(of: sprite, frame: frame, transform, in: canvas.bounds)
      guard !area.isEmpty else { continue }
      visit(index, transmittance)
      canvas.clear(area)
      draw([sprite][...], frame: frame, transform: transform, in: area, into: &canvas)
      var seen = 0.0
      for y in area.minY..<area.maxY {
        var rowSum: Float = 0
        for place in y * width + area.minX..<y * width + area.maxX {
          let coverage = Float(canvas.pixels[place] >> 24) / 255
          rowSum += coverage * transmittance[place]
          transmittance[place] *= 1 - coverage
        }
        seen += Double(rowSum)
      }
      result[index] = seen
    }
    return result
  }
}
