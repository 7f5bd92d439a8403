internal import KilnExporting
internal import KilnGeometry
internal import KilnTimeline
internal import KilnRendering

/// Placement of the source's canvas in the picture that is asked for.
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
  /// Placement of the source's canvas in the picture; nil if no other size is asked for.
  ///
  /// - Parameter factor: Factor on the size that is asked for.
  func placement(of info: AnimationInfo, scale factor: Double = 1) -> Placement? {
    func reduced(_ side: Int) -> Int { max(1, Int((Double(side) * factor).rounded())) }
    let scale = options.scale * factor
    var (width, height) = (options.width, options.height)
    if let canvas = exporter.capabilities.canvas, width == nil, height == nil, options.scale == 1 {
      (width, height) = (Int(canvas.width), Int(canvas.height))
    }
    guard width != nil || height != nil || scale != 1 else { return nil }
    let fit = CanvasFit(
      canvas: Size(info.canvas.width * scale, info.canvas.height * scale),
      width: width.map(reduced), height: height.map(reduced),
      mode: options.fit)
    return Placement(width: fit.width, height: fit.height, transform: fit.transform * .scale(scale, scale))
  }
}
