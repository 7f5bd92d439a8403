internal import KilnGeometry

extension Rect {
  /// Larger than any canvas, and still exact in 32-bit floats.
  static let everywhere = Rect(x: -1_000_000, y: -1_000_000, width: 2_000_000, height: 2_000_000)

  /// The rectangle grown on every side by a share of its size; SVG's default region of masks and filters is grown by 0.1.
  func grown(by share: Double) -> Rect { outset(x: width * share, y: height * share) }
}
