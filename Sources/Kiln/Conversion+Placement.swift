internal import Geometry
internal import TimelineModel
internal import TimelineRendering

/// Where the source's canvas lies in the picture that is asked for.
struct Placement {
  /// Columns of the picture.
  var width: Int
  /// Rows of the picture.
  var height: Int
  /// The source's canvas → pixels.
  var transform: Affine

  /// Size of the picture's content relative to the source's; nil if it is stretched.
  var uniformScale: Double? { abs(transform.a - transform.d) < 1e-9 * abs(transform.a) ? transform.a : nil }
}

extension Conversion {
  /// Where the source's canvas lies in the picture; nil if no other size is asked for.
  func placement(of info: AnimationInfo, _ reduction: Reduction = Reduction()) -> Placement? {
    let scale = options.scale * reduction.scale
    guard options.width != nil || options.height != nil || scale != 1 else { return nil }
    let fit = CanvasFit(
      canvas: Size(info.canvas.width * scale, info.canvas.height * scale),
      width: options.width.map { reduction.side($0) }, height: options.height.map { reduction.side($0) },
      mode: options.fit)
    return Placement(width: fit.width, height: fit.height, transform: fit.transform * .scale(scale, scale))
  }
}
