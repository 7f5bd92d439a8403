/// Place of the alpha channel in a video whose codec has none.
public enum AlphaPlacement: String, Sendable, Hashable, CaseIterable {
  /// Beside or below the colours, as Tencent's VAP places it; a box in the file says where.
  case vap
  /// In the left half, at full size.
  case left
  /// In the right half.
  case right
  /// In the upper half.
  case top
  /// In the lower half.
  case bottom
  /// Nowhere: what is transparent is drawn on black.
  case none
}
