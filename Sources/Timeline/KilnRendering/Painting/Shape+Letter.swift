internal import KilnGeometry
internal import KilnTimeline

extension Shape {
  /// The shape and its transform to pixels as browsers draw it: a letter with a straight baseline on whole pixels, and one that
  /// stands upright fitted to them.
  ///
  /// - Parameter transform: Shape space → pixels.
  func fitted(_ transform: Affine) -> (shape: Shape, transform: Affine) {
    guard let letter, letter.isAligned, letter.size * transform.stretch.largest <= Letter.largestSize else {
      return (self, transform)
    }
    let isHorizontal = abs(transform.b) <= Self.tolerance * abs(transform.a)
    guard isHorizontal || abs(transform.a) <= Self.tolerance * abs(transform.b) else { return (self, transform) }
    var placed = transform
    guard isHorizontal else {
      placed.tx = (transform.tx + 0.5).rounded(.down)
      return (self, placed)
    }
    placed.ty = (transform.ty + 0.5).rounded(.down)
    guard abs(transform.c) <= Self.tolerance * abs(transform.d), transform.d > 0,
      let outline = letter.fitted?(letter.size * transform.d)
    else { return (self, placed) }
    return (Shape(outline: .path(outline), style: style, transform: self.transform, letter: letter), placed)
  }

  /// Maximum rounding error of a straight axis, relative to its other coordinate.
  private static let tolerance = 1e-9
}
