/// Stroke parameters, with the meaning of SVG 2, section 13.5. Lengths are in path space.
public struct StrokeStyle: Sendable, Hashable {
  /// Line cap: shape of the ends of open contours and dashes.
  public enum Cap: UInt8, Sendable, Hashable {
    /// Ends at the point.
    case butt
    /// Ends in a half circle.
    case round
    /// Ends half a stroke width beyond the point.
    case square
  }
  /// Line join: shape of corners.
  public enum Join: UInt8, Sendable, Hashable {
    /// Edges are extended until they meet; a bevel above the miter limit.
    case miter
    /// An arc around the corner.
    case round
    /// A straight line across the corner.
    case bevel
  }

  /// Stroke width, centred on the path; 0 draws nothing.
  public var width: Double
  /// Line cap.
  public var cap: Cap
  /// Line join.
  public var join: Join
  /// Maximum ratio of the miter length to `width`; above it the corner is bevelled.
  public var miterLimit: Double
  /// Lengths of dashes and gaps in turn; empty for a solid stroke.
  public var dashes: [Double]
  /// Offset into the dash pattern at which each contour starts.
  public var dashPhase: Double

  /// A style; the defaults are those of SVG.
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
