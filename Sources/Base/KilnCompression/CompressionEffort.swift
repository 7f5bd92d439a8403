/// Trade-off between time and size of a compressed file. Never changes the decoded content.
public enum CompressionEffort: Int, Sendable, Hashable, CaseIterable {
  /// Fastest.
  case quick
  /// Cheap improvements only.
  case light
  /// All improvements with a good ratio: another second would save less than 2 %.
  case normal
  /// All improvements, at ten times the time of `normal`.
  case strongest

  /// libdeflate compression level, 0…12.
  public var deflateLevel: Int {
    switch self {
    case .quick: 1
    case .light: 6
    case .normal, .strongest: 12
    }
  }
  /// libdeflate compression level for images.
  ///
  /// Level 11 takes half the time of 12 and 1 % more bytes, level 10 a quarter and 2.5 %: that saves less than a second
  /// for a few megabytes, and minutes for many.
  ///
  /// - Parameter count: Bytes of all images of one file together, before compression.
  public func deflateLevel(forPictureBytes count: Int) -> Int {
    guard self == .normal else { return deflateLevel }
    return count <= 4 << 20 ? 12 : count <= 16 << 20 ? 11 : 10
  }
}
