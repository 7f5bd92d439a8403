/// How much time goes into making a file small. It never changes what the file says.
public enum CompressionEffort: Int, Sendable, Hashable, CaseIterable {
  /// As quick as possible.
  case quick
  /// What costs little.
  case light
  /// All that pays: a second more would make a file smaller by less than 2 %.
  case normal
  /// All that makes a file smaller, at ten times the time: for releases.
  case strongest

  /// The level to deflate with, of 0…12.
  public var deflateLevel: Int {
    switch self {
    case .quick: 1
    case .light: 6
    case .normal, .strongest: 12
    }
  }
  /// The level to deflate a file's pictures with, which have so many bytes together.
  ///
  /// Level 11 takes half of the time of 12 and 1 % more bytes, 10 a quarter and 2.5 %: with a few megabytes that is less
  /// than a second, with many it is minutes.
  public func deflateLevel(forPictureBytes count: Int) -> Int {
    guard self == .normal else { return deflateLevel }
    return count <= 4 << 20 ? 12 : count <= 16 << 20 ? 11 : 10
  }
}
