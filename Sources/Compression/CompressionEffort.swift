/// How much time goes into making a file small. It never changes what the file says.
public enum CompressionEffort: Int, Sendable, Hashable, CaseIterable {
  /// As quick as possible.
  case quick
  /// What costs little.
  case light
  /// All that pays.
  case normal
  /// Whatever helps.
  case strongest

  /// The level to deflate with, of 0…12.
  public var deflateLevel: Int {
    switch self {
    case .quick: 1
    case .light: 6
    case .normal, .strongest: 12
    }
  }
}
