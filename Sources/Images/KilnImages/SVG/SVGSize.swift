/// Size that an SVG document has by itself (CSS Images 3, 4.2), in CSS pixels.
struct SVGSize {
  /// Nil if the document does not say, or relative to where it is shown.
  var width: Double?
  var height: Double?
  /// Width divided by height of the view box; nil if there is none.
  var viewBoxRatio: Double?

  /// Size of images without a size of their own (CSS 2.2, 10.3.2).
  static let standard = (width: 300.0, height: 150.0)

  /// The size in a space, by the default sizing algorithm of CSS (CSS Images 3, 4.3).
  func concrete(in space: (width: Double, height: Double)) -> (width: Double, height: Double) {
    switch (width, height, viewBoxRatio) {
    case (let width?, let height?, _): return (width, height)
    case (let width?, nil, let ratio): return (width, ratio.map { width / $0 } ?? space.height)
    case (nil, let height?, let ratio): return (ratio.map { height * $0 } ?? space.width, height)
    case (nil, nil, let ratio?):
      let height = min(space.height, space.width / ratio)
      return (height * ratio, height)
    case (nil, nil, nil): return space
    }
  }

  /// The rectangle in which the document is laid out, which is then scaled to its picture.
  ///
  /// - Parameters:
  ///   - box: Box into which the image is drawn; nil for its own size.
  /// - Returns: The rectangle, and the size of the picture.
  func layout(
    in box: ImageBox?
  ) -> (viewport: (width: Double, height: Double), picture: (width: Double, height: Double)) {
    let space = box.map { ($0.width, $0.height) } ?? Self.standard
    let concrete = concrete(in: space)
    let picture = box == nil ? concrete : space
    // As in Chromium: without a view box, a document with a size of its own is stretched to any other.
    if viewBoxRatio == nil, let width, let height { return ((width, height), picture) }
    return (box?.isStretched ?? true ? concrete : space, picture)
  }
}
