public import Diagnostics
internal import Geometry
internal import ImageCodecs
internal import Pixels
internal import Rasterizer
public import TimelineModel

/// Makes pictures smaller than they are drawn, or as small as that.
public struct ImageShrinker {
  private let timeline: Timeline
  /// Pixels of a picture for each pixel of the canvas that it covers where it is largest.
  private let scale: Double
  private let limits: Limits
  /// The largest scale at which each picture is drawn.
  private var drawn: [ImageID: Double] = [:]

  /// - Parameter timeline: lowered, so that no group draws its children at another scale
  public init(_ timeline: Timeline, scale: Double, limits: Limits = Limits()) {
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

  /// The timeline with smaller pictures where they were larger than needed.
  public func shrunk() -> Timeline {
    var smaller: [ImageID: ImageAsset] = [:]
    for (id, drawnScale) in drawn { smaller[id] = self.smaller(timeline[id], by: drawnScale * scale) }
    return smaller.isEmpty ? timeline : timeline.replacingImages(smaller)
  }

  /// A smaller copy; nil if that is not worth the blur, or the picture cannot be decoded.
  private func smaller(_ image: ImageAsset, by factor: Double) -> ImageAsset? {
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
      // What is wrong with the picture was said when it was lowered.
      return nil
    }
  }
}
