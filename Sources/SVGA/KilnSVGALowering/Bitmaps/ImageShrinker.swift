package import KilnDiagnostics
internal import KilnGeometry
internal import KilnImages
internal import KilnPNG
internal import KilnPixels
internal import KilnRasterizer
package import KilnTimeline

/// Reduces images to the resolution at which they are drawn, or below.
package struct ImageShrinker {
  private let timeline: Timeline
  /// Pixels of an image for each pixel of the canvas, where it is drawn largest.
  private let scale: Double
  private let limits: Limits
  /// Largest scale at which each image is drawn.
  private var drawn: [ImageID: Double] = [:]

  /// - Parameters:
  ///   - timeline: A lowered one, so that no group scales its children.
  ///   - scale: Pixels of an image for each pixel of the canvas.
  package init(_ timeline: Timeline, scale: Double, limits: Limits = Limits()) {
    self.timeline = timeline
    self.scale = scale
    self.limits = limits
    var drawn: [ImageID: Double] = [:]
    timeline.forEachSprite { sprite in
      guard case .image(let id) = sprite.content else { return }
      for state in sprite.frames where state.isVisible {
        drawn[id] = max(drawn[id] ?? 0, state.transform.stretch.largest)
      }
    }
    self.drawn = drawn
  }

  /// The timeline with reduced images, where that saves a tenth of the pixels.
  ///
  /// - Throws: `memory.exhausted`.
  package func shrunk() throws(Diagnostic) -> Timeline {
    var smaller: [ImageID: ImageAsset] = [:]
    for (id, drawnScale) in drawn { smaller[id] = try self.smaller(timeline[id], by: drawnScale * scale) }
    return smaller.isEmpty ? timeline : timeline.replacingImages(smaller)
  }

  /// A reduced copy; nil if it would have more than nine tenths of the pixels, or the image cannot be decoded.
  private func smaller(_ image: ImageAsset, by factor: Double) throws(Diagnostic) -> ImageAsset? {
    let width = Int(clamping: (Double(image.width) * factor).rounded(.up), to: 1...max(1, image.width))
    let height = Int(clamping: (Double(image.height) * factor).rounded(.up), to: 1...max(1, image.height))
    guard width * height * 10 < image.width * image.height * 9 else { return nil }
    do throws(Diagnostic) {
      let picture = MipmappedImage(try ImageDecoder.decode(image.bytes, limits: limits))
      var canvas = Pixmap(width: width, height: height)
      var rasterizer = Rasterizer()
      let transform = Affine.scale(Double(width) / Double(picture.width), Double(height) / Double(picture.height))
      rasterizer.draw(picture, transform: transform, opacity: 1, into: &canvas)
      return ImageAsset(name: image.name, bytes: try PNGEncoder.encode(canvas))
    } catch {
      if error.endsWork { throw error }
      // Lowering has reported that it cannot be decoded.
      return nil
    }
  }
}
