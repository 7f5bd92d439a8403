/// How a path becomes an outline of some width. The vocabulary and its meaning are those of SVG 2, section 13.5.
public struct StrokeStyle: Sendable, Hashable {
  /// What an open contour's ends look like.
  public enum Cap: UInt8, Sendable, Hashable { case butt, round, square }
  /// What corners look like.
  public enum Join: UInt8, Sendable, Hashable { case miter, round, bevel }

  /// Across the path, centred on it. Zero draws nothing.
  public var width: Double
  /// Ends of open contours and of dashes.
  public var cap: Cap
  /// Corners.
  public var join: Join
  /// Largest ratio of a miter's length to the width; above it the corner is bevelled.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn; empty for a solid line.
  public var dashes: [Double]
  /// Distance into the dash pattern at which a contour starts.
  public var dashPhase: Double

  /// A style; the defaults are SVG's.
  public init(
    width: Double, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 4, dashes: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashPhase = dashPhase
  }
}
