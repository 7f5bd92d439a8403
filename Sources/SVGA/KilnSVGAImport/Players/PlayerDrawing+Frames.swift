internal import KilnGeometry
internal import KilnSVGAFormat
internal import KilnTimeline

extension PlayerDrawing {
  /// Opacity of a frame; 0 if it is hidden.
  func opacity(of frame: SVGAFrameEntity) -> Double {
    let alpha = frame.alpha == 0 && isOpaqueWithoutAlpha ? 1 : Double(frame.alpha)
    guard alpha > 0, alpha >= faintestAlpha else { return 0 }
    return truncatesAlpha ? (min(1, alpha) * 255).rounded(.down) / 255 : min(1, alpha)
  }

  /// Layout space → canvas.
  func transform(of frame: SVGAFrameEntity) -> Affine {
    let transform = frame.hasTransform ? Self.map(frame.transform, zero: zeroScale) : .identity
    guard movesToLayout else { return transform }
    return transform * .translation(Double(frame.layout.x), Double(frame.layout.y))
  }

  /// Shape space → layout space.
  func transform(of shape: SVGAShapeEntity) -> Affine {
    shape.hasTransform ? Self.map(shape.transform, zero: zeroShapeScale) : .identity
  }

  private static func map(_ transform: SVGATransform, zero: Double) -> Affine {
    var map = Affine(transform)
    if map.a == 0 { map.a = zero }
    if map.d == 0 { map.d = zero }
    return map
  }

  /// Pixels of a bitmap → layout space; nil if it is not drawn.
  ///
  /// - Parameter pixels: Size of the bitmap.
  func bitmapPlace(in layout: SVGALayout, pixels: Size) -> BitmapPlace? {
    if bitmapSize == .pixels { return BitmapPlace(pixelSize: Size(1, 1)) }
    let width = Double(layout.width)
    let height = Double(layout.height)
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    let pixelSize = Size(width / pixels.width, height / pixels.height)
    guard bitmapSize == .fitted else { return BitmapPlace(pixelSize: pixelSize) }
    let side = min(pixelSize.width, pixelSize.height)
    return BitmapPlace(
      pixelSize: Size(side, side),
      origin: Point((width - side * pixels.width) / 2, (height - side * pixels.height) / 2))
  }
}

/// Place of a bitmap in layout space.
struct BitmapPlace: Hashable, BitwiseCopyable {
  /// Size of a pixel.
  var pixelSize: Size
  /// Top left corner.
  var origin = Point.zero

  /// Pixels → layout space.
  var map: Affine { .translation(origin.x, origin.y) * .scale(pixelSize.width, pixelSize.height) }
  /// Layout space → pixels.
  var inverse: Affine { .scale(1 / pixelSize.width, 1 / pixelSize.height) * .translation(-origin.x, -origin.y) }
}
