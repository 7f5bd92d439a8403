internal import KilnCompression

extension RowDeflater {
  /// Effort of deflating rows of pictures. Sizes and times are of drawn pictures, against libdeflate's level 12.
  enum Effort: Sendable, Hashable, CaseIterable {
    /// 2 % larger than `brief`, in two thirds of its time.
    case quick
    /// 1 % larger, in a ninth of the time.
    case light
    /// Smaller than level 10, in less than its time.
    case brief
    /// 1.3 % smaller, in a quarter of the time.
    case large
    /// 2 % smaller, in half the time.
    case normal
    /// Smallest, in four times the time of `normal`.
    case strongest

    /// Effort for rows that corresponds to an encoder's effort.
    init(_ effort: CompressionEffort) {
      switch effort {
      case .quick, .light: self = .light
      case .normal: self = .normal
      case .strongest: self = .strongest
      }
    }

    var pictureDeflater: PictureDeflater.Effort {
      switch self {
      case .quick: .quick
      case .light: .light
      case .brief: .brief
      case .large: .large
      case .normal: .normal
      case .strongest: .strongest
      }
    }
  }
}
